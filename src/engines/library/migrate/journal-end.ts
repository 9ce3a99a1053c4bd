import { stat } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import type { Database } from '../journal/database.ts';

/** One end of a migration of a journal. */
export type JournalPlace =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgresql'; readonly url: string };

/** A journal that can be copied from or to. */
export interface JournalEnd {
  readonly db: Kysely<Database>;
  /** Lets the database number on after ids that it was given. */
  numberOn(): Promise<void>;
}

export async function openJournalPlace(place: JournalPlace, role: 'from' | 'to'): Promise<JournalEnd> {
  if (place.kind === 'postgresql') {
    const { connectPostgres } = await import('../journal/postgres/postgres-journal.ts');
    const db = await connectPostgres(place.url);
    return { db, numberOn: () => numberOn(db) };
  }
  if (role === 'from') await refuseMissing(place.file);
  const { connectSqlite } = await import('../journal/sqlite/sqlite-journal.ts');
  // SQLite goes on after the largest id by itself.
  return { db: await connectSqlite(place.file), numberOn: async () => {} };
}

/** To open a file that is not there would make one, empty, and call its migration a success. */
async function refuseMissing(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new ConfigurationFailure('--from names no SQLite file that is there.');
}

async function numberOn(db: Kysely<Database>): Promise<void> {
  const sequence = sql`pg_get_serial_sequence('audit_log', 'id')`;
  await sql`select setval(${sequence}, max(id)) from audit_log having max(id) is not null`.execute(db);
}
