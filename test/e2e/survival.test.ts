import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Reply, ServeProcess } from '../harness/http-server.ts';
import { call, INITIALIZE, ServerProcess } from '../harness/server-process.ts';

const INJECT = { NODE_OPTIONS: `--import ${new URL('../harness/inject-errors.js', import.meta.url).href}` };
const folder = mkdtempSync(join(tmpdir(), 'quartet-survival-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOOK = { book_id: 'survivor' };
const LESSON = { ...BOOK, path: 'content/01-Part/01-Chapter/01-lesson.md' };
const ASSET = { ...BOOK, asset_type: 'img', filename: 'noise.png' };
const NOISE = Buffer.alloc(600_000, 'noise').toString('base64');

/** Calls that open streams and threads of every kind. */
const CALLS: [tool: string, args: object][] = [
  ['write_content', { ...LESSON, path: 'content/01-Part/01-Chapter/02-more.md', content: 'text\n'.repeat(9000) }],
  ['read_content', LESSON],
  ['read_content', { ...BOOK, path: 'content', scope: 'book' }],
  ['upload_asset', { ...ASSET, binary_data: NOISE }],
  ['get_asset', { ...ASSET, include_binary: true }],
  ['list_assets', BOOK],
  ['grep_search', { ...BOOK, pattern: '(a|b|t)+e.t' }],
  ['glob_search', { ...BOOK, pattern: '**/*.md' }],
  ['get_book_archive', BOOK],
  ['delta_build', { ...BOOK, since: '2020-01-01T00:00:00Z', include_content: true }],
  ['validate_book', BOOK],
  ['list_books', {}],
];

test('no stream, server or thread of the HTTP server that breaks ends it, and each failure is caught where it belongs', async () => {
  const root = join(folder, 'http');
  const server = await ServeProcess.start(['--toolsets', 'books,cobol,spotlight', '--allow', folder], INJECT, root);
  for (let round = 0; round < 200; round++) {
    const [tool, args] = CALLS[round % CALLS.length] as (typeof CALLS)[number];
    const answer = await unlessCut(server.call('/mcp', tool, args));
    const url: unknown = answer?.json?.result?.structuredContent?.archive_url;
    if (typeof url === 'string') await unlessCut(server.send(url.slice(server.url.length)));
    if (round % 10 === 0) {
      await unlessCut(server.call('/mcp', 'search', { query: 'text', scope: folder }));
      await unlessCut(server.send('/ready'));
    }
  }
  expect(unexpected(await untilAnswered(() => server.send('/metrics'))), server.stderr).toBe('0');
  expect((await untilAnswered(() => server.send('/ready'))).json.status).toBe('ready');

  server.child.kill('SIGUSR2');
  await expect
    .poll(async () => (await untilAnswered(() => server.send('/ready'))).json, { timeout: 10_000 })
    .toMatchObject({ status: 'degraded', unexpected_errors: 2, last_unexpected_error_at: expect.any(String) });
  expect(unexpected(await untilAnswered(() => server.send('/metrics')))).toBe('2');
  expect((await untilAnswered(() => server.call('/mcp', 'list_books', {}))).json.result.isError).toBeUndefined();
  expect(await server.stop()).toBe(0);
  expect(server.stderr).toContain('an unexpected error; the server goes on');
  const injected = JSON.parse(/^injected (.*)$/m.exec(server.stderr)?.[1] ?? '{}') as Record<string, number>;
  expect(Object.keys(injected).length, JSON.stringify(injected)).toBeGreaterThanOrEqual(4);
});

test('no stream or thread of the stdio server that breaks ends it', async () => {
  // It opens few, so each of them is broken.
  const server = new ServerProcess(['books', '--root', join(folder, 'stdio')], { ...INJECT, INJECT_SHARE: '1' });
  await server.write(INITIALIZE).answers(1);
  for (let round = 0; round < 60; round++) {
    server.write(call(round, ...(CALLS[round % CALLS.length] as (typeof CALLS)[number])));
    await server.answers(round + 2);
  }
  server.child.kill('SIGUSR2');
  await server.write(call('last', 'list_books', {})).answers(62);
  const { code, stderr } = await server.end();
  expect(code).toBe(0);
  expect(stderr).toContain('injected {"');
});

test('a client that closes the output ends the stdio server, without an error', async () => {
  const server = new ServerProcess(['cobol']);
  await server.write(INITIALIZE).answers(1);
  server.child.stdout.destroy();
  for (let round = 0; round < 3; round++) server.write(call(round, 'add', { a: '1', b: '2' }));
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
});

test('servers go on when nobody reads what they say', async () => {
  const server = await ServeProcess.start(['--toolsets', 'cobol', '--log-level', 'trace']);
  server.child.stdout.destroy();
  server.child.stderr.destroy();
  for (let round = 0; round < 20; round++) expect((await server.send('/health')).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

function unexpected({ text }: Reply): string | undefined {
  return /^quartet_unexpected_errors_total (.*)$/m.exec(text)?.[1];
}

/** A client may be cut off, but not left waiting. */
async function unlessCut(reply: Promise<Reply>): Promise<Reply | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a client waits for ever')), 15_000);
  });
  return await Promise.race([reply.catch(() => undefined), waiting]).finally(() => clearTimeout(timer));
}

async function untilAnswered(ask: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 0; tries < 50; tries++) {
    const reply = await unlessCut(ask());
    if (reply?.status === 200) return reply;
  }
  throw new Error('the server does not answer');
}
