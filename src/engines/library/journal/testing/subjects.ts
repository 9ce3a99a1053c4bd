import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { BASE, type FileKey } from '../../model/file-key.ts';
import { sha256 } from '../../model/files.ts';
import type { JournalOptions } from '../backend.ts';
import type { Database } from '../database.ts';
import { type AuditEntry, type FileRow, type Journal, type NewIntent } from '../journal.ts';
import { givenKey } from '../key-source.ts';

export interface OpenJournal {
  readonly journal: Journal;
  /** Closes the journal and opens it again, as after a restart. */
  reopen(): Promise<Journal>;
  close(): Promise<void>;
}

export type Open = (options?: JournalOptions) => Promise<OpenJournal>;

/** Runs a test with a fresh journal. */
export async function withJournal(open: Open, test: (opened: OpenJournal) => Promise<void>, options?: JournalOptions) {
  const opened = await open(options);
  try {
    await test(opened);
  } finally {
    await opened.close();
  }
}

/** What the audit logs of tests are sealed with. */
export const KEYS = givenKey('a key for the audit log of a test');

/** The database behind a journal, for tests that change it past the journal. */
export function databaseOf(journal: Journal): Kysely<Database> {
  return (journal as unknown as { db: Kysely<Database> }).db;
}

export function lesson(number: number, userId = BASE, bookId = 'ai'): FileKey {
  return { bookId, path: `content/01-Part/01-Chapter/0${number}-lesson.md`, userId };
}

export function change(key: FileKey, oldHash: string | null, newHash: string | null): NewIntent {
  const operation = newHash === null ? 'delete_content' : 'write_content';
  const place = { id: randomUUID(), staged: newHash && `staged-${newHash.slice(0, 8)}`, owner: 'here 1 1' };
  return { ...key, ...place, operation, agentId: 'ada', oldHash, newHash, size: 7 };
}

/** Begins and finishes a change; an empty text is a deletion. */
export async function carryOut(journal: Journal, key: FileKey, before: string, after: string) {
  const intent = change(key, before === '' ? null : sha256(before), after === '' ? null : sha256(after));
  const decision = await journal.begin(intent);
  if (decision.kind !== 'begun') throw new Error(`not begun: ${decision.kind}`);
  return journal.finish(intent.id, `v-${after}`, 3);
}

export function found(key: FileKey, text: string): Omit<FileRow, 'lastWrittenAt'> {
  return { ...key, sha256: sha256(text), size: 9, version: `v-${text}`, writtenBy: 'keeper', storageBackend: 's3' };
}

export function reading(key: FileKey, more: Partial<AuditEntry> = {}): AuditEntry {
  const nothing = { prevHash: null, newHash: null, errorMessage: null };
  return {
    ...key,
    ...nothing,
    agentId: 'bob',
    operation: 'read_content',
    status: 'success',
    executionTimeMs: 2,
    ...more,
  };
}
