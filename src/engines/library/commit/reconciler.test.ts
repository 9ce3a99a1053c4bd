import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { BASE } from '../model/file-key.ts';
import { sha256 } from '../model/files.ts';
import { bookId, userId } from '../model/names.ts';
import { wholeDelta } from '../reading/testing/whole-delta.ts';
import { FileSystemStorage } from '../storage/fs/fs-storage.ts';
import { StorageFailure } from '../storage/storage.ts';
import { closeLibrary, temporaryFolder } from '../testing/library.ts';
import { Library } from './library.ts';

const book = bookId('sample');
const LONG_AGO = '1970-01-01T00:00:00.000Z';
const actor = { agentId: 'ada', operation: 'write_content' };

const WAYS = [
  { name: 'the system tells of changes', told: { tellsChanges: true } },
  { name: 'the system does not tell of changes', told: { tellsChanges: false } },
  { name: 'the system tells, and files are named by path', told: { tellsChanges: true, anchored: false } },
];

describe.each(WAYS)('where $name', ({ told }) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let library: Library;
  let inBook: (...names: string[]) => string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    library = await open();
    inBook = (...names) => join(folder.root, 'books', 'sample', ...names);
  });

  afterEach(async () => {
    await closeLibrary(library);
    await folder.remove();
  });

  async function open(): Promise<Library> {
    const journal = await openSqliteJournal(join(folder.root, '.quartet', 'journal.db'));
    return new Library(await FileSystemStorage.open(folder.root, told), journal);
  }

  const write = (path: string, text: string) => {
    mkdirSync(dirname(inBook(path)), { recursive: true });
    writeFileSync(inBook(path), text);
  };

  /** What the journal says once it has to be true. */
  async function journalled(): Promise<Record<string, string>> {
    // Where everything is looked at once a second, that second has to pass.
    if (!told.tellsChanges) await new Promise((resolve) => setTimeout(resolve, 1010));
    await library.reconciled(book);
    const rows = await library.journal.rows('sample', [BASE]);
    return Object.fromEntries(rows.map((row) => [row.path, row.sha256]));
  }

  it('closing ends what is being taken in, after the file it is at', async () => {
    for (let lesson = 10; lesson < 400; lesson++) write(`content/01-Part/01-Chapter/${lesson}-a.md`, `${lesson}`);
    const calls = ['content/', 'static/', 'content/'].map((area) =>
      library.reconciled(book, BASE, [area as 'content/']),
    );
    await library.storage.exists('books/sample/');
    const ends = Promise.allSettled(calls);
    await library.close();
    const reasons = (await ends).filter((end) => end.status === 'rejected').map((end) => String(end.reason));
    expect(reasons.length).toBeGreaterThan(0);
    expect(new Set(reasons)).toEqual(
      new Set(['StorageFailure: The library is being closed. Try again when it is open.']),
    );
    await expect(library.reconciled(book)).rejects.toThrow('The library is being closed.');

    library = await open();
    expect(Object.keys(await journalled())).toHaveLength(390);
  });

  it('files that are written, changed and deleted by hand are so for the journal as well', async () => {
    write('content/01-Part/01-Chapter/01-a.md', 'one');
    const a = 'content/01-Part/01-Chapter/01-a.md';
    expect(await journalled()).toEqual({ [a]: sha256('one') });
    write(a, 'two');
    expect(await journalled()).toEqual({ [a]: sha256('two') });
    write('content/02-Part/01-Chapter/01-b.md', 'b');
    write('static/img/x.png', 'x');
    expect(await journalled()).toEqual({
      [a]: sha256('two'),
      'content/02-Part/01-Chapter/01-b.md': sha256('b'),
      'static/img/x.png': sha256('x'),
    });
    const { next_since } = await wholeDelta(library, book, LONG_AGO, BASE, false);
    rmSync(inBook(a));
    rmSync(inBook('content/02-Part'), { recursive: true });
    expect(await journalled()).toEqual({ 'static/img/x.png': sha256('x') });
    const delta = await wholeDelta(library, book, next_since, BASE, false);
    expect(delta.deleted_files.map(({ path }) => path)).toEqual([a, 'content/02-Part/01-Chapter/01-b.md']);
  });

  it('a folder that another one takes the place of is looked at anew', async () => {
    const a = 'content/01-Part/01-Chapter/01-a.md';
    write(a, 'one');
    await journalled();
    rmSync(inBook('content/01-Part/01-Chapter'), { recursive: true });
    write(a, 'two');
    expect(await journalled()).toEqual({ [a]: sha256('two') });
    write(a, 'three');
    expect(await journalled()).toEqual({ [a]: sha256('three') });
    renameSync(inBook('content/01-Part'), inBook('content/02-Part'));
    write(a, 'four');
    const moved = 'content/02-Part/01-Chapter/01-a.md';
    expect(await journalled()).toEqual({ [a]: sha256('four'), [moved]: sha256('three') });
    write(moved, 'five');
    expect(await journalled()).toEqual({ [a]: sha256('four'), [moved]: sha256('five') });
    renameSync(inBook('content'), inBook('other'));
    write(a, 'six');
    expect(await journalled()).toEqual({ [a]: sha256('six') });
  });

  it('changes that keep the size and follow each other at once are told apart', async () => {
    const a = 'content/01-Part/01-Chapter/01-a.md';
    write(a, '0');
    await journalled();
    for (const digit of '123456789') {
      write(a, digit);
      expect(await journalled()).toEqual({ [a]: sha256(digit) });
      if (!told.tellsChanges && digit === '2') break;
    }
  });

  it('what had vanished before, and a whole book that has, stay for validate_book to report', async () => {
    const a = 'content/01-Part/01-Chapter/01-a.md';
    write(a, 'a');
    write('content/01-Part/01-Chapter/02-b.md', 'b');
    await journalled();
    await closeLibrary(library);
    rmSync(inBook(a));
    library = await open();
    const both = { [a]: sha256('a'), 'content/01-Part/01-Chapter/02-b.md': sha256('b') };
    expect(await journalled()).toEqual(both);
    renameSync(inBook(), join(folder.root, 'unmounted'));
    expect(await journalled()).toEqual(both);
    renameSync(join(folder.root, 'unmounted'), inBook());
    write(a, 'back');
    expect(await journalled()).toEqual({ ...both, [a]: sha256('back') });
  });

  it("a user's own versions that were changed by hand are in that user's delta", async () => {
    const ann = userId('ann');
    const path = 'content/01-Part/01-Chapter/01-a.md';
    await library.reconciled(book, ann);
    write(`users/ann/${path}`, 'hers');
    if (!told.tellsChanges) await new Promise((resolve) => setTimeout(resolve, 1010));
    await library.reconciled(book, ann);
    const delta = await wholeDelta(library, book, LONG_AGO, ann, true);
    expect(delta.changed_files).toMatchObject([{ path, namespace: 'overlay', user_id: 'ann', content: 'hers' }]);
    expect(delta.overlay_changes).toBe(1);
  });

  it('one file that cannot be read costs only itself', async () => {
    const a = 'content/01-Part/01-Chapter/01-a.md';
    write(a, 'a');
    await journalled();
    const read = library.storage.read.bind(library.storage);
    const broken = 'content/01-Part/01-Chapter/02-b.md';
    library.storage.read = (key) => (key.endsWith('02-b.md') ? Promise.reject(unreadable()) : read(key));
    write(broken, 'b');
    write(a, 'changed');
    expect(await journalled()).toEqual({ [a]: sha256('changed') });
    if (told.tellsChanges)
      expect(await library.reconciled(book)).toMatchObject([{ path: broken, error: unreadable().message }]);
    library.storage.read = read;
    expect(await journalled()).toEqual({ [a]: sha256('changed'), [broken]: sha256('b') });
    expect(await library.reconciled(book)).toEqual([]);
  });

  it('a book that was a link when it was first looked at is itself again within a second', async () => {
    write('content/01-Part/01-Chapter/01-a.md', 'one');
    renameSync(inBook(), join(folder.root, 'aside'));
    symlinkSync(join(folder.root, 'aside'), inBook());
    expect((await library.reconciled(book)).map(({ path }) => path)).toEqual(['content/', 'static/']);
    rmSync(inBook());
    renameSync(join(folder.root, 'aside'), inBook());
    await new Promise((resolve) => setTimeout(resolve, 1010));
    expect(await library.reconciled(book)).toEqual([]);
    write('content/01-Part/01-Chapter/01-a.md', 'two');
    expect(await journalled()).toEqual({ 'content/01-Part/01-Chapter/01-a.md': sha256('two') });
  });

  it('whatever is done by hand and through the library, the journal says what is in the folder', async () => {
    const numRuns = told.tellsChanges ? 12 : 2;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
        rmSync(inBook(), { recursive: true, force: true });
        write('content/00-Part/keep.md', 'so that the book is there');
        // What has vanished before the first look stays in the journal.
        await library.reconciled(book);
        for (const steps of rounds) {
          for (const one of steps) await take(one);
          expect(await journalled()).toMatchObject(onDisk());
          const rows = await library.journal.rows('sample', [BASE]);
          const vanished = rows.filter(({ path }) => onDisk()[path] === undefined);
          expect(vanished).toEqual([]);
        }
        for (const { path, userId: user } of await library.journal.rows('sample', [BASE])) {
          const row = await library.journal.get({ bookId: 'sample', path, userId: user });
          if (row) await library.journal.forget(row, 'ada', row.sha256);
        }
      }),
      { numRuns },
    );
  });

  async function take({ kind, part, to, name, text }: Step): Promise<void> {
    const path = `content/0${part}-Part/01-Chapter/0${name}-a.md`;
    const target = inBook(`content/0${to}-Part`);
    if (kind === 'write') write(path, text);
    else if (kind === 'remove') rmSync(inBook(path), { force: true });
    else if (kind === 'removePart') rmSync(inBook(`content/0${part}-Part`), { recursive: true, force: true });
    else if (kind === 'movePart') {
      if (part === to || !readdirSync(inBook('content')).includes(`0${part}-Part`)) return;
      rmSync(target, { recursive: true, force: true });
      renameSync(inBook(`content/0${part}-Part`), target);
    } else {
      const ref = { bookId: 'sample', path, userId: BASE, key: `books/sample/${path}` as never };
      await library.put(ref, Buffer.from(text), actor);
    }
  }

  function onDisk(): Record<string, string> {
    const files = readdirSync(inBook(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const entries = files.map((entry): [string, string] => {
      const file = join(entry.parentPath, entry.name);
      return [file.slice(inBook().length + 1), sha256(readFileSync(file))];
    });
    return Object.fromEntries(entries);
  }
});

const step = fc.record({
  kind: fc.constantFrom('write', 'write', 'write', 'put', 'remove', 'removePart', 'movePart'),
  part: fc.integer({ min: 1, max: 3 }),
  to: fc.integer({ min: 1, max: 3 }),
  name: fc.integer({ min: 1, max: 2 }),
  text: fc.constantFrom('a', 'b', 'c'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function unreadable(): StorageFailure {
  return new StorageFailure('The storage could not read or write its disk. Tell the operator.', false);
}
