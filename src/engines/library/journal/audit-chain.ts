import { createHmac, createSecretKey } from 'node:crypto';
import type { Transaction } from 'kysely';
import { sha256 } from '../model/files.ts';
import type { Database } from './database.ts';
import type { AuditEntry, AuditRow } from './journal.ts';
import { prepared } from './prepared.ts';

/**
 * The audit chain of a book: each entry is stamped, linked to the one before it and sealed. The keys come from `key-source.ts`; `verify-chain.ts` walks
 * through what was made here.
 */

/** Seals what is in the audit log, so that nobody can make entries who can write the database but has not got the key. */
export interface AuditKey {
  /** Tells one key from another, and nothing about it. */
  readonly id: string;
  /** HMAC-SHA-256 in lower-case hex. */
  seal(text: string): string;
}

export function auditKey(secret: string): AuditKey {
  const key = createSecretKey(secret, 'utf8');
  const seal = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  return { id: seal('the id of this key').slice(0, 16), seal };
}

/** When something is recorded, and what seals it. */
export interface Recording {
  readonly now: Date;
  readonly key: AuditKey | undefined;
  newId(): string;
}

/** The end of a book's chain while entries are being added. */
export interface OpenChain {
  readonly bookId: string;
  readonly key: AuditKey | undefined;
  entries: number;
  hash: string;
  stamp: string;
}

/** Appends the entry of a state change, and ends the work on the chain. */
export async function record(tx: Transaction<Database>, chain: OpenChain, entry: AuditEntry, now: Date): Promise<void> {
  await insert(tx, link(chain, storable(entry), true, now));
  await saveChain(tx, chain);
}

/** Takes a book's chain: until the transaction ends nobody else can. The stamp is the last one given. */
export async function openChain(
  tx: Transaction<Database>,
  bookId: string,
  key: AuditKey | undefined,
): Promise<OpenChain> {
  const [chain] = (await takeChain(tx, { bookId })).rows;
  if (chain === undefined) throw new Error('The chain was neither there nor made.');
  return { ...chain, key };
}

/** Gives the chain its next stamp, later than all before it. */
export function advance(chain: OpenChain, now: Date): string {
  chain.stamp = stampAfter(chain.stamp, now);
  return chain.stamp;
}

export function link(chain: OpenChain, entry: AuditEntry, stateChange: boolean, now: Date): LinkedEntry {
  const { agentId, operation, bookId, path, userId, prevHash, newHash, status, errorMessage, executionTimeMs } = entry;
  // Written out: copies made by spreading take longer than the seal.
  const linked: LinkedEntry = {
    agentId,
    operation,
    bookId,
    path,
    userId,
    prevHash,
    newHash,
    status,
    errorMessage,
    executionTimeMs,
    seq: chain.entries + 1,
    timestamp: entryTime(chain.stamp, now),
    stateChange,
    state: Number(stateChange),
    prevEntryHash: chain.hash,
    entryHash: '',
  };
  linked.entryHash = sealOf(linked, chain.key);
  chain.entries = linked.seq;
  chain.hash = linked.entryHash;
  return linked;
}

export type LinkedEntry = Omit<StoredEntry, 'id' | 'entryHash'> & { readonly state: number; entryHash: string };

const insert = prepared((db, entry: LinkedEntry) => db.insertInto('audit_log').values(columnsOf(entry)));

export function columnsOf(entry: LinkedEntry) {
  return {
    book_id: entry.bookId,
    path: entry.path,
    user_id: entry.userId,
    seq: entry.seq,
    timestamp: entry.timestamp,
    agent_id: entry.agentId,
    operation: entry.operation,
    prev_hash: entry.prevHash,
    new_hash: entry.newHash,
    status: entry.status,
    error_message: entry.errorMessage,
    execution_time_ms: entry.executionTimeMs,
    state_change: entry.state,
    entry_hash: entry.entryHash,
    prev_entry_hash: entry.prevEntryHash,
  };
}

const takeChain = prepared((db, { bookId }: { bookId: string }) =>
  db
    .insertInto('audit_chain')
    .values({ book_id: bookId, entries: 0, last_entry_hash: NO_ENTRY, last_stamp: EPOCH })
    // Changes nothing, but locks the row where rows have locks.
    .onConflict((conflict) => conflict.column('book_id').doUpdateSet({ book_id: bookId }))
    .returning(['book_id as bookId', 'entries', 'last_entry_hash as hash', 'last_stamp as stamp']),
);

export async function saveChain(tx: Transaction<Database>, chain: OpenChain): Promise<void> {
  await updateChain(tx, { ...chain, seal: chain.key === undefined ? null : sealOfEnd(chain, chain.key) });
}

const updateChain = prepared((db, { bookId, entries, hash, stamp, seal }: OpenChain & { seal: string | null }) =>
  db
    .updateTable('audit_chain')
    .set({ entries, last_entry_hash: hash, last_stamp: stamp, seal })
    .where('book_id', '=', bookId),
);

/** The entry as the database will give it back, so that its seal still fits: a refused path may hold anything. */
export function storable(entry: AuditEntry): AuditEntry {
  return {
    agentId: text(entry.agentId),
    operation: text(entry.operation),
    bookId: text(entry.bookId),
    path: text(entry.path),
    userId: text(entry.userId),
    prevHash: entry.prevHash,
    newHash: entry.newHash,
    status: entry.status,
    errorMessage: entry.errorMessage === null ? null : text(entry.errorMessage),
    executionTimeMs: Math.min(Math.max(0, Math.round(entry.executionTimeMs) || 0), MOST_MS),
  };
}

/** What both databases can hold in an integer. */
const MOST_MS = 2 ** 31 - 1;

/** Replaces what is no text in a database: NUL and lone surrogates. */
function text(value: string): string {
  return value.replace(/\0|\p{Surrogate}/gu, '\ufffd');
}

/** An audit row with its place in the chain of its book. */
export interface StoredEntry extends AuditRow {
  readonly seq: number;
}

/** What the first entry of a book is linked to. */
export const NO_ENTRY = '0'.repeat(64);

/** The operation of the entry from which on a chain is sealed with another key than before, or with one at all. */
export const SEAL_CHAIN = 'seal_chain';

/** Seals an entry: a hash over all it says, its place in the book and the entry before it, which only a holder of the key can make. */
export function sealOf(entry: Omit<StoredEntry, 'id' | 'entryHash'>, key?: AuditKey): string {
  const { prevEntryHash, bookId, seq, timestamp, agentId, operation, path, userId } = entry;
  const { prevHash, newHash, status, errorMessage, executionTimeMs, stateChange } = entry;
  const identity = [prevEntryHash, bookId, seq, timestamp, agentId, operation, path, userId];
  // An array has one form in JSON, where an object has as many as its keys have orders.
  const rest = [prevHash, newHash, status, errorMessage, executionTimeMs, stateChange];
  return sealed(JSON.stringify([...identity, ...rest]), key);
}

/** The end of a chain. */
export interface ChainEnd {
  readonly bookId: string;
  readonly entries: number;
  readonly hash: string;
}

/** Seals the end of a chain, so that its last entries cannot be taken away. */
export function sealOfEnd({ bookId, entries, hash }: ChainEnd, key: AuditKey): string {
  return key.seal(JSON.stringify(['end', bookId, entries, hash]));
}

/** What stands for the entries of a book that were taken out of the log. */
export interface Anchor extends ChainEnd {
  /** The key that the chain was sealed with there; empty when it was not yet. */
  readonly keyId: string;
  readonly madeAt: string;
  /** The files that there were, as `anchors.ts` writes them. */
  readonly files: string;
}

/** Only with a key: what anybody could make proves nothing about what is gone. */
export function sealOfAnchor({ bookId, entries, hash, keyId, madeAt, files }: Anchor, key: AuditKey): string {
  return key.seal(JSON.stringify(['anchor', bookId, entries, hash, keyId, madeAt, sha256(files)]));
}

function sealed(text: string, key: AuditKey | undefined): string {
  return key === undefined ? sha256(text) : key.seal(text);
}

/** Before every stamp. */
const EPOCH = '1970-01-01T00:00:00.000Z';

/** The next stamp of a book: the clock's, yet later than the last one even when the clock has gone back. */
export function stampAfter(last: string, now: Date): string {
  return new Date(Math.max(now.getTime(), timeOf(last) + 1)).toISOString();
}

/** The time that an entry of the log tells: in order with the last stamp, unless a clock has jumped ahead once. */
export function entryTime(last: string, now: Date): string {
  const ahead = timeOf(last) - now.getTime();
  return new Date(ahead > 0 && ahead <= CLOCKS_DIFFER_MS ? last : now).toISOString();
}

/** A stamp that a failing disk has spoilt is as good as none: it must not keep anybody from writing. */
function timeOf(stamp: string): number {
  return Date.parse(stamp) || 0;
}

/** Whether a text is a stamp as they are made here. */
export function isStamp(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** Servers that share a journal have clocks of their own. */
const CLOCKS_DIFFER_MS = 60_000;
