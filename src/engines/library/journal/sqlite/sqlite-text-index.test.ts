import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteJournal } from './sqlite-journal.ts';
import { SqliteTextIndex } from './sqlite-text-index.ts';

const LESSON = {
  bookId: 'sample',
  userId: '__base__',
  path: 'content/a.md',
  sha256: 'a',
  stamp: '2026-01-01T00:00:00.000Z',
  title: 'A',
  passages: [{ section: 'A', line: 1, start: 0, end: 3, headingWords: '', aboveWords: '', textWords: 'owl' }],
};
const OWL = { mode: 'all', wanted: [[{ words: ['owl'], isPrefix: false }]], unwanted: [] } as const;
const EVERYWHERE = { bookId: undefined, userId: '__base__' };
const PAGE = { offset: 0, limit: 10 };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quartet-texts-'));
  file = join(folder, 'journal-texts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function using<Result>(
  work: (index: SqliteTextIndex) => Promise<Result>,
  at: string | undefined = file,
): Promise<Result> {
  const index = new SqliteTextIndex(at);
  try {
    return await work(index);
  } finally {
    await index.close();
  }
}

const owls = (index: SqliteTextIndex) => index.search(OWL, EVERYWHERE, PAGE);

it('is there again after a restart', async () => {
  const generation = await using(async (index) => {
    await index.put([LESSON]);
    return index.generation();
  });
  expect(await using(owls)).toMatchObject({
    generation,
    passages: [{ path: 'content/a.md', section: 'A', sha256: 'a' }],
  });
});

it('makes no file by being looked after or closed', async () => {
  expect(await using((index) => index.problems())).toEqual([]);
  await using(async () => {});
  expect(readdirSync(folder)).toEqual([]);
});

it('lives without a file as long as it is open', async () => {
  await using(async (index) => {
    await index.put([LESSON]);
    expect((await owls(index)).passages).toHaveLength(1);
  }, '');
  expect(readdirSync(folder)).toEqual([]);
});

it.each(['no database at all'.repeat(1000), '', 'SQLite format 3\0 and then nonsense'.padEnd(20_000, 'x')])(
  'begins anew where it finds damage (%#)',
  async (bytes) => {
    await using((index) => index.put([LESSON]));
    const before = await using((index) => index.generation());
    for (const part of ['', '-wal']) writeFileSync(file + part, bytes);
    if (bytes !== '') expect(await using((index) => index.problems())).toHaveLength(1);
    const found = await using(owls);
    expect(found.passages).toEqual([]);
    expect(found.generation).not.toBe(before);
    expect(await using((index) => index.problems())).toEqual([]);
  },
);

it('does not write where a link leads', async () => {
  const elsewhere = join(folder, 'elsewhere.txt');
  writeFileSync(elsewhere, 'precious');
  symlinkSync(elsewhere, file);
  await expect(using((index) => index.generation())).rejects.toThrow(/journal-texts.db is a link or no plain file/);
});

it('leaves a library alone that is only read', async () => {
  const journal = await openSqliteJournal(join(folder, 'journal.db'), { readOnly: true });
  await journal.texts.put([LESSON]);
  expect((await journal.texts.search(OWL, EVERYWHERE, PAGE)).passages).toHaveLength(1);
  await journal.close();
  expect(readdirSync(folder)).toEqual([]);
});
