import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELLO, JSON_HEADERS, ServeProcess } from '../../harness/http-server.ts';
import { cannotSwitchAccount, NOBODY, requestAs } from '../../harness/other-account.ts';

const ME = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const hello = { body: JSON.stringify(HELLO), headers: JSON_HEADERS };

describe.skipIf(cannotSwitchAccount())('another account of the machine, on a server without tokens', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await ServeProcess.start();
  });
  afterAll(() => server.stop());

  it.each(['/mcp', '/mcp/cobol', '/mcp/spotlight', '/mcp/books'])(
    'is refused at %s, and told what to do',
    async (path) => {
      const { status, text } = await requestAs(NOBODY, `${server.url}${path}`, hello);
      expect([status, JSON.parse(text).error]).toEqual([403, 'account']);
      expect(text).toContain('--token auto');
    },
  );

  it('is refused at /metrics', async () => {
    expect((await requestAs(NOBODY, `${server.url}/metrics`)).status).toBe(403);
  });

  it('may ask whether the server lives', async () => {
    expect((await requestAs(NOBODY, `${server.url}/health`)).status).toBe(200);
  });

  it('is refused through a socket of IPv6 to the mapped address, and the owner is not', async () => {
    const mapped = { ...hello, headers: { ...JSON_HEADERS, host: 'localhost' }, host: '::ffff:127.0.0.1' };
    const { status, text } = await requestAs(NOBODY, `${server.url}/mcp`, mapped);
    expect([status, JSON.parse(text).error]).toEqual([403, 'account']);
    expect((await requestAs(ME, `${server.url}/mcp`, mapped)).status).toBe(200);
  });

  it('cannot hide by closing its end at once', async () => {
    const { port } = new URL(server.url);
    const closing = `
      const socket = require('node:net').connect(${port}, '127.0.0.1', () => {
        socket.write(process.argv[1], () => socket.destroy());
      });`;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const head = `POST /mcp/cobol HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const before = served(server);
    for (let n = 0; n < 5; n++)
      spawnSync(process.execPath, ['-e', closing, '--', head + body], { ...NOBODY, cwd: '/' });
    expect((await server.post('/mcp/cobol', HELLO)).status).toBe(200);
    await expect.poll(() => served(server)).toBe(before + 1);
  });

  it('does not keep out the account that started the server, on many connections at once', async () => {
    const replies = await Promise.all(Array.from({ length: 200 }, () => server.post('/mcp/cobol', HELLO)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe.skipIf(cannotSwitchAccount())('who else', () => {
  it('the owner is asked for on ::1 too', async () => {
    const server = await ServeProcess.start(['--host', '::1']);
    expect((await requestAs(NOBODY, `${server.url}/mcp`, hello)).status).toBe(403);
    expect((await server.post('/mcp', HELLO)).status).toBe(200);
    await server.stop();
  });

  it('root may use a server of somebody else, who may use it too; a third account may not', async () => {
    const server = await ServeProcess.start([], {}, undefined, { uid: 65_533, gid: 65_533 });
    expect((await server.post('/mcp/cobol', HELLO)).status).toBe(200);
    expect((await requestAs({ uid: 65_533, gid: 65_533 }, `${server.url}/mcp/cobol`, hello)).status).toBe(200);
    expect((await requestAs(NOBODY, `${server.url}/mcp/cobol`, hello)).status).toBe(403);
    await server.stop();
  });

  it('with tokens, the token decides and not the account', async () => {
    const server = await ServeProcess.start([], { QUARTET_TOKENS: 'root root-token-0123456789 *' });
    const authorization = 'Bearer root-token-0123456789';
    const withToken = { ...hello, headers: { ...JSON_HEADERS, authorization } };
    expect((await requestAs(NOBODY, `${server.url}/mcp`, withToken)).status).toBe(200);
    expect((await requestAs(NOBODY, `${server.url}/mcp`, hello)).status).toBe(401);
    await server.stop();
  });
});

/** Requests that the log says were answered with 200. */
function served({ stderr }: ServeProcess): number {
  return stderr.split('\n').filter((line) => line.includes('"request"') && line.includes('"status":200')).length;
}
