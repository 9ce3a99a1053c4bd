import { randomUUID } from 'node:crypto';
import { openJournal } from '../../../src/engines/library/journal/open.ts';
import type { OptionValues } from '../../../src/kernel/toolset.ts';
import { BOOKS_OPTIONS } from '../../../src/toolsets/books/options.ts';
import { auditKeys } from '../../../src/toolsets/books/settings/settings.ts';
import { newDatabase } from '../postgres/server.ts';

/** The database of this test file where the run is about PostgreSQL; else undefined, and the journal is in the library. */
export function databaseUrl(): string | undefined {
  return process.env.QUARTET_TEST_DATABASE_URL;
}

/** Makes a database that of this test file, with an empty part of the bucket: servers find both where operators put them. */
export function useDatabase(url: string): void {
  process.env.QUARTET_TEST_DATABASE_URL = url;
  process.env.DATABASE_URL = url;
  process.env.PANAVERSITY_S3_PREFIX = randomUUID();
}

/** What a server is told that is started in this environment: which storage, which journal. */
export function optionsOf(root: string): OptionValues {
  const told = BOOKS_OPTIONS.map(({ key, env }) => [key, env.map((name) => process.env[name]).find(Boolean)] as const);
  return { ...Object.fromEntries(told), root };
}

/** The journal of a library that a server works on. */
export function journalOf(root: string, url = databaseUrl()) {
  return openJournal(root, url, { keys: auditKeys({ ...(url !== undefined && { databaseUrl: url }) }, root) });
}

/** What a server must be told that shall not share the library of this test file. */
export async function anotherLibrary(): Promise<Record<string, string>> {
  const url = databaseUrl();
  return {
    PANAVERSITY_S3_PREFIX: randomUUID(),
    ...(url !== undefined && { DATABASE_URL: await newDatabase(url) }),
  };
}

/** How often something is done over and over: each set-up runs everything, all but the first fewer times. */
export function times(count: number): number {
  return Math.ceil(count * Number(process.env.QUARTET_TEST_SHARE ?? 1));
}
