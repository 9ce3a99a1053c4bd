import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { ConfigurationFailure } from '../../../kernel/errors.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import type { Database } from '../journal/database.ts';
import { isPostgresUrl } from '../journal/postgres-url.ts';

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

/** Reads `sqlite:FILE`, `postgresql://…`, or `postgresql` for the address in DATABASE_URL; undefined for anything else. */
export function readJournalPlace(text: string, flag: string, options: OptionValues): JournalPlace | undefined {
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (file !== undefined) return { kind: 'sqlite', file: resolve(file) };
  if (text !== 'postgresql') return isPostgresUrl(text) ? { kind: 'postgresql', url: text } : undefined;
  const { databaseUrl } = options;
  if (databaseUrl !== undefined && isPostgresUrl(databaseUrl)) return { kind: 'postgresql', url: databaseUrl };
  throw new ConfigurationFailure(
    `${flag} postgresql takes its address from DATABASE_URL, which must be postgresql://….`,
  );
}

export async function openJournalPlace(place: JournalPlace, role: 'from' | 'to'): Promise<JournalEnd> {
  if (place.kind === 'postgresql') {
    const { connectPostgres } = await import('../journal/postgres.ts');
    const db = await connectPostgres(place.url);
    return { db, numberOn: () => numberOn(db) };
  }
  if (role === 'from') await refuseMissing(place.file);
  const { connectSqlite } = await import('../journal/sqlite.ts');
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
