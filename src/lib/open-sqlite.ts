import { access, constants, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { codeOf, isAbsence } from './errno.ts';

export type SqliteConnection = InstanceType<typeof DatabaseSync>;
type SqliteOptions = NonNullable<ConstructorParameters<typeof DatabaseSync>[1]>;

const PATIENCE_MS = 10_000;
const SQLITE_BUSY = '5';
const SQLITE_NOTADB = 26;

/** Opens a database, which is made with its folder when there is none, and sets its pragmas. Its failures are for `explainSqlite`. */
export async function openSqlite(
  file: string,
  pragmas: readonly string[],
  options: SqliteOptions = {},
): Promise<SqliteConnection> {
  await mkdir(dirname(file), { recursive: true });
  await refuseSpecial(file);
  // SQLite would make it without the group's rights, and its log gets those of the file.
  await (await open(file, 'a')).close();
  const sqlite = new DatabaseSync(file, options);
  try {
    // SQLite opens what it may only read, and says so at the first write.
    await access(file, constants.W_OK);
    for (const pragma of pragmas) await whenFree(() => sqlite.exec(`pragma ${pragma}`));
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** To open a pipe would take until somebody writes into it. */
async function refuseSpecial(file: string): Promise<void> {
  const seen = await stat(file).catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
  });
  if (seen && !seen.isFile()) throw Object.assign(new Error('not a file'), { code: 'EISDIR', syscall: 'open' });
  if (seen && seen.size > 0) await refuseForeign(file);
}

const HEADER = Buffer.from('SQLite format 3\0');

/** With a log beside it, SQLite would take any file for a database: it finds all pages in the log. */
async function refuseForeign(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
    if (!buffer.equals(HEADER)) throw Object.assign(new Error('not a database'), { errcode: SQLITE_NOTADB });
  } finally {
    await handle.close();
  }
}

/**
 * Runs a step, and again while another connection has the database locked. SQLite's own busy timeout would stop the
 * whole process meanwhile, and wait in vain when the other connection belongs to this process.
 */
export async function whenFree<Result>(step: () => Result): Promise<Result> {
  for (const deadline = performance.now() + PATIENCE_MS; ; ) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(1 + Math.random() * 8);
  }
}

/** Whether an error says that another connection has the database locked. */
export const isBusy = (error: unknown) => sqliteCode(error) === SQLITE_BUSY;

/** The number of an error of SQLite, else the system's code, such as `ENOENT`; empty when there is neither. */
export function sqliteCode(error: unknown): string {
  // The upper bits tell more, such as that another process is recovering the log.
  return error instanceof Error && 'errcode' in error ? String(Number(error.errcode) & 0xff) : codeOf(error);
}

const READ_ONLY = 'is read-only. Give this user the right to write the file and its folder.';
export const CANNOT_OPEN = 'cannot be opened. Check that it is a file and that this user may use its folder.';
const LOCKED = 'is locked by another program. Close that program, or wait until it is done.';
const FULL = 'does not fit on the disk. Make room there.';

const EXPLANATIONS: Readonly<Record<string, string>> = {
  [SQLITE_BUSY]: LOCKED,
  6: LOCKED,
  8: READ_ONLY,
  10: 'could not be read or written by the system. Check its disk.',
  11: 'is damaged.',
  13: FULL,
  14: CANNOT_OPEN,
  [SQLITE_NOTADB]: 'is not an SQLite database. Name another file, or move this one away.',
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
  ENOSPC: FULL,
  EDQUOT: FULL,
  EISDIR: CANNOT_OPEN,
  ELOOP: CANNOT_OPEN,
  ENOTDIR: CANNOT_OPEN,
  EEXIST: CANNOT_OPEN,
  ENOENT: CANNOT_OPEN,
};

/**
 * What is wrong with a database, in words that help and without the folders of this machine; undefined when only the error itself can tell.
 *
 * @example explainSqlite(error, 'The journal journal.db', 'Restore it from a backup.')
 */
export function explainSqlite(error: unknown, subject: string, whenDamaged: string): string | undefined {
  const code = sqliteCode(error);
  const known = EXPLANATIONS[code];
  if (known === undefined) return undefined;
  return code === '11' ? `${subject} ${known} ${whenDamaged}` : `${subject} ${known}`;
}
