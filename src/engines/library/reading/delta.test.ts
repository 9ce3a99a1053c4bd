import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Library } from '../commit/library.ts';
import { manifestHash } from '../journal/manifest.ts';
import { BASE } from '../model/file-key.ts';
import { bookId } from '../model/names.ts';
import { behind, closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import { wholeDelta } from './testing/whole-delta.ts';

const MB = 1_000_000;
const book = bookId('sample');
const actor = { agentId: 'ada', operation: 'write_content' };
const LONG_AGO = '1970-01-01T00:00:00.000Z';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root);
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

it('gives at most 20 MB of content at once, and the rest in further pages', async () => {
  const names = ['01-a', '02-b', '03-c', '04-d', '05-e'];
  for (const name of names) behind(folder.root).write(sampleLesson(name).key, Buffer.alloc(9 * MB, 'a'));
  const huge = sampleLesson('06-huge');
  behind(folder.root).write(huge.key, Buffer.alloc(21 * MB, 'a'));
  behind(folder.root).write('books/sample/static/img/picture.png', Buffer.alloc(9 * MB));
  await library.reconciled(book);
  await library.remove(sampleLesson('03-c'), actor);
  const seen: string[] = [];
  const pages: boolean[] = [];
  let since = LONG_AGO;
  do {
    const delta = await wholeDelta(library, book, since, BASE, true);
    const sizes = delta.changed_files.map(({ content }) => content?.length ?? 0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20 * MB);
    for (const { path, content, error } of delta.changed_files) {
      if (path === huge.path) expect(error).toMatch(/too large .* get_book_archive/);
      else expect(content?.length).toBe(path.startsWith('content/') ? 9 * MB : undefined);
    }
    seen.push(...delta.changed_files.map(({ path }) => path), ...delta.deleted_files.map(({ path }) => `-${path}`));
    pages.push(delta.has_more ?? false);
    since = delta.next_since;
  } while (pages.at(-1));
  expect(pages).toEqual([true, false]);
  const left = names.filter((name) => name !== '03-c').map((name) => sampleLesson(name).path);
  const gone = `-${sampleLesson('03-c').path}`;
  expect(seen.sort()).toEqual([gone, ...left, huge.path, 'static/img/picture.png']);
  expect(await wholeDelta(library, book, since, BASE, true)).toMatchObject({ status: 'unchanged' });
});

it('the manifest follows every change, also one that another process has made', async () => {
  const other = await openLibrary(folder.root);
  const file = sampleLesson();
  const hashes = new Set<string>();
  let current: string | undefined;
  for (const text of ['one', 'two', undefined, 'three']) {
    if (text === undefined) await other.remove(file, actor);
    current = text && (await other.write(file, Buffer.from(text), current, actor)).sha256;
    const { manifest_hash } = await wholeDelta(library, book, LONG_AGO, BASE, false);
    expect(manifest_hash).toBe(await manifestHash(await library.journal.rows('sample', [BASE])));
    hashes.add(manifest_hash);
  }
  expect(hashes.size).toBe(4);
  await closeLibrary(other);
});
