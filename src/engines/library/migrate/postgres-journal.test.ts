import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../../../../test/harness/random.ts';
import { migrateJournals } from '../../../toolsets/books/migrate/index.ts';
import { Library } from '../commit/library.ts';
import { type Journal } from '../journal/journal.ts';
import { givenKey } from '../journal/key-source.ts';
import { openPostgresJournal } from '../journal/postgres/postgres-journal.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { newSchema } from '../journal/testing/schemas.ts';
import { BASE } from '../model/file-key.ts';
import { lesson, sha256 } from '../model/files.ts';
import { bookId, contentPath, userId } from '../model/names.ts';
import { FileSystemStorage } from '../storage/fs/fs-storage.ts';
import type { JournalMigrationOptions } from './journal.ts';
import type { JournalPlace } from './journal-end.ts';

const BOOKS = ['first-book', 'second-book', 'third-book'];
const OWNERS = [BASE, 'ann'];
let home: string;
let sqlite: JournalPlace & { kind: 'sqlite' };
let postgres: JournalPlace & { kind: 'postgresql' };

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'quartet-journal-'));
  sqlite = { kind: 'sqlite', file: join(home, 'journal.db') };
  postgres = { kind: 'postgresql', url: (await newSchema()).url };
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** A journal with a past: files, users' own, deletions, refusals and many reads. */
async function live(journal: Journal, changes: number, reads: number, seed = 5): Promise<void> {
  const library = new Library(await FileSystemStorage.open(join(home, 'library')), journal);
  const random = new Random(seed);
  const actor = { agentId: 'ada', operation: 'write_content' };
  for (let at = 0; at < changes; at++) {
    const owner = random.pick(OWNERS);
    const path = contentPath(`content/01-Part/01-Chapter/${10 + random.below(8)}-x.md`);
    const file = lesson(bookId(random.pick(BOOKS)), path, owner === BASE ? BASE : userId(owner));
    if (random.below(4) === 0) await library.remove(file, actor);
    else await library.put(file, Buffer.from(`text ${seed} ${at} ü图`), actor);
  }
  const entry = { ...actor, operation: 'read_content', userId: BASE, prevHash: null, newHash: null };
  const told = { status: 'error', errorMessage: 'not found', executionTimeMs: 1 } as const;
  await journal.note(
    Array.from({ length: reads }, (_, at) => ({ ...entry, ...told, bookId: random.pick(BOOKS), path: `${at}` })),
  );
  await library.storage.close();
}

/** The journal of a library that is sealed arrives sealed. */
const keys = givenKey('a key for the audit log of a test');

async function run(from: JournalPlace, to: JournalPlace, told: Partial<JournalMigrationOptions> = {}) {
  const quiet = { dryRun: false, onProgress: () => {}, signal: new AbortController().signal };
  return migrateJournals([from, to], {}, { ...quiet, keys, ...told });
}

async function everythingIn(journal: Journal): Promise<unknown> {
  const books = await journal.books();
  const states = books.map(async (book) => ({
    book,
    rows: await journal.rows(book, OWNERS),
    changes: await journal.changesSince(book, OWNERS, '2000-01-01T00:00:00Z'),
    manifest: await journal.manifest(book),
    chain: await journal.verifyChain(book),
    kept: await journal.kept(book),
  }));
  expect(await journal.miscounted()).toEqual([]);
  return { books: await Promise.all(states), audit: await journal.audit({ limit: 100_000 }) };
}

async function withJournal<T>(place: JournalPlace, work: (journal: Journal) => Promise<T>): Promise<T> {
  const journal = await (place.kind === 'sqlite'
    ? openSqliteJournal(place.file, { keys })
    : openPostgresJournal(place.url, { keys }));
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}

test('a journal arrives whole, with its chains, ids and times, and goes on; also on the way back', async () => {
  await withJournal(sqlite, async (journal) => {
    await live(journal, 120, 800);
    await journal.anchor('first-book', '2099-01-01T00:00:00Z');
    await journal.removeAnchored('first-book', 50);
  });
  const before = await withJournal(sqlite, everythingIn);
  const steps: number[] = [];
  const report = await run(sqlite, postgres, { onProgress: (done, total) => steps.push(done / total) });
  expect(report).toMatchObject({ books: 3, already: 0, copied_entries: report.audit_entries });
  expect(report.audit_entries).toBeGreaterThan(800);
  expect(report.verdicts.map(({ book, reason }) => [book, reason])).toEqual(BOOKS.map((book) => [book, undefined]));
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps.at(-1)).toBe(1);
  expect(await withJournal(postgres, everythingIn)).toEqual(before);

  await withJournal(postgres, (journal) => live(journal, 30, 5, 6));
  const back: JournalPlace = { kind: 'sqlite', file: join(home, 'back.db') };
  expect((await run(postgres, back)).verdicts.every(({ reason }) => reason === undefined)).toBe(true);
  const after = await withJournal(postgres, everythingIn);
  expect(await withJournal(back, everythingIn)).toEqual(after);
  expect(after).toMatchObject({ books: BOOKS.map(() => ({ chain: { valid: true } })) });
});

test('one that was interrupted goes on where it was, and a second run brings nothing', async () => {
  await withJournal(sqlite, (journal) => live(journal, 20, 1700));
  const stop = new AbortController();
  const stopping = run(sqlite, postgres, {
    signal: stop.signal,
    onProgress: (done) => {
      if (done >= 1000) stop.abort();
    },
  });
  await expect(stopping).rejects.toThrow(/abort/i);
  // A client that is served from it too early finds nothing, rather than a half.
  expect(await withJournal(postgres, (journal) => journal.books())).toEqual([]);
  const rest = await run(sqlite, postgres);
  expect(rest.already).toBe(1000);
  expect(rest.copied_entries).toBe(rest.audit_entries - 1000);
  expect(await run(sqlite, postgres)).toMatchObject({ copied_entries: 0, already: rest.audit_entries });
  expect(await withJournal(postgres, everythingIn)).toEqual(await withJournal(sqlite, everythingIn));
  await withJournal(sqlite, (journal) => live(journal, 10, 0, 9));
  await run(sqlite, postgres);
  expect(await withJournal(postgres, everythingIn)).toEqual(await withJournal(sqlite, everythingIn));
});

test('a dry run counts and copies nothing', async () => {
  await withJournal(sqlite, (journal) => live(journal, 20, 10));
  const told = await run(sqlite, postgres, { dryRun: true });
  expect(told).toMatchObject({ dry_run: true, already: 0, verdicts: [] });
  expect(await withJournal(postgres, (journal) => journal.audit({}))).toEqual([]);
  expect(await run(sqlite, postgres)).toMatchObject({ copied_entries: told.copied_entries });
});

test('refuses a target with another past, and a source with changes under way', async () => {
  await withJournal(sqlite, (journal) => live(journal, 10, 3));
  await withJournal(postgres, (journal) => live(journal, 4, 3, 8));
  await expect(run(sqlite, postgres)).rejects.toThrow('not the beginning of this one');
  const empty: JournalPlace = { kind: 'postgresql', url: (await newSchema()).url };
  await withJournal(sqlite, async (journal) => {
    const change = { oldHash: null, newHash: sha256('x'), size: 1, staged: null, owner: 'somebody else' };
    await journal.begin({ id: 'a', bookId: 'new', path: 'p', userId: BASE, agentId: 'ada', operation: 'x', ...change });
  });
  await expect(run(sqlite, empty)).rejects.toThrow('Changes are under way');
  const nowhere: JournalPlace = { kind: 'sqlite', file: join(home, 'none.db') };
  await expect(run(nowhere, empty)).rejects.toThrow('names no SQLite file');
});

test('tells of a book whose chain does not hold', async () => {
  await withJournal(sqlite, (journal) => live(journal, 30, 3));
  const database = new DatabaseSync(sqlite.file);
  database.exec(
    "drop trigger audit_log_no_update; update audit_log set agent_id = 'eve' where book_id = 'second-book' and seq = 2",
  );
  database.close();
  const { verdicts } = await run(sqlite, postgres);
  expect(verdicts.map(({ reason }) => reason)).toEqual([undefined, 'the chain does not hold in the target', undefined]);
});
