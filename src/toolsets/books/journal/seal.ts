import { sha256 } from '../hash.ts';
import type { AuditRow } from './journal.ts';

/** An audit row with its place in the chain of its book. */
export interface StoredEntry extends AuditRow {
  readonly seq: number;
}

/** What the first entry of a book is linked to. */
export const NO_ENTRY = '0'.repeat(64);

/** Seals an entry: SHA-256 over all it says, its place in the book and the entry before it. */
export function sealOf(entry: Omit<StoredEntry, 'id' | 'entryHash'>): string {
  const { prevEntryHash, bookId, seq, timestamp, agentId, operation, path, userId } = entry;
  const { prevHash, newHash, status, errorMessage, executionTimeMs, stateChange } = entry;
  const identity = [prevEntryHash, bookId, seq, timestamp, agentId, operation, path, userId];
  // An array has one form in JSON, where an object has as many as its keys have orders.
  return sha256(JSON.stringify([...identity, prevHash, newHash, status, errorMessage, executionTimeMs, stateChange]));
}
