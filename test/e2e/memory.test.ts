import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QUARTET } from '../harness/server-process.ts';

const MIB = 1024 * 1024;
const MAX_PEAK_MB = 1536;
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

let server: ChildProcessWithoutNullStreams;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quartet-memory-'));
  for (const folder of ['static/img', 'content/01-Part/01-Chapter'])
    mkdirSync(join(root, 'books/big', folder), { recursive: true });
  writeFileSync(join(root, 'books/big/static/img/large.png'), Buffer.alloc(10 * MIB, 'x'));
  writeFileSync(join(root, 'books/big', LESSON.path), Buffer.alloc(9 * MIB, 'x'));
  server = spawn(process.execPath, [QUARTET, 'books', '--root', root, '--log-level', 'error'], {
    env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=512' },
  });
});
afterEach(() => {
  server.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const LESSON = { book_id: 'big', path: 'content/01-Part/01-Chapter/01-large.md' };
const ASSET = { book_id: 'big', asset_type: 'img', filename: 'large.png', include_binary: true };

/** In megabytes; nothing is known elsewhere than on Linux. */
function memory(what: 'VmHWM' | 'VmRSS'): number {
  if (process.platform !== 'linux') return 0;
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
}

function send(id: number | undefined, method: string, params: object, stateless: boolean): void {
  const all = { ...params, ...(stateless && { _meta: ENVELOPE }) };
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: all })}\n`);
}

/** The ids of answers, by whether they are errors, while everything is read. */
function answers(): Map<number, boolean> {
  const ids = new Map<number, boolean>();
  let tail = '';
  server.stdout.setEncoding('latin1').on('data', (text: string) => {
    // Only the beginnings of lines are of interest.
    const lines = (tail + text).split('\n');
    for (const line of lines.slice(0, -1)) {
      const id = /^\{"jsonrpc":"2.0","id":(\d+),/.exec(line)?.[1];
      if (id !== undefined) ids.set(Number(id), line.endsWith('"isError":true}}'));
    }
    const last = lines.at(-1) ?? '';
    tail = last.length > 200 ? last.slice(0, 100) + last.slice(-100) : last;
  });
  return ids;
}

it.each([
  ['handshake', false],
  ['stateless', true],
])(
  '400 answers of 10 MiB that nobody reads do not pile up, %s',
  async (_, stateless) => {
    for (let id = 1; id <= 400; id++) {
      const [name, args] =
        id % 2 ? ['get_asset', ASSET] : ['read_content', id % 4 ? LESSON : { ...LESSON, scope: 'book' }];
      send(id, 'tools/call', { name, arguments: args }, stateless);
    }
    // Until it has taken as much as it will.
    for (let before = -100, now = 0; now > before + 5; await sleep(3000)) [before, now] = [now, memory('VmRSS')];
    expect(memory('VmHWM')).toBeLessThan(MAX_PEAK_MB);
    for (let id = 3; id <= 400; id++) send(undefined, 'notifications/cancelled', { requestId: id }, stateless);
    send(500, 'ping', {}, stateless);
    const ids = answers();
    await expect.poll(() => ids.has(500) || ids.size, { timeout: 60_000 }).toBe(true);
    await expect.poll(() => [ids.get(1), ids.get(2)], { timeout: 30_000 }).toEqual([false, false]);
    expect(memory('VmHWM')).toBeLessThan(MAX_PEAK_MB);
  },
  120_000,
);

it('3 million numbers that doubles do not hold are refused at once, and a message of 100 MB is only large', async () => {
  const ids = answers();
  const many = '0.1000000000000000055,'.repeat(3_000_000);
  server.stdin.write(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":[${many}1]}}\n`);
  server.stdin.write(`{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":"${'y'.repeat(100_000_000)}"}}\n`);
  server.stdin.write('{"jsonrpc":"2.0","id":3,"method":"ping"}\n');
  await expect.poll(() => ids.has(3), { timeout: 60_000 }).toBe(true);
  expect(new Set(ids.keys())).toEqual(new Set([2, 3]));
  expect(memory('VmHWM')).toBeLessThan(MAX_PEAK_MB);
}, 120_000);
