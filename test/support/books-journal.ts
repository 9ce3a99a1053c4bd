import { openJournal } from '../../src/toolsets/books/journal/open.ts';
import { newDatabase } from './postgres.ts';

/** The database of this test file where the run is about PostgreSQL; else undefined, and the journal is in the library. */
export function databaseUrl(): string | undefined {
  return process.env.QUARTET_TEST_DATABASE_URL;
}

/** The journal of a library that a server works on. */
export function journalOf(root: string, url = databaseUrl()) {
  return openJournal(root, url, {});
}

/** What a server must be told that shall not share the database of this test file. */
export async function anotherDatabase(): Promise<{ DATABASE_URL?: string }> {
  const url = databaseUrl();
  return url === undefined ? {} : { DATABASE_URL: await newDatabase(url) };
}
