import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Wire } from '../../harness/books/wire.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const LESSONS = 50;
const parent = mkdtempSync(join(tmpdir(), 'quartet-audit-'));
const root = join(parent, 'library');
afterAll(() => rmSync(parent, { recursive: true }));

const books = (...args: string[]) => runQuartet(['books', ...args, '--root', root]);
const json = async (...args: string[]) =>
  JSON.parse((await books('audit', '--json', ...args)).stdout) as Record<string, unknown>[];

beforeAll(async () => {
  const server = await Wire.books(root, { QUARTET_EXTRAS: '1' });
  const chapter = Array.from({ length: LESSONS }, (_, at) => `content/01-Part/02-Chapter/${10 + at}-lesson.md`);
  const changes = [...chapter, 'content/01-Part/01-Chapter/10-lesson.md'].map((path) => ({ path, content: '# One\n' }));
  await server.data('write_many', { book_id: 'big-book', changes });
  const file = { book_id: 'big-book', path: 'content/01-Part/01-Chapter/11-lesson.md' };
  await server.data('write_content', { ...file, content: '# Two\n' });
  await server.end();
});

it('FR-024: audit filters by everything, pages, and speaks JSON', async () => {
  expect(await json('--agent', 'test 1', '--operation', 'write_content')).toMatchObject([
    { agent_id: 'test 1', book_id: 'big-book', status: 'success', error_message: null, state_change: true },
  ]);
  expect(await json('--agent', 'nobody')).toEqual([]);
  const chapter = await json('--book', 'big-book', '--path', 'content/01-Part/02-Chapter/*', '--limit', '1000');
  expect(chapter).toHaveLength(LESSONS);
  expect(await json('--from', '2100-01-01')).toEqual([]);
  expect(await json('--to', '2000-01-01T00:00:00Z')).toEqual([]);
  const [first, second] = await json('--limit', '2');
  expect(await json('--limit', '1', '--before', String(first?.id))).toEqual([second]);
  const printed = await books('audit', '--limit', '1');
  expect(printed.stdout.trim().split('\n')).toHaveLength(1);
  expect(printed.stderr).toBe(`More with --before ${String(first?.id)}.\n`);
});

it('the heads that audit prints are those that verify expects', async () => {
  const heads = (await books('audit', '--heads')).stdout.trim().split('\n');
  expect(heads).toContainEqual(expect.stringMatching(/^\d+:[0-9a-f]{64}:big-book$/));
  const pinned = join(parent, 'heads.txt');
  writeFileSync(pinned, heads.join('\n'));
  expect(await books('verify', '--expect-head', `@${pinned}`)).toMatchObject({ code: 0 });
  const other = (heads[0] ?? '').replace(/:[0-9a-f]{8}/, ':00000000');
  const rewritten = await books('verify', '--expect-head', other);
  expect(rewritten).toMatchObject({ code: 1, stdout: expect.stringContaining('the log was rewritten') });
});

it('audit and verify refuse what they cannot read, with exit code 2', async () => {
  expect(await books('verify', '--expect-head', 'x')).toMatchObject({ code: 2 });
  expect(await books('audit', '--status', 'bad')).toMatchObject({ code: 2 });
  expect(await books('audit', '--from', 'yesterday')).toMatchObject({ code: 2 });
});
