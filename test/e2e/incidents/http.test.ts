// HTTP, browsers and what the server fetches. The comment above a test says what the incident was; docs/security.md is made from both.
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { TWO_SUM } from '../../../src/toolsets/oj/testing/samples.ts';
import { HELLO, JSON_HEADERS, ServeProcess } from '../../harness/http-server.ts';
import { json, redirect } from '../../harness/oj/judge-answers.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';
import { OjServer } from '../../harness/oj/oj-server.ts';

const TOKENS = 'owner owner-token-0123456789 *';
const WRITE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'write_content',
    arguments: { book_id: 'stolen', path: 'content/01-Part/01-Chapter/01-intro.md', content: 'x' },
  },
};
/** All that answers, with the methods that do something there. */
const ADDRESSES: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/mcp'],
  ['POST', '/mcp/books'],
  ['POST', '/mcp/extras'],
  ['DELETE', '/mcp'],
  ['GET', '/mcp'],
  ['GET', '/metrics'],
  ['GET', '/console/events'],
  ['GET', '/archives/books/sample.zip'],
  ['PUT', '/uploads/books/sample.png'],
];

/** As started without any option. */
let local: ServeProcess;
beforeAll(async () => {
  local = await ServeProcess.start();
});
afterAll(() => local.stop());

/** What a server says to bytes, up to the end of the headers. */
function raw(server: ServeProcess, lines: readonly string[], body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    socket.on('error', reject);
    socket.on('data', (part) => {
      text += String(part);
      if (text.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.write(`${[...lines, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`);
  });
}

function wroteNothing(server: ServeProcess): void {
  expect(existsSync(join(server.root, 'books', 'stolen'))).toBe(false);
}

/** The proxy of MCP Inspector listened without asking who called, and started the command that was in the address; any web page could call it. */
it('CVE-2025-49596: a web page can make the local server neither start a program nor call a tool', async () => {
  const before = readdirSync(local.root).sort();
  const canary = join(local.root, 'stolen');
  for (const path of ['/sse', '/stdio', '/mcp', '/message', '/config', '/proxy']) {
    const { status } = await local.send(`${path}?transportType=stdio&command=touch&args=${encodeURIComponent(canary)}`);
    expect([path, status >= 400]).toEqual([path, true]);
  }
  const body = JSON.stringify(WRITE);
  // A page need not ask first for these; nor does it tell its origin everywhere.
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
  ]) {
    const { status } = await local.send('/mcp', { method: 'POST', headers: { 'content-type': type }, body });
    expect([type, status]).toEqual([type, 415]);
  }
  for (const origin of ['https://evil.example', 'null', 'http://0.0.0.0', 'file://', 'http://localhost.evil.example']) {
    const { status, headers } = await local.post('/mcp', WRITE, { origin });
    expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 403, undefined]);
  }
  const port = new URL(local.url).port;
  expect((await local.post('/mcp', WRITE, { host: `0.0.0.0:${port}` })).status).toBe(403);
  wroteNothing(local);
  expect(readdirSync(local.root).sort()).toEqual(before);
});

/** The TypeScript SDK looked at the Host header only when it was told to, so a name that was rebound to 127.0.0.1 reached local servers. */
it('CVE-2025-66414: a server that was started without options answers no rebound name, at none of its addresses', async () => {
  for (const [method, path] of [
    ...ADDRESSES,
    ['GET', '/'],
    ['GET', '/health'],
    ['GET', '/.well-known/oauth-protected-resource'],
  ] as const) {
    const headers = { ...JSON_HEADERS, host: 'rebound.example' };
    const { status } = await local.send(path, {
      method,
      headers,
      ...(method === 'POST' && { body: JSON.stringify(WRITE) }),
    });
    expect([path, status]).toEqual([path, 403]);
  }
  wroteNothing(local);
});

/** The Python SDK had the same fault; lists of allowed names that are compared carelessly bring it back. */
it('CVE-2025-66416: a name that only looks like this machine is no name of it, in a session and in a stream too', async () => {
  const session = String((await local.post('/mcp', HELLO)).headers['mcp-session-id']);
  for (const host of [
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'evil.example#localhost',
    'evil.example:80@127.0.0.1',
    '127.0.0.1,evil.example',
    'xn--localhost-x.example:8080',
    '127.0.0.2',
    '2130706433',
    '0x7f.1',
  ]) {
    for (const more of [[], [['accept', 'text/event-stream']], [['mcp-session-id', session]]]) {
      const { status } = await local.post('/mcp', WRITE, { host, ...Object.fromEntries(more) });
      expect([host, [400, 403].includes(status)]).toEqual([host, true]);
    }
  }
  const port = new URL(local.url).port;
  const json = ['Content-Type: application/json', 'Accept: application/json'];
  const body = JSON.stringify(WRITE);
  const twice = ['POST /mcp HTTP/1.1', `Host: localhost:${port}`, 'Host: evil.example', ...json];
  expect(await raw(local, twice, body)).toMatch(/ 40[03] /);
  expect(await raw(local, ['POST /mcp HTTP/1.1', 'Host:', ...json], body)).toMatch(/ 40[03] /);
  wroteNothing(local);
});

/** The WebSocket transport of the Python SDK took connections without a look at Host and Origin; browsers do not ask first for those. */
it('CVE-2026-59950: there is no way around the checks through a WebSocket', async () => {
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  for (const path of ['/', '/ws', '/mcp', '/mcp/books', '/console/events']) {
    for (const [host, origin] of [
      ['localhost', 'https://evil.example'],
      ['rebound.example', 'http://rebound.example'],
    ]) {
      const lines = [
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Origin: ${origin}`,
        'Sec-WebSocket-Protocol: mcp',
        ...upgrade,
      ];
      expect([path, await raw(local, lines)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 403 /)]);
    }
    const own = await raw(local, [`GET ${path} HTTP/1.1`, 'Host: localhost', ...upgrade]);
    expect([path, own]).toEqual([path, expect.not.stringMatching(/ 101 /)]);
  }
});

/** Azure MCP Server had a function that told strangers on the network what it should have told nobody without signing in. */
it('CVE-2026-32211: whoever has no token learns nothing at any address, and without tokens nobody else can reach the server', async () => {
  for (const reachable of [
    ['--host', '0.0.0.0'],
    ['--public-url', 'https://mcp.example.com'],
    ['--allowed-host', 'mcp.example.com'],
  ])
    expect((await ServeProcess.refused(reachable))[0]).toBe(2);
  const server = await ServeProcess.start(
    ['--public-url', 'https://mcp.example.com', '--extras', '--console', '--wrong-tokens', '0'],
    { QUARTET_TOKENS: TOKENS },
  );
  onTestFinished(async () => void (await server.stop()));
  const messages = [
    HELLO,
    WRITE,
    ...['ping', 'tools/list', 'server/discover', 'resources/list'].map((method) => ({ jsonrpc: '2.0', id: 1, method })),
  ];
  for (const as of [
    {},
    { authorization: 'Bearer wrong-token-0123456789' },
    { authorization: 'Basic b3duZXI6b3duZXI=' },
    { 'x-forwarded-for': '127.0.0.1' },
  ]) {
    for (const [method, path] of ADDRESSES) {
      for (const message of method === 'POST' ? messages : [undefined]) {
        const headers = { ...JSON_HEADERS, ...as };
        const { status, text } = await server.send(path, {
          method,
          headers,
          ...(message && { body: JSON.stringify(message) }),
        });
        expect([method, path, [401, 403, 404].includes(status)]).toEqual([method, path, true]);
        expect(text).not.toContain('"result"');
      }
    }
  }
  wroteNothing(server);
  expect((await server.post('/mcp', HELLO, { authorization: 'Bearer owner-token-0123456789' })).status).toBe(200);
});

/** Azure MCP Server took an address in the place of a name of a resource, and sent its own token there. */
it('CVE-2026-26118: no argument and no redirect makes the server ask somebody else, or show its token', async () => {
  const judge = await JudgeServer.start();
  const other = await JudgeServer.start();
  const oj = new OjServer(['--base-url', judge.origin, '--token', 'judge-token-0123456789'], { RUST_LOG: 'off' });
  onTestFinished(async () => {
    oj.process.child.kill();
    await Promise.all([judge.close(), other.close()]);
  });
  judge.answers(json(TWO_SUM));
  other.answers(json(TWO_SUM));
  const { host } = new URL(other.origin);
  for (const address of [
    `${other.origin}/x`,
    `//${host}/x`,
    `/../../../${host}`,
    `@${host}/`,
    `\\\\${host}\\x`,
    `..%2f..%2f..%2f@${host}`,
    'http://169.254.169.254/latest',
  ]) {
    await oj.call('get_problem', { source: address, id: '1' });
    await oj.call('get_problem', { source: 'leetcode', id: address });
    await oj.call('resolve_problem', { query: address });
    await oj.call('find_similar_problems', { source: address, id: address });
    await oj.call('get_daily_challenge', { date: address });
  }
  expect(judge.urls.length).toBeGreaterThan(0);
  expect(judge.urls.filter((url) => !url.startsWith('/api/v1/'))).toEqual([]);
  for (const status of [301, 302, 303, 307, 308]) {
    judge.answers(redirect(`${other.origin}/api/v1/problems/leetcode/1`, status));
    const { result, error } = await oj.call('get_problem', { source: 'leetcode', id: '1' });
    expect(result === undefined ? error?.message : result.isError).toBeTruthy();
  }
  expect([other.connections, other.urls]).toEqual([0, []]);
});
