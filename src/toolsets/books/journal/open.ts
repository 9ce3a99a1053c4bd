import { join, resolve } from 'node:path';
import { ConfigurationFailure } from '../../../kernel/errors.ts';
import type { Journal } from './journal.ts';
import { isPostgresUrl } from './postgres-url.ts';
import type { JournalOptions } from './queries.ts';

/** Opens the journal that an address names, or the one inside the library. Each database's driver is loaded only now. */
export async function openJournal(root: string, url: string | undefined, options: JournalOptions): Promise<Journal> {
  if (url !== undefined && isPostgresUrl(url)) {
    const { openPostgresJournal } = await import('./postgres.ts');
    return openPostgresJournal(url, options);
  }
  const file = journalFile(root, url);
  const { openSqliteJournal } = await import('./sqlite.ts');
  return openSqliteJournal(file, options);
}

function journalFile(root: string, url: string | undefined): string {
  if (url === undefined) return join(root, '.quartet', 'journal.db');
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  if (file !== undefined) return resolve(file);
  throw new ConfigurationFailure(
    '--database-url (DATABASE_URL) must be sqlite:FILE or postgresql://USER:PASSWORD@HOST:PORT/DATABASE.',
  );
}
