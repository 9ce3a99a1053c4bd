import { access, lstat, realpath, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { codeOf, isAbsence } from '../../../../lib/errno.ts';
import { openSqlite, type SqliteConnection } from '../../../../lib/open-sqlite.ts';
import { realWorld } from '../../../../lib/world.ts';
import { isForbidden, whyNotWritable } from '../../../../lib/writable.ts';
import { agreeOnKey } from '../agree-on-key.ts';
import { clockOf, type JournalBackend, type JournalOptions, type RelaxedDurability } from '../backend.ts';
import type { Database } from '../database.ts';
import { type Journal, JournalFailure } from '../journal.ts';
import { KyselyJournal } from '../kysely-journal.ts';
import { type Flavour, migrate } from '../migrations.ts';
import { temporaryCopy } from './copy.ts';
import { DatabaseFile } from './database-file.ts';
import { explainedAtWork, explainedOpening } from './errors.ts';
import { GroupCommit } from './group-commit.ts';
import { kyselyOver } from './sqlite-database.ts';
import { SqliteTextIndex } from './sqlite-text-index.ts';
import { APPEND_ONLY, COUNTING, createTriggers, problems, RETENTION } from './triggers.ts';

/** Opens the journal in an SQLite file, which is created with its folder when there is none. */
export async function openSqliteJournal(file: string, options: JournalOptions = {}): Promise<Journal> {
  await refuseStrayLog(file);
  if (options.readOnly && ((await whyNotWritable(dirname(file))) ?? (await whyNotWritable(file)))) {
    return await openCopy(file, options);
  }
  if (options.readOnly && !(await isThere(file))) return await openNothing(file, options);
  return await journalOn(await connect(file), options, file.replace(/(?:\.db)?$/, '-texts.db'));
}

/** SQLite names its log after the file that a link leads to. One beside the link was left by a killed process when the file was still there; without it the file is not whole. */
async function refuseStrayLog(file: string): Promise<void> {
  const isLink = await lstat(file).then(
    (seen) => seen.isSymbolicLink(),
    () => false,
  );
  if (!isLink || !(await isThere(`${file}-wal`))) return;
  const name = basename(file);
  throw new JournalFailure(
    `${name} is a link, but its log ${name}-wal lies beside it. Put the file back in its place.`,
  );
}

async function journalOn(
  { db, sqlite, opened }: Connected,
  options: JournalOptions,
  textsFile?: string,
): Promise<KyselyJournal> {
  try {
    const keys = await agreeOnKey(db, options.keys, clockOf(options)(), options.sealing);
    const backend = backendWith(textsFile);
    if (!(await opened.syncApart(options.syncLog))) return new KyselyJournal(db, options, backend, keys);
    sqlite.exec('pragma synchronous = normal');
    const [sync, pause] = [() => opened.durable(), () => opened.pause()];
    const durability = new GroupCommit(db, sync, options.world, pause);
    return new KyselyJournal(db, options, { ...backend, relaxed: asAnyOther, durability }, keys);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The index of texts has a file of its own, or none that outlives the journal. */
function backendWith(textsFile?: string): JournalBackend {
  return { relaxed: withoutSync, problems, texts: () => new SqliteTextIndex(textsFile) };
}

/** Opens a copy that lives as long as the process: SQLite has to write even to read what a crash has left. */
async function openCopy(file: string, options: JournalOptions): Promise<Journal> {
  const { folder, copy } = await temporaryCopy(file).catch((error: unknown) => {
    throw explainedOpening(error, basename(file));
  });
  const connected = await connect(copy);
  const keyless = await options.keys?.read().then(() => undefined, unlessForbidden);
  const journal = keyless
    ? new KyselyJournal(connected.db, options, backendWith())
    : await journalOn(connected, { ...options, sealing: 'never' });
  // The copy can be read without the key of the log, and nothing that is noted in it stays; but nobody can tell whether it was changed.
  if (keyless) journal.verifyChain = () => Promise.reject(keyless);
  const close = journal.close.bind(journal);
  journal.close = async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  };
  return journal;
}

/** A reader need not have the right to read the key. */
function unlessForbidden(error: unknown): JournalFailure {
  if (error instanceof JournalFailure && isForbidden(codeOf(error.cause))) return error;
  throw error;
}

/** A reader does not make a journal where one is missing: it may only have been moved away for a while. */
async function openNothing(file: string, options: JournalOptions): Promise<Journal> {
  const journal = await openCopy(file, options);
  journal.problems = async () => [
    `${basename(file)} is missing: nothing is known of what has been written, or by whom`,
  ];
  return journal;
}

async function isThere(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    (error: unknown) => !isAbsence(error),
  );
}

/** Opens an SQLite file with the tables of a journal. Each commit waits for the disk. */
export async function connectSqlite(file: string): Promise<Kysely<Database>> {
  return (await connect(file)).db;
}

interface Connected {
  readonly db: Kysely<Database>;
  readonly sqlite: SqliteConnection;
  readonly opened: DatabaseFile;
}

async function connect(file: string): Promise<Connected> {
  const name = basename(file);
  let sqlite: SqliteConnection | undefined;
  try {
    sqlite = await openSqlite(file, PRAGMAS, { enableForeignKeyConstraints: true });
    sqlite.function('journal_clock', realWorld.now);
    let isOpen = false;
    const explain = (error: unknown) => (isOpen ? explainedAtWork(error, name) : error);
    const opened = new DatabaseFile(await realpath(file));
    const db = kyselyOver<Database>(sqlite, explain, opened);
    await migrate(db, SQLITE);
    isOpen = true;
    opened.hold();
    return { db, sqlite, opened };
  } catch (error) {
    sqlite?.close();
    throw explainedOpening(error, name);
  }
}

/** Where no commit waits for the disk. */
const asAnyOther: RelaxedDurability = (db, work) => db.transaction().execute(work);

/** In WAL mode the next change that is synced takes what was noted before it to the disk as well. */
const withoutSync: RelaxedDurability = (db, work) =>
  db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });

const PRAGMAS = [
  'journal_mode = wal',
  // A commit is on the disk when it returns: with WAL this driver would only promise it for most of them.
  'synchronous = full',
  // Most of it is done in a thread; this is how long the log may become when that does not keep up: 64 MB.
  'wal_autocheckpoint = 16000',
  // macOS keeps data in the drive's cache otherwise; nothing elsewhere.
  'fullfsync = on',
  // As in PostgreSQL.
  'case_sensitive_like = on',
];

/** How SQLite spells what migrations need. */
export const SQLITE: Flavour = {
  text: 'text',
  numbered: (table) => table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement()),
  appendOnly: (db) => createTriggers(db, APPEND_ONLY),
  counting: (db) => createTriggers(db, COUNTING),
  async retention(db) {
    await sql`drop trigger if exists audit_log_no_delete`.execute(db);
    await createTriggers(db, RETENTION);
  },
  // Each connection has it: all of them are on one machine.
  async clock() {},
  byKeyOnly: sql`without rowid`,
  // They are in a file of their own.
  async texts() {},
};
