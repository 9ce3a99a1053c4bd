import type { Insertable, Kysely } from 'kysely';
import { realWorld } from '../../../lib/world.ts';
import { agreeOnKey } from '../journal/agree-on-key.ts';
import type { Database } from '../journal/database.ts';
import { JournalFailure } from '../journal/journal.ts';
import type { KeySource } from '../journal/key-source.ts';
import { type BookVerdict, compareBooks } from './journal-check.ts';
import type { JournalEnd } from './journal-end.ts';

export interface JournalMigrationOptions {
  readonly dryRun: boolean;
  /** Where the key is that seals the audit log. */
  readonly keys?: KeySource | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export interface JournalMigrationReport {
  readonly dry_run: boolean;
  readonly books: number;
  readonly files: number;
  readonly tombstones: number;
  readonly audit_entries: number;
  readonly copied_entries: number;
  /** Entries that an earlier run has brought. */
  readonly already: number;
  readonly verdicts: readonly BookVerdict[];
}

const PAGE = 500;

/**
 * Brings a journal into an empty database, or goes on with one that an earlier run has begun. The audit log arrives page by page
 * under the ids that it has, in its order; files and the ends of the chains follow in one transaction, so that a server which is started too early
 * finds an empty journal, never half of one. At last both are compared, chains and all.
 */
export async function migrateJournal(
  source: JournalEnd,
  target: JournalEnd,
  { dryRun, keys: keySource, signal, onProgress }: JournalMigrationOptions,
): Promise<JournalMigrationReport> {
  const from = source.db;
  await refuseUnfinished(from);
  const isSealed = (await countOf(from, 'audit_key')) > 0;
  const keys = isSealed ? await agreeOnKey(from, keySource, new Date(realWorld.now())) : [];
  const total = await countOf(from, 'audit_log');
  const rows = { files: await countOf(from, 'file_journal'), tombstones: await countOf(from, 'tombstone') };
  const all = total + rows.files + rows.tombstones;
  const already = await continuedAt(from, target.db);
  const counts = { books: await countOf(from, 'audit_chain'), ...rows, audit_entries: total, already: already.entries };
  if (dryRun) return { dry_run: true, ...counts, copied_entries: total - already.entries, verdicts: [] };
  let done = already.entries;
  onProgress(done, all);
  for (let last = already.id; ; ) {
    signal.throwIfAborted();
    const page = await from
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (page.length === 0) break;
    await target.db.transaction().execute((tx) =>
      tx
        .insertInto('audit_log')
        .values(page.map((row) => ({ ...row })))
        .execute(),
    );
    last = page.at(-1)?.id ?? last;
    done += page.length;
    onProgress(done, all);
  }
  await target.numberOn();
  await copyState(from, target.db, signal, (copied) => onProgress(total + copied, all));
  const verdicts = await compareBooks(from, target.db, keys, signal);
  return { dry_run: false, ...counts, copied_entries: done - already.entries, verdicts };
}

/** The files, the deletions and the ends of the chains, which together say how things stand. */
async function copyState(
  from: Kysely<Database>,
  to: Kysely<Database>,
  signal: AbortSignal,
  onProgress: (copied: number) => void,
): Promise<void> {
  const books = await booksOf(from);
  await to.transaction().execute(async (tx) => {
    for (const table of STATE) await tx.deleteFrom(table).execute();
    await tx.deleteFrom('audit_key').execute();
    await copyObjects(from, tx, signal);
    const key = await from.selectFrom('audit_key').selectAll().executeTakeFirst();
    if (key !== undefined)
      await tx
        .insertInto('audit_key')
        .values({ ...key })
        .execute();
    let copied = 0;
    for (const book of books) {
      for (const table of STATE) {
        signal.throwIfAborted();
        const rows = await from.selectFrom(table).selectAll().where('book_id', '=', book).execute();
        for (let at = 0; at < rows.length; at += PAGE) {
          const page = rows.slice(at, at + PAGE).map((row) => ({ ...row })) as Insertable<Database[typeof table]>[];
          await tx.insertInto(table).values(page).execute();
        }
        if (table === 'file_journal' || table === 'tombstone') copied += rows.length;
        onProgress(copied);
      }
    }
  });
}

/** Where the bytes of versions are; they stay there. */
async function copyObjects(from: Kysely<Database>, tx: Kysely<Database>, signal: AbortSignal): Promise<void> {
  await tx.deleteFrom('version_object').execute();
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const objects = from.selectFrom('version_object').selectAll().where('sha256', '>', last);
    const page = await objects.orderBy('sha256').limit(PAGE).execute();
    const end = page.at(-1)?.sha256;
    if (end === undefined) return;
    await tx
      .insertInto('version_object')
      .values(page.map((row) => ({ ...row })))
      .execute();
    last = end;
  }
}

const STATE = ['file_journal', 'tombstone', 'version', 'audit_anchor', 'audit_chain'] as const;

async function booksOf(db: Kysely<Database>): Promise<string[]> {
  const books = new Set<string>();
  for (const table of STATE) {
    for (const { book_id } of await db.selectFrom(table).select('book_id').distinct().execute()) books.add(book_id);
  }
  return [...books].sort();
}

/** Where an earlier run has come to; refuses a target that holds anything else than the beginning of the source. */
async function continuedAt(from: Kysely<Database>, to: Kysely<Database>): Promise<{ id: number; entries: number }> {
  const last = await lastEntry(to);
  const entries = await countOf(to, 'audit_log');
  if (last === undefined) {
    if ((await countOf(to, 'file_journal')) > 0) throw anotherHistory();
    return { id: 0, entries: 0 };
  }
  const { before } = await from
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('id', '<=', last.id)
    .executeTakeFirstOrThrow();
  const there = await from.selectFrom('audit_log').select('entry_hash').where('id', '=', last.id).executeTakeFirst();
  if (there?.entry_hash !== last.entry_hash || Number(before) !== entries) throw anotherHistory();
  return { id: last.id, entries };
}

function lastEntry(db: Kysely<Database>) {
  return db.selectFrom('audit_log').select(['id', 'entry_hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

async function refuseUnfinished(from: Kysely<Database>): Promise<void> {
  if ((await countOf(from, 'intent')) === 0) return;
  throw new JournalFailure(
    'Changes are under way in the source. Stop its servers, run "quartet books verify --repair" there, then try again.',
  );
}

function anotherHistory(): JournalFailure {
  return new JournalFailure(
    'The target holds a journal that is not the beginning of this one. Give an empty database, or an empty schema of one.',
  );
}

async function countOf(db: Kysely<Database>, table: keyof Database): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
