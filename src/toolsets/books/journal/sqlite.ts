import { access, constants, mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { type Journal, JournalFailure } from './journal.ts';
import { type Flavour, migrate } from './migrations.ts';
import { type Hastily, type JournalOptions, KyselyJournal } from './queries.ts';
import { kyselyOver, whenFree } from './sqlite-dialect.ts';

/** Opens the journal in an SQLite file, which is created with its folder when there is none. */
export async function openSqliteJournal(file: string, options: JournalOptions = {}): Promise<Journal> {
  return new KyselyJournal(await connectSqlite(file), options, withoutSync);
}

/** Opens an SQLite file with the tables of a journal. */
export async function connectSqlite(file: string): Promise<Kysely<Database>> {
  let sqlite: InstanceType<typeof DatabaseSync> | undefined;
  try {
    await mkdir(dirname(file), { recursive: true });
    sqlite = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    // SQLite opens what it may only read, and says so at the first write.
    await access(file, constants.W_OK);
    for (const pragma of PRAGMAS) await whenFree(() => sqlite?.exec(`pragma ${pragma}`));
    sqlite.function('journal_clock', () => Date.now());
    const db = kyselyOver<Database>(sqlite);
    await migrate(db, SQLITE);
    return db;
  } catch (error) {
    sqlite?.close();
    throw explained(error, basename(file));
  }
}

/** In WAL mode the next change that is synced takes what was noted before it to the disk as well. */
const withoutSync: Hastily = (db, work) =>
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
  // macOS keeps data in the drive's cache otherwise; nothing elsewhere.
  'fullfsync = on',
  // As in PostgreSQL.
  'case_sensitive_like = on',
];

/** How SQLite spells what migrations need. */
export const SQLITE: Flavour = {
  text: 'text',
  numbered: (table) => table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement()),
  async appendOnly(db) {
    await refuse(db, 'update', sql``);
    await refuse(db, 'delete', sql``);
    // `insert or replace` removes rows without a deletion that a trigger could see.
    const same = sql`id = new.id or (book_id = new.book_id and seq = new.seq)`;
    await refuse(db, 'insert', sql`when exists (select 1 from audit_log where ${same})`);
  },
  // Each connection has it: all of them are on one machine.
  async clock() {},
};

async function refuse(db: Kysely<Database>, event: string, condition: ReturnType<typeof sql>): Promise<void> {
  const trigger = sql.raw(`create trigger audit_log_no_${event} before ${event} on audit_log`);
  await sql`${trigger} ${condition} begin select raise(abort, 'the audit log is append-only'); end`.execute(db);
}

const READ_ONLY = 'is read-only. Give this user the right to write the file and its folder.';
const CANNOT_OPEN = 'cannot be opened. Check that it is a file and that this user may use its folder.';

const EXPLANATIONS: Readonly<Record<string, string>> = {
  5: 'is locked by another program. Close that program, or wait until it is done.',
  8: READ_ONLY,
  11: 'is damaged. Restore it from a backup; without one, move it away, and the files in storage are taken in anew.',
  13: 'does not fit on the disk. Make room there.',
  14: CANNOT_OPEN,
  26: 'is not an SQLite database. Name another file, or move this one away.',
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
  ENOTDIR: CANNOT_OPEN,
  EEXIST: CANNOT_OPEN,
  ENOENT: CANNOT_OPEN,
};

/** An error of opening, in words that help and without the folders of this machine. */
export function explained(error: unknown, name: string): Error {
  if (error instanceof JournalFailure) return error;
  const known = EXPLANATIONS[codeOf(error)];
  if (known !== undefined) return new JournalFailure(`The journal ${name} ${known}`, { cause: error });
  // What the system says names paths; what SQLite says does not.
  const reason = error instanceof Error && !('syscall' in error) ? error.message : codeOf(error);
  const sentence = `The journal ${name} could not be brought to this version (${reason}). It is as it was.`;
  return new JournalFailure(sentence, { cause: error });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if ('errcode' in error) return String(Number(error.errcode) & 0xff);
  return 'code' in error ? String(error.code) : 'unknown reason';
}
