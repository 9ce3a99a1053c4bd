import { basename } from 'node:path';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import { CANNOT_OPEN, explainSqlite, openSqlite, type SqliteConnection } from '../../../lib/open-sqlite.ts';
import { loadVectorExtension } from './extension.ts';
import { migrate, NewerDatabase } from './schema.ts';
import { Sqlite } from './sqlite.ts';
import { Store, type StoreOptions } from './store.ts';

const PRAGMAS = [
  'journal_mode = wal',
  // What a power cut may take are the last changes, never the database; all but tokens can be fetched anew.
  'synchronous = normal',
];
const WHEN_DAMAGED = 'Move it away: the judge makes a new one and fills it again.';

/** Opens the judge's database, which is created with its folder when there is none. */
export async function openStore(file: string, options: StoreOptions): Promise<Store> {
  let connection: SqliteConnection | undefined;
  try {
    connection = await openSqlite(file, PRAGMAS, { allowExtension: true });
    const db = new Sqlite(connection);
    migrate(db);
    await loadVectorExtension(db);
    return new Store(db, options);
  } catch (error) {
    connection?.close();
    throw explained(error, `The judge database ${basename(file)}`);
  }
}

function explained(error: unknown, subject: string): Error {
  if (error instanceof NewerDatabase) return new ConfigurationFailure(error.message);
  const sentence = explainSqlite(error, subject, WHEN_DAMAGED) ?? `${subject} ${CANNOT_OPEN}`;
  return new ConfigurationFailure(sentence, { cause: error });
}
