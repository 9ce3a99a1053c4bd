import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListeningPage } from '../../../src/transports/http/testing/listening-page.ts';
import { HELLO, ServeProcess } from '../../harness/http-server.ts';
import { QUARTET } from '../../harness/server-process.ts';

const TOKENS = [
  'reader reader-token-0123456789 fs:read tools:call',
  'watcher watcher-token-0123456789 tools:call metrics:read',
].join(';');
const bearer = (name: string) => ({ authorization: `Bearer ${name}-token-0123456789` });

const listen = (server: ServeProcess, headers?: Record<string, string>) =>
  ListeningPage.open(`${server.url}/console/events`, headers);

describe('without tokens', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await ServeProcess.start();
  });
  afterAll(() => server.stop());

  it('the page is at the root, and asks for what there is', async () => {
    const page = await server.send('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const parts = Array.from(page.text.matchAll(/(?:href|src)="(\/console\/[^"]+)"/g), ([, path]) => path as string);
    expect(parts).toEqual(expect.arrayContaining(['/console/main.js', '/console/main.css']));
    for (const path of parts) expect((await server.send(path)).status).toBe(200);
  });

  it('HEAD works, other methods do not, and what is not there is said to be', async () => {
    const head = await server.send('/', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers['content-length'])).toBe((await server.send('/')).text.length);
    expect((await server.send('/', { method: 'POST' })).status).toBe(405);
    expect((await server.send('/console/nothing.js')).status).toBe(404);
    expect((await server.send('/console/events', { method: 'HEAD' })).status).toBe(405);
    expect((await server.send('/console/events', { method: 'POST' })).status).toBe(405);
  });

  it('a page of its own origin may use it, a stranger may not', async () => {
    for (const [origin, status] of [
      [server.url, 200],
      ['https://evil.example.com', 403],
    ] as const) {
      expect((await server.send('/', { headers: { origin } })).status).toBe(status);
      expect((await server.post('/mcp', HELLO, { origin })).status).toBe(status);
    }
    const events = await fetch(`${server.url}/console/events`, { headers: { origin: 'https://evil.example.com' } });
    expect(events.status).toBe(403);
  });

  it('tells what it is, how it is, and every call as it ends', async () => {
    const page = await listen(server);
    await expect.poll(() => page.heard('state').length).toBeGreaterThan(0);
    const [hello] = page.heard('hello');
    expect(hello).toMatchObject({
      tokens: false,
      subject: null,
      sees_all: true,
      payloads: false,
      program: { args: [QUARTET] },
    });
    expect(hello.endpoints[0]).toEqual({ path: '/mcp', tools: 24 });
    expect(hello.toolsets.map(({ id }: { id: string }) => id)).toEqual(['oj', 'cobol', 'books', 'spotlight']);
    expect(page.heard('state')[0]).toMatchObject({
      status: 'ready',
      checks: { books: 'ok' },
      memory_bytes: expect.any(Number),
    });
    await server.call('/mcp/cobol', 'add', { a: '1', b: '2' });
    await server.call('/mcp', 'read_content', { book_id: 'no-such-book', path: 'content/01-Part/01-Chapter/01-x.md' });
    await server.call('/mcp', 'no_such_tool', {});
    await expect.poll(() => page.heard('call').length).toBe(3);
    expect(page.heard('call')).toMatchObject([
      { tool: 'add', toolset: 'cobol', outcome: 'ok' },
      { tool: 'read_content', toolset: 'books', outcome: 'failed', code: expect.stringMatching(/^[A-Z_]+$/) },
      { tool: 'unknown', outcome: 'unknown' },
    ]);
    expect(JSON.stringify(page.heard('call'))).not.toContain('no-such-book');
    const later = await listen(server);
    await expect.poll(() => later.heard('state').length).toBeGreaterThan(0);
    expect(later.heard('calls')[0]).toHaveLength(3);
    expect(later.heard('state')[0].minutes.at(-1)).toMatchObject({ ok: expect.any(Number), p95: expect.any(Number) });
    expect(later.heard('state')[0].failures).toMatchObject([{ tool: 'unknown' }, { tool: 'read_content', count: 1 }]);
    page.leave();
    later.leave();
  });

  it('arguments that are nested beyond any stack are refused as ever, and told of', async () => {
    const page = await listen(server);
    const depth = 50_000;
    const args = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const params = `{"name":"add","arguments":{"a":${args}}}`;
    const reply = await server.post('/mcp', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
    expect([reply.status, reply.json.result.isError]).toEqual([200, true]);
    await expect.poll(() => page.heard('call')).toMatchObject([{ tool: 'add', outcome: 'invalid' }]);
    page.leave();
  });

  it('hears no more than it may of pages: the thirteenth is refused', async () => {
    const pages = await Promise.all(Array.from({ length: 12 }, () => listen(server)));
    const one = await listen(server);
    expect([...pages.map(({ response }) => response.status), one.response.status]).toEqual([
      ...Array<number>(12).fill(200),
      429,
    ]);
    for (const page of [...pages, one]) page.leave();
    const again = async () => {
      const next = await listen(server);
      next.leave();
      return next.response.status;
    };
    await expect.poll(again).toBe(200);
  });
});

describe('with tokens', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await ServeProcess.start(['--console-payloads'], { QUARTET_TOKENS: TOKENS });
  });
  afterAll(() => server.stop());

  it('the files are for anybody, the events for those who have one', async () => {
    expect((await server.send('/')).status).toBe(200);
    const refused = await server.send('/console/events');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Bearer')]);
    const wrong = await server.send('/console/events', { headers: { authorization: 'Bearer something-else-012345' } });
    expect(wrong.status).toBe(401);
  });

  it('each is told of its own calls; who may see the metrics, of all, and where the program is', async () => {
    const reader = await listen(server, bearer('reader'));
    const watcher = await listen(server, bearer('watcher'));
    await server.call('/mcp/cobol', 'add', { a: '1', b: '2' }, bearer('reader'));
    await server.call('/mcp/cobol', 'add', { a: '3', b: '4' }, bearer('watcher'));
    await expect.poll(() => watcher.heard('call').length).toBe(2);
    await expect.poll(() => reader.heard('state').length).toBeGreaterThan(0);
    expect(reader.heard('call')).toMatchObject([{ subject: 'reader', arguments: '{"a":"1","b":"2"}' }]);
    expect(reader.heard('call')[0].result).toContain('3');
    expect(watcher.heard('call')[1].result).toContain('7');
    expect(reader.heard('hello')[0]).toMatchObject({ subject: 'reader', sees_all: false, payloads: true });
    expect(watcher.heard('hello')[0]).toMatchObject({ sees_all: true, program: { args: [QUARTET] } });
    expect(Object.keys(reader.heard('hello')[0])).not.toContain('program');
    expect(Object.keys(reader.heard('state')[0])).toEqual(['at', 'status', 'checks']);
    reader.leave();
    watcher.leave();
  });
});

it('a server that stops ends the streams, and does not wait for pages', async () => {
  const server = await ServeProcess.start(['--shutdown-grace', '60']);
  const page = await listen(server);
  await expect.poll(() => page.heard('state').length).toBeGreaterThan(0);
  expect(await server.stop()).toBe(0);
  await page.done;
});

describe('where there is no page', () => {
  it.each([
    [['--no-console'], 404],
    [['--host', '0.0.0.0'], 404],
    [['--public-url', 'https://mcp.example.com'], 404],
    [['--host', '0.0.0.0', '--console'], 200],
  ])('%j: %d', async (args, status) => {
    const server = await ServeProcess.start(args, { QUARTET_TOKENS: TOKENS });
    server.url = server.url.replace('0.0.0.0', '127.0.0.1');
    const auth = bearer('watcher');
    expect((await server.send('/')).status).toBe(status);
    expect((await server.send('/console/main.js')).status).toBe(status);
    const events = await listen(server, auth);
    expect(events.response.status).toBe(status);
    events.leave();
    // Without a page there is no origin of its own, beyond those of loopback.
    const port = new URL(server.url).port;
    const own = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, ...auth };
    const isLocal = args[0] === '--no-console';
    expect((await server.post('/mcp', HELLO, own)).status).toBe(status === 200 || isLocal ? 200 : 403);
    await server.stop();
  });
});

it('a token that is taken away ends its stream', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-tokens-'));
  const file = join(folder, 'tokens');
  const [reader = '', watcher = ''] = TOKENS.split(';');
  writeFileSync(file, `${reader}\n${watcher}\n`, { mode: 0o600 });
  const server = await ServeProcess.start(['--token-file', file]);
  const [one, other] = await Promise.all([listen(server, bearer('reader')), listen(server, bearer('watcher'))]);
  await expect.poll(() => one.heard('state').length).toBeGreaterThan(0);
  writeFileSync(file, `${watcher}\n`, { mode: 0o600 });
  server.child.kill('SIGHUP');
  await one.done;
  expect((await server.send('/console/events', { headers: bearer('reader') })).status).toBe(401);
  const before = other.heard('state').length;
  await expect.poll(() => other.heard('state').length, { timeout: 20_000 }).toBeGreaterThan(before);
  other.leave();
  await server.stop();
  rmSync(folder, { recursive: true });
});
