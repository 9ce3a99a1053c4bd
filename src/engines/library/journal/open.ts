import { lstat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isAbsence } from '../../../lib/errno.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import type { JournalOptions } from './backend.ts';
import { type Journal, JournalFailure } from './journal.ts';
import { isPostgresUrl } from './postgres/url.ts';

/** Opens the journal that an address names, or the one inside the library. Each database's driver is loaded only now. */
export async function openJournal(root: string, url: string | undefined, options: JournalOptions): Promise<Journal> {
  const file = journalFile(root, url);
  if (file === undefined) {
    const { openPostgresJournal } = await import('./postgres/postgres-journal.ts');
    return openPostgresJournal(url as string, options);
  }
  if (url === undefined) await refuseLinks(file);
  const { openSqliteJournal } = await import('./sqlite/sqlite-journal.ts');
  return openSqliteJournal(file, options);
}

/** Somebody who can put a link into a library must not choose which database the server opens, or which key it trusts. */
async function refuseLinks(journal: string): Promise<void> {
  const files = [journal, `${journal}-wal`, `${journal}-shm`, join(dirname(journal), 'audit.key')];
  for (const file of files) {
    const seen = await lstat(file).catch((error: unknown) => {
      if (!isAbsence(error)) throw error;
    });
    if (!seen || seen.isFile()) continue;
    const flag = file.endsWith('.key') ? '--audit-key-file' : '--database-url sqlite:FILE';
    const name = `${basename(dirname(file))}/${basename(file)}`;
    throw new JournalFailure(`${name} is a link or no plain file. Move it away, or name the file to use with ${flag}.`);
  }
}

/** The SQLite file of a journal, if it is in one. */
export function journalFile(root: string, url: string | undefined): string | undefined {
  if (url === undefined) return join(root, '.quartet', 'journal.db');
  if (isPostgresUrl(url)) return undefined;
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  if (file !== undefined) return resolve(file);
  throw new ConfigurationFailure(
    '--database-url (DATABASE_URL) must be sqlite:FILE or postgresql://USER:PASSWORD@HOST:PORT/DATABASE.',
  );
}
