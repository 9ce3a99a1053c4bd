import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../../src/engines/library/model/files.ts';
import { groundOf } from '../../harness/books/ground.ts';
import { times } from '../../harness/books/setup.ts';
import { Wire } from '../../harness/books/wire.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-history-'));
const ground = groundOf(root);
let servers: [Wire, Wire];
let lessons = 0;

beforeAll(async () => {
  servers = [await extras(), await extras()];
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
  rmSync(root, { recursive: true });
});

function extras(): Promise<Wire> {
  return Wire.books(root, { QUARTET_EXTRAS: '1' });
}

function newLesson() {
  return { book_id: 'history', path: `content/01-Part/01-Chapter/01-a${++lessons}.md` };
}

it('for any writes, deletions, restores, moves and kills of a server: every acknowledged version reads back', async () => {
  const step = fc.record({
    server: fc.constantFrom(0 as const, 1 as const),
    what: fc.constantFrom('write', 'write', 'delete', 'restore', 'move', 'by hand', 'kill'),
    text: fc.string({ minLength: 1, maxLength: 30 }),
    which: fc.nat(),
  });
  const story = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
    let file = newLesson();
    const texts: string[] = [];
    let current: string | undefined;
    for (const { server, what, text, which } of steps) {
      const expected = current === undefined ? {} : { expected_hash: sha256(current) };
      const old = texts[which % Math.max(1, texts.length)];
      if (what === 'write') await servers[server].data('write_content', { ...file, content: text, ...expected });
      else if (what === 'delete') await servers[server].data('delete_content', file);
      else if (what === 'by hand') ground.write(`books/history/${file.path}`, text);
      else if (what === 'kill') {
        servers[server].child.kill('SIGKILL');
        await servers[server].ended;
        servers[server] = await extras();
      } else if (what === 'move') {
        if (current === undefined) continue;
        const { book_id, path: to } = newLesson();
        await servers[server].data('move_content', { book_id, from: file.path, to });
        file = { book_id, path: to };
      } else if (old !== undefined) {
        await servers[server].data('restore_content', { ...file, version: sha256(old), ...expected });
      }
      // An edit by hand is a version from the moment on at which somebody sees it.
      if (what === 'by hand') await servers[server].data('content_history', file);
      if (what === 'write' || what === 'by hand') texts.push(text);
      if (what === 'write' || what === 'by hand') current = text;
      else if (what === 'delete') current = undefined;
      else if (what === 'restore' && old !== undefined) current = old;
    }
    for (const text of texts) {
      const read = await servers[0].data('read_content', { ...file, version: sha256(text) });
      expect([read.content, read.is_current]).toEqual([text, text === current]);
    }
  });
  await fc.assert(story, { numRuns: times(12) });
});

it('a person lists, compares and restores', async () => {
  const { book_id, path } = newLesson();
  const books = (...args: string[]) => runQuartet(['books', ...args, '--root', root]);
  const { file_hash: one } = await servers[0].data('write_content', { book_id, path, content: 'one\n' });
  await servers[1].data('write_content', { book_id, path, content: 'two\n', expected_hash: one });
  const listed = await books('history', book_id, path);
  expect(listed.stdout.split('\n').slice(2, 4)).toEqual([
    expect.stringContaining(sha256('two\n').slice(0, 12)),
    expect.stringContaining(sha256('one\n').slice(0, 12)),
  ]);
  const diff = await books('diff', book_id, path.slice('content/'.length));
  expect(diff.stdout).toMatch(/^--- .*\n\+\+\+ .*\n@@ -1 \+1 @@\n-one\n\+two\n$/);
  const restored = await books('restore', book_id, path, String(one).slice(0, 8), '--json');
  expect(JSON.parse(restored.stdout)).toMatchObject({ file_hash: one, replaced: sha256('two\n') });
  expect(ground.read(`books/history/${path}`).toString()).toBe('one\n');
  expect((await books('restore', book_id, path, String(one))).stdout).toContain('is as in version');
  expect(JSON.parse((await books('history', book_id, path, '--json', '--limit', '1')).stdout)).toMatchObject([
    { operation: 'restore_content', file_hash_sha256: one },
  ]);
  expect(await books('diff', book_id, path, 'f'.repeat(8))).toMatchObject({ code: 1, stdout: '' });
  expect(await books('history', book_id, 'content/01-Part/01-Chapter/99-none.md')).toMatchObject({ code: 1 });
  expect(await books('history', 'X', path)).toMatchObject({ code: 2 });
});

it('old versions go with gc only when it is told so, and what is there now never does', async () => {
  const file = newLesson();
  const books = (...args: string[]) => runQuartet(['books', ...args, '--root', root, '--json']);
  let hash: unknown;
  for (const content of ['1', '2', '3']) {
    const expected = hash === undefined ? {} : { expected_hash: hash };
    ({ file_hash: hash } = await servers[0].data('write_content', { ...file, content, ...expected }));
  }
  const count = async () => ((await servers[1].data('content_history', file)).result as unknown[]).length;
  expect((await books('gc')).stdout).not.toContain('versions');
  expect(await count()).toBe(3);
  await books('gc', '--keep', '1h');
  expect(await count()).toBe(3);
  await books('gc', '--keep-last', '2', '--dry-run');
  expect(await count()).toBe(3);
  await books('gc', '--keep-last', '2');
  expect(await count()).toBe(2);
  for (const wrong of [
    ['--keep', '90'],
    ['--keep-last', '0'],
  ])
    expect((await books('gc', ...wrong)).code).toBe(2);
  expect(JSON.parse((await books('verify')).stdout)).toMatchObject({ findings: [] });
});
