import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServeProcess } from '../../harness/http-server.ts';
import { sdk2 } from '../../harness/sdk2-client.ts';
import { QUARTET } from '../../harness/server-process.ts';
import { clientModule, type TestClient, type TestServer } from '../../harness/test-clients.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-clients-'));
const files = join(folder, 'files');
const env = { QUARTET_JUDGE_DB: join(folder, 'judge.db'), XDG_DATA_HOME: folder, HOME: folder, QUARTET_LOG: 'error' };
const options = (root: string) => ['--root', join(folder, root), '--allow', files];

type Connect = (server: TestServer) => Promise<TestClient>;
let clients: Record<string, Connect>;
let serving: ServeProcess;

beforeAll(async () => {
  mkdirSync(files);
  writeFileSync(join(files, 'note.txt'), 'The needle is here.\n');
  clients = (await clientModule<{ CLIENTS: Record<string, Connect> }>('clients.js')).CLIENTS;
  clients['SDK 2.x, legacy'] = (server) => sdk2(server, 'legacy');
  clients['SDK 2.x, modern'] = (server) => sdk2(server, { pin: '2026-07-28' });
  serving = await ServeProcess.start(options('http'), env);
}, 300_000);
afterAll(async () => {
  await serving?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Does what an assistant does in its first minutes, and reads the failure that it must be able to act on. */
async function journey(client: TestClient, book_id: string): Promise<void> {
  expect((await client.tools()).length).toBe(24);
  expect((await client.call('add', { a: 0.1, b: 0.2 })).text).toContain('0.3');
  expect((await client.call('add', { a: '12345678901234567890.5', b: 1 })).text).toContain('12345678901234567891.5');
  expect((await client.call('search', { query: 'needle', scope: files })).text).toContain('note.txt');
  const lesson = { book_id, path: 'content/01-Part/01-Chapter/01-intro.md' };
  expect(await client.call('write_content', { ...lesson, content: '# One' })).toMatchObject({ isError: false });
  const conflict = await client.call('write_content', { ...lesson, content: '# Two', expected_hash: '0'.repeat(64) });
  expect(conflict.isError).toBe(true);
  const { code, current_hash } = JSON.parse(conflict.text) as Record<string, string>;
  expect(code).toBe('CONFLICT');
  const retried = await client.call('write_content', { ...lesson, content: '# Two', expected_hash: current_hash });
  expect(retried).toMatchObject({ isError: false, text: expect.stringContaining('updated') });
  expect((await client.call('get_daily_challenge', {})).text).toContain('quartet');
}

const BOTH = ['SDK 1.x', 'SDK 2.x, legacy', 'SDK 2.x, modern', 'LangChain', 'AI SDK', 'Mastra'];

async function travel(name: string, server: TestServer): Promise<void> {
  const client = (await clients[name]?.(server)) ?? expect.fail(`there is no client ${name}`);
  try {
    await journey(client, name.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
  } finally {
    await client.close();
  }
}

it.each([...BOTH, 'Inspector, legacy'])('%s over stdio', (name) =>
  travel(name, { command: process.execPath, args: [QUARTET, 'all', ...options('stdio')], env }),
);

it.each([...BOTH, 'Inspector, modern', 'mcp-remote'])('%s over HTTP', (name) =>
  travel(name, { url: `${serving.url}/mcp`, env }),
);
