import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationFailure } from '../../kernel/errors.ts';
import { loadVectorExtension } from './extension.ts';
import { migrate, NewerDatabase } from './schema.ts';
import { BUSY, BUSY_TIMEOUT_MS, Sqlite, sqliteCode } from './sqlite.ts';
import { Store } from './store.ts';

export interface StoreOptions {
  /** The clock. */
  readonly now: () => Date;
}

/** Opens the judge's database, which is created with its folder when there is none. */
export async function openStore(file: string, options: StoreOptions): Promise<Store> {
  let db: Sqlite | undefined;
  try {
    await mkdir(dirname(file), { recursive: true });
    const opened = new Sqlite(file);
    db = opened;
    // The one statement that does not wait for another process by itself.
    await whenFree(() => opened.exec('pragma journal_mode = wal'));
    // What a power cut may take are the last changes, never the database; all but tokens can be fetched anew.
    opened.exec('pragma synchronous = normal');
    migrate(opened);
    await loadVectorExtension(opened);
    return new Store(opened, options);
  } catch (error) {
    db?.close();
    throw explained(error, basename(file));
  }
}

async function whenFree(work: () => void): Promise<void> {
  for (let waited = 0; ; waited += 20) {
    try {
      return work();
    } catch (error) {
      if (sqliteCode(error) !== BUSY || waited >= BUSY_TIMEOUT_MS) throw error;
      await sleep(20);
    }
  }
}

const EXPLANATIONS: Readonly<Record<number, string>> = {
  [BUSY]: 'is locked by another program. Close that program, or wait until it is done.',
  8: 'is read-only. Give this user the right to write the file and its folder.',
  11: 'is damaged. Move it away: the judge makes a new one and fills it again.',
  13: 'does not fit on the disk. Make room there.',
  14: 'cannot be opened. Check that it is a file and that this user may use its folder.',
  26: 'is not an SQLite database. Name another file, or move this one away.',
};

function explained(error: unknown, name: string): Error {
  if (error instanceof NewerDatabase) return new ConfigurationFailure(error.message);
  const explanation = EXPLANATIONS[sqliteCode(error)] ?? EXPLANATIONS[14];
  return new ConfigurationFailure(`The judge database ${name} ${explanation}`, { cause: error });
}
