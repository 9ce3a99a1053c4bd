import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { JournalOptions } from '../backend.ts';
import type { Journal } from '../journal.ts';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { KEYS, type OpenJournal } from './subjects.ts';

/** The database of this test file, where the tests run on PostgreSQL. */
export function testDatabase(): string | undefined {
  return process.env.QUARTET_TEST_DATABASE_URL;
}

/** A schema of its own in the database of this test file: as good as a database, and made faster. */
export async function newSchema(name = `s_${randomBytes(8).toString('hex')}`): Promise<{ url: string; name: string }> {
  await execute(needed(), `create schema if not exists ${name}`);
  return { url: `${needed()}?options=${encodeURIComponent(`-c search_path=${name}`)}`, name };
}

export async function execute(url: string, ...statements: readonly string[]): Promise<pg.QueryResult | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let last: pg.QueryResult | undefined;
    for (const statement of statements) last = await client.query(statement);
    return last;
  } finally {
    await client.end();
  }
}

/** A journal in a schema of its own, which goes with it. */
export async function openInSchema(options: JournalOptions = {}): Promise<OpenJournal> {
  const { url, name } = await newSchema();
  let journal: Journal = await openPostgresJournal(url, { keys: KEYS, ...options });
  return {
    journal,
    async reopen() {
      await journal.close();
      journal = await openPostgresJournal(url, { keys: KEYS, ...options });
      return journal;
    },
    async close() {
      await journal.close();
      await execute(needed(), `drop schema ${name} cascade`);
    },
  };
}

function needed(): string {
  const url = testDatabase();
  if (url === undefined) throw new Error('This test needs PostgreSQL: npx vitest run --project postgres');
  return url;
}
