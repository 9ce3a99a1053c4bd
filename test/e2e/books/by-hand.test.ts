import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unzip } from '../../../src/engines/library/archive/testing/unzip.ts';
import { BooksClient } from '../../harness/books/client.ts';
import { groundOf } from '../../harness/books/ground.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-books-by-hand-'));
const servers = [new BooksClient(root), new BooksClient(root)];
const ground = groundOf(root);
const book = { book_id: 'sample' };
const FIRST = 'content/01-Part/01-Chapter/01-a.md';
const SECOND = 'content/02-Part/01-Chapter/01-b.md';
const PICTURE = 'static/img/x.png';
let since = '1970-01-01T00:00:00Z';

beforeAll(async () => {
  for (const server of servers) await server.start();
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  rmSync(root, { recursive: true });
});

const key = (path: string) => `books/sample/${path}`;

/** What each tool of a server tells of the book: they must all say the same. */
async function story(server: BooksClient): Promise<Record<string, string>> {
  const found = (await server.call('glob_search', { ...book, pattern: '**' })).result as string[];
  const archive = await server.call('get_book_archive', book);
  const zip = join(root, 'fetched.zip');
  writeFileSync(zip, await ground.fetch(archive.archive_url));
  const packed = await unzip(zip);
  const texts: Record<string, string> = {};
  for (const name of found.map((one) => one.slice(key('').length))) {
    texts[name] = ground.read(key(name)).toString();
    if (!name.startsWith('content/')) continue;
    expect((await server.call('read_content', { ...book, path: name })).content).toBe(texts[name]);
  }
  expect(Object.fromEntries([...packed].map(([name, { text }]) => [name, text]))).toEqual(texts);
  expect(archive).toMatchObject({ status: 'success', file_count: found.length });
  const assets = await server.list('list_assets', book);
  expect(assets.map(({ filename }) => `static/img/${String(filename)}`)).toEqual(
    found.filter((one) => one.includes('/static/')).map((one) => one.slice(key('').length)),
  );
  expect(await server.call('validate_book', book)).toMatchObject({ valid: true });
  return texts;
}

/** Both servers, and after each the delta since the last time. */
async function stories(): Promise<{ texts: Record<string, string>; changed: string[]; deleted: string[] }> {
  // What the tools promise, on any storage.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const [one, two] = [await story(servers[0] as BooksClient), await story(servers[1] as BooksClient)];
  expect(two).toEqual(one);
  const deltas = [];
  for (const server of servers) deltas.push(await server.call('delta_build', { ...book, since }));
  expect(deltas[1]).toEqual(deltas[0]);
  const names = (files: unknown) => (files as { path: string }[]).map(({ path }) => path);
  since = String(deltas[0]?.next_since);
  return { texts: one, changed: names(deltas[0]?.changed_files), deleted: names(deltas[0]?.deleted_files) };
}

it('edits by hand while servers run are told by all tools of all servers alike, within a second', async () => {
  ground.write(key(FIRST), 'one');
  ground.write(key(PICTURE), 'picture');
  expect(await stories()).toEqual({
    texts: { [FIRST]: 'one', [PICTURE]: 'picture' },
    changed: [FIRST, PICTURE],
    deleted: [],
  });
  ground.write(key(FIRST), 'two');
  expect(await stories()).toEqual({ texts: { [FIRST]: 'two', [PICTURE]: 'picture' }, changed: [FIRST], deleted: [] });
  ground.write(key(SECOND), 'new');
  expect(await stories()).toMatchObject({ changed: [SECOND], deleted: [] });
  ground.remove(key(FIRST));
  ground.remove(key(PICTURE));
  expect(await stories()).toEqual({ texts: { [SECOND]: 'new' }, changed: [], deleted: [FIRST, PICTURE] });
});
