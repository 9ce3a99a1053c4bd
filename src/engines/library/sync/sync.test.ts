import { rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Library } from '../commit/library.ts';
import { BASE } from '../model/file-key.ts';
import { bookId } from '../model/names.ts';
import { closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import type { SyncOptions } from './decide.ts';
import { hydrate } from './hydrate.ts';
import { ingest } from './ingest.ts';
import type { SyncReport } from './report.ts';
import { contents, fill } from './testing/folders.ts';

const book = bookId('sample');
const intro = 'docs/01-Part/01-Chapter/01-intro.md';
const introInBook = 'content/01-Part/01-Chapter/01-intro.md';
const agent = { agentId: 'agent-7', operation: 'write_content' };

let folder: { root: string; remove(): Promise<void> };
let source: string;
let library: Library;

beforeEach(async () => {
  folder = await temporaryFolder();
  source = join(folder.root, 'source');
  library = await openLibrary(join(folder.root, 'library'));
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

function options(given: Partial<SyncOptions> = {}): SyncOptions {
  return { deletes: false, overwrite: false, dryRun: false, ...given };
}

function into(given?: Partial<SyncOptions>, from = source): Promise<SyncReport> {
  return ingest(library, book, from, 'author', options(given));
}

function out(target: string, given?: Partial<SyncOptions>): Promise<SyncReport> {
  return hydrate(library, book, join(folder.root, target), options(given));
}

function actions({ lines }: SyncReport): Record<string, string> {
  return Object.fromEntries(lines.map(({ path, action }) => [path, action]));
}

async function stored(path = introInBook): Promise<string | undefined> {
  const row = (await library.journal.rows(book, [BASE])).find((candidate) => candidate.path === path);
  return (
    row && (await library.read({ ...sampleLesson(), path, key: `books/sample/${path}` as never }))?.bytes.toString()
  );
}

describe('ingest', () => {
  test('takes lessons, summaries, readmes, categories and assets byte for byte, and tells what it leaves out', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 128]);
    await fill(source, {
      [intro]: ' \r\n# Intro\n\n\n',
      'docs/01-Part/01-Chapter/01-intro.summary.md': '',
      'docs/01-Part/README.md': 'r',
      'docs/01-Part/_category_.json': '{}',
      'docs/loose.md': 'x',
      'docs/.hidden/01-a.md': 'x',
      'static/img/deep/a.png': bytes,
      'static/favicon.ico': bytes,
    });
    await symlink(join(source, intro), join(source, 'docs/01-Part/01-Chapter/02-link.md'));
    const report = await into();
    expect(actions(report)).toEqual({
      [introInBook]: 'create',
      'content/01-Part/01-Chapter/01-intro.summary.md': 'create',
      'content/01-Part/01-Chapter/02-link.md': 'left',
      'content/01-Part/README.md': 'create',
      'content/01-Part/_category_.json': 'create',
      'content/loose.md': 'left',
      'static/favicon.ico': 'left',
      'static/img/deep/a.png': 'create',
    });
    expect(await stored()).toBe(' \r\n# Intro\n\n\n');
    const rows = await library.journal.rows(book, [BASE]);
    expect(rows.map(({ writtenBy }) => writtenBy)).toEqual(['author', 'author', 'author', 'author', 'author']);
  });

  test('I2: the same source twice leaves the journal as it was', async () => {
    await fill(source, { [intro]: 'a', 'docs/01-Part/01-Chapter/02-next.md': 'b' });
    await into();
    const rows = await library.journal.rows(book, [BASE]);
    const entries = await library.journal.audit({ bookId: book });
    expect(await into()).toMatchObject({ unchanged: 2, transferred_bytes: 0, lines: [] });
    expect(await library.journal.rows(book, [BASE])).toEqual(rows);
    expect(await library.journal.audit({ bookId: book })).toEqual(entries);
  });

  test('content that is not UTF-8 is left out', async () => {
    await fill(source, { [intro]: Buffer.from([0xff, 0xfe]) });
    const report = await into();
    expect(report.lines).toEqual([{ action: 'left', path: introInBook, reason: 'not valid UTF-8' }]);
    expect(await stored()).toBeUndefined();
  });

  test('a dry run tells the same and changes nothing', async () => {
    await fill(source, { [intro]: 'a' });
    const planned = await into({ dryRun: true });
    expect(await stored()).toBeUndefined();
    expect(actions(planned)).toEqual(actions(await into()));
  });

  test('deletions are carried over on request only', async () => {
    await fill(source, { [intro]: 'a', 'docs/01-Part/01-Chapter/02-next.md': 'b' });
    await into();
    await rm(join(source, intro));
    expect(actions(await into())).toEqual({ [introInBook]: 'stale' });
    expect(await stored()).toBe('a');
    expect(actions(await into({ deletes: true }))).toEqual({ [introInBook]: 'delete' });
    expect(await stored()).toBeUndefined();
    expect(await into({ deletes: true })).toMatchObject({ unchanged: 1, lines: [] });
  });

  test('a folder without static/ says nothing about assets', async () => {
    await fill(source, { [intro]: 'a', 'static/img/a.png': 'png' });
    await into();
    await rm(join(source, 'static'), { recursive: true });
    expect(await into({ deletes: true })).toMatchObject({ unchanged: 1, lines: [] });
    expect(await stored('static/img/a.png')).toBe('png');
  });

  test('what an agent wrote meanwhile is kept, also when it was not in the folder', async () => {
    await fill(source, { [intro]: 'a' });
    await into();
    const { sha256 } = await library.write(sampleLesson('02-new'), Buffer.from('new'), undefined, agent);
    const known = await library.known(sampleLesson());
    await library.write(sampleLesson(), Buffer.from('better'), known?.sha256, agent);
    expect(actions(await into({ deletes: true }))).toEqual({
      [introInBook]: 'keep',
      'content/01-Part/01-Chapter/02-new.md': 'keep',
    });
    await writeFile(join(source, intro), 'other');
    expect(actions(await into())).toMatchObject({ [introInBook]: 'conflict' });
    expect(await stored()).toBe('better');
    expect((await library.known(sampleLesson('02-new')))?.sha256).toBe(sha256);
    expect(actions(await into({ overwrite: true }))).toMatchObject({ [introInBook]: 'update' });
    expect(await stored()).toBe('other');
  });

  test('content that was found equal counts as agreed on', async () => {
    await library.write(sampleLesson(), Buffer.from('by an agent'), undefined, agent);
    await fill(source, { [intro]: 'by an agent' });
    expect(await into()).toMatchObject({ unchanged: 1, lines: [] });
    await writeFile(join(source, intro), 'by the author');
    expect(actions(await into())).toEqual({ [introInBook]: 'update' });
  });

  test('a file that changes between comparison and write is a conflict, not a loss', async () => {
    await fill(source, { [intro]: 'a' });
    await into();
    await writeFile(join(source, intro), 'b');
    const known = await library.known(sampleLesson());
    const racing = {
      journal: library.journal,
      reconciled: (id: typeof book) => library.reconciled(id),
      read: (...args: Parameters<Library['read']>) => library.read(...args),
      write: async (...args: Parameters<Library['write']>) => {
        await library.write(sampleLesson(), Buffer.from('faster'), known?.sha256, agent);
        return library.write(...args);
      },
    } as unknown as Library;
    const report = await ingest(racing, book, source, 'author', options());
    expect(actions(report)).toEqual({ [introInBook]: 'conflict' });
    expect(await stored()).toBe('faster');
  });

  test('an interrupted run goes on where it was', async () => {
    const files = Array.from({ length: 60 }, (_, at) => [`docs/01-Part/01-Chapter/${at + 10}-l.md`, `${at}`]);
    await fill(source, Object.fromEntries(files));
    const stop = new AbortController();
    const progress = { files: (done: number) => done === 20 && stop.abort(), line: () => {} };
    await expect(ingest(library, book, source, 'author', options({ signal: stop.signal }), progress)).rejects.toThrow();
    const before = (await library.journal.rows(book, [BASE])).length;
    expect(before).toBeGreaterThanOrEqual(20);
    expect(before).toBeLessThan(60);
    const report = await into();
    expect(report.lines).toHaveLength(60 - before);
    expect(await library.journal.rows(book, [BASE])).toHaveLength(60);
  });

  test('a folder without a tree is refused with advice', async () => {
    await fill(source, { 'readme.txt': 'x' });
    await expect(into()).rejects.toThrow('neither docs/ nor static/');
    await expect(into({}, join(source, 'nowhere'))).rejects.toThrow('cannot be read (ENOENT)');
  });
});

describe('hydrate', () => {
  test('gives the bytes of the source, and nothing the second time', async () => {
    await fill(source, {
      [intro]: 'a\r\n',
      'docs/01-Part/README.md': '',
      'static/img/a.png': Buffer.from([0, 1, 255]),
    });
    await into();
    expect(await out('copy')).toMatchObject({ unchanged: 0, transferred_bytes: 6 });
    expect(await contents(join(folder.root, 'copy'))).toEqual(await contents(source));
    expect(await out('copy')).toMatchObject({ unchanged: 3, transferred_bytes: 0, lines: [] });
  });

  test('I1: transfers no more files than have changed', async () => {
    await fill(source, { [intro]: 'a', 'docs/01-Part/01-Chapter/02-next.md': 'b' });
    await into();
    await out('copy');
    await writeFile(join(source, intro), 'changed');
    await into();
    const report = await out('copy');
    expect(report).toMatchObject({ unchanged: 1, transferred_bytes: 7 });
    expect(actions(report)).toEqual({ [introInBook]: 'update' });
  });

  test('keeps what was edited in the folder, and ingest brings it in', async () => {
    await fill(source, { [intro]: 'a' });
    await into();
    await out('copy');
    await fill(join(folder.root, 'copy'), { [intro]: 'edited' });
    expect(actions(await out('copy'))).toEqual({ [introInBook]: 'keep' });
    expect(actions(await into({}, join(folder.root, 'copy')))).toEqual({ [introInBook]: 'update' });
    expect(await stored()).toBe('edited');
    expect(await out('copy')).toMatchObject({ unchanged: 1, lines: [] });
    // The folder it once came from has not seen the edit, and does not undo it.
    expect(actions(await into())).toEqual({ [introInBook]: 'keep' });
    expect(await stored()).toBe('edited');
  });

  test('both sides changed: a conflict, and both stay', async () => {
    await fill(source, { [intro]: 'a' });
    await into();
    await out('copy');
    await fill(join(folder.root, 'copy'), { [intro]: 'mine' });
    const known = await library.known(sampleLesson());
    await library.write(sampleLesson(), Buffer.from('theirs'), known?.sha256, agent);
    expect(actions(await out('copy'))).toEqual({ [introInBook]: 'conflict' });
    expect(actions(await into({}, join(folder.root, 'copy')))).toEqual({ [introInBook]: 'conflict' });
    expect(await contents(join(folder.root, 'copy'))).toEqual({ [intro]: 'mine' });
    expect(await stored()).toBe('theirs');
    expect(actions(await out('copy', { overwrite: true }))).toEqual({ [introInBook]: 'update' });
    expect(await contents(join(folder.root, 'copy'))).toEqual({ [intro]: 'theirs' });
  });

  test('deletes on request only what it had put there and nobody has changed', async () => {
    await fill(source, { [intro]: 'a', 'docs/01-Part/01-Chapter/02-next.md': 'b' });
    await into();
    await out('copy');
    const mine = { [intro]: 'edited', 'docs/01-Part/01-Chapter/03-mine.md': 'mine' };
    await fill(join(folder.root, 'copy'), mine);
    await library.remove(sampleLesson(), agent);
    await library.remove(sampleLesson('02-next'), agent);
    expect(Object.values(actions(await out('copy'))).sort()).toEqual(['conflict', 'stale']);
    await out('copy', { deletes: true });
    expect(await contents(join(folder.root, 'copy'))).toEqual(mine);
  });

  test('an edit that keeps size and time of a file is still an edit for ingest', async () => {
    await fill(source, { [intro]: 'aaa' });
    await into();
    await out('copy');
    const copy = join(folder.root, 'copy');
    await fill(copy, { [intro]: 'bbb' });
    await utimes(join(copy, intro), new Date(0), new Date(0));
    expect(actions(await into({}, copy))).toEqual({ [introInBook]: 'update' });
  });

  test('a damaged record costs time, and one of another book is refused', async () => {
    await fill(source, { [intro]: 'a' });
    await into();
    await out('copy');
    await fill(join(folder.root, 'copy'), { '.quartet-books.json': '{ nonsense' });
    expect(await out('copy')).toMatchObject({ unchanged: 1, lines: [] });
    const other = hydrate(library, bookId('other-book'), join(folder.root, 'copy'), options());
    await expect(other).rejects.toThrow('There is no such book');
    await library.write(
      { ...sampleLesson(), bookId: 'other-book', key: `books/other-book/${introInBook}` as never },
      Buffer.from('x'),
      undefined,
      agent,
    );
    const second = hydrate(library, bookId('other-book'), join(folder.root, 'copy'), options());
    await expect(second).rejects.toThrow('The folder holds the book sample');
  });

  test('a record that names files elsewhere cannot make it delete them', async () => {
    await fill(source, { [intro]: 'a' });
    await into();
    await fill(folder.root, { 'victim.md': 'v' });
    const strangers = { '../victim.md': { sha256: 'x', size: 1, modified_ms: 1 } };
    const record = JSON.stringify({ book: 'sample', manifest_hash: '', files: strangers });
    await fill(join(folder.root, 'copy'), { '.quartet-books.json': record });
    await out('copy', { deletes: true, overwrite: true });
    expect((await contents(folder.root))['victim.md']).toBe('v');
  });
});

test('for any edits on either side, carried to and fro, nobody loses a word that was not given up', async () => {
  const side = fc.constantFrom('book', 'folder');
  const edit = fc.record({ side, lesson: fc.integer({ min: 10, max: 12 }), text: fc.stringMatching(/^[a-c]{1,3}$/) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 4 }), { maxLength: 4 }), async (rounds) => {
      const place = await temporaryFolder();
      const shelf = await openLibrary(join(place.root, 'library'));
      const work = join(place.root, 'work');
      try {
        await fill(work, { 'docs/01-Part/01-Chapter/10-l.md': 'start' });
        await ingest(shelf, book, work, 'author', options());
        await hydrate(shelf, book, work, options());
        for (const edits of rounds) {
          for (const { side: where, lesson, text } of edits) {
            const file = sampleLesson(`${lesson}-l`);
            if (where === 'folder') await fill(work, { [`docs/01-Part/01-Chapter/${lesson}-l.md`]: text });
            else await shelf.write(file, Buffer.from(text), (await shelf.known(file))?.sha256, agent);
          }
          const before = await snapshot(shelf, work);
          const taken = await ingest(shelf, book, work, 'author', options());
          const given = await hydrate(shelf, book, work, options());
          const after = await snapshot(shelf, work);
          const disputed = new Set(
            [...taken.lines, ...given.lines].filter(({ action }) => action === 'conflict').map(({ path }) => path),
          );
          for (const [path, [inBook, inFolder]] of before) {
            const [nowInBook, nowInFolder] = after.get(path) ?? [];
            if (disputed.has(path)) expect([nowInBook, nowInFolder]).toEqual([inBook, inFolder]);
            else {
              expect(nowInBook).toBe(nowInFolder);
              expect([inBook, inFolder]).toContain(nowInBook);
            }
          }
        }
      } finally {
        await closeLibrary(shelf);
        await place.remove();
      }
    }),
    { numRuns: 25 },
  );
});

/** What book and folder hold of each lesson. */
async function snapshot(shelf: Library, work: string): Promise<Map<string, [string | undefined, string | undefined]>> {
  const files = await contents(work);
  const names = ['10-l', '11-l', '12-l'];
  const pairs = names.map(async (name) => {
    const file = sampleLesson(name);
    const inBook = (await shelf.read(file))?.bytes.toString();
    return [file.path, [inBook, files[file.path.replace(/^content/, 'docs')]]] as const;
  });
  return new Map((await Promise.all(pairs)).map(([path, [a, b]]) => [path, [a, b]]));
}
