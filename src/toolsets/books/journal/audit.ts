import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { AuditEntry } from './journal.ts';
import { prepared, preparedBatch } from './prepared.ts';
import { NO_ENTRY, type StoredEntry, sealOf } from './seal.ts';
import { EPOCH, stampAfter, stampNotBefore } from './stamps.ts';

/** The end of a book's chain while entries are being added. */
export interface Chain {
  readonly bookId: string;
  entries: number;
  hash: string;
  stamp: string;
}

/** Appends entries that changed nothing, in the order given. */
export async function note(tx: Transaction<Database>, entries: readonly AuditEntry[], now: Date): Promise<void> {
  const clean = entries.map(storable);
  const chains = new Map<string, Chain>();
  // Sorted, so that two of these cannot wait for each other.
  for (const bookId of [...new Set(clean.map((entry) => entry.bookId))].sort()) {
    chains.set(bookId, await openChain(tx, bookId));
  }
  for (const chain of chains.values()) chain.stamp = stampNotBefore(chain.stamp, now);
  const rows = clean.map((entry) => link(chains.get(entry.bookId) as Chain, entry, false));
  // Many at a time: while they are on their way to a server, nobody else can add to these chains.
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    if (batch.length === BATCH) await insertBatch(tx, batch);
    else await tx.insertInto('audit_log').values(batch.map(columnsOf)).execute();
  }
  for (const chain of chains.values()) await saveChain(tx, chain);
}

const BATCH = 50;

/** Appends the entry of a state change, whose time is the chain's stamp, and ends the work on the chain. */
export async function record(tx: Transaction<Database>, chain: Chain, entry: AuditEntry): Promise<void> {
  await insert(tx, link(chain, storable(entry), true));
  await saveChain(tx, chain);
}

/** Takes a book's chain: until the transaction ends nobody else can. The stamp is the last one given. */
export async function openChain(tx: Transaction<Database>, bookId: string): Promise<Chain> {
  const [chain] = (await takeChain(tx, { bookId })).rows;
  if (chain === undefined) throw new Error('The chain was neither there nor made.');
  return { ...chain };
}

/** Gives the chain its next stamp, later than all before it. */
export function advance(chain: Chain, now: Date): string {
  chain.stamp = stampAfter(chain.stamp, now);
  return chain.stamp;
}

function link(chain: Chain, entry: AuditEntry, stateChange: boolean): LinkedEntry {
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
    timestamp: chain.stamp,
    stateChange,
    state: Number(stateChange),
    prevEntryHash: chain.hash,
    entryHash: '',
  };
  linked.entryHash = sealOf(linked);
  chain.entries = linked.seq;
  chain.hash = linked.entryHash;
  return linked;
}

type LinkedEntry = Omit<StoredEntry, 'id' | 'entryHash'> & { readonly state: number; entryHash: string };

const insert = prepared((db, entry: LinkedEntry) => db.insertInto('audit_log').values(columnsOf(entry)));

const insertBatch = preparedBatch(BATCH, (db, entries: readonly LinkedEntry[]) =>
  db.insertInto('audit_log').values(entries.map(columnsOf)),
);

function columnsOf(entry: LinkedEntry) {
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

const saveChain = prepared((db, { bookId, entries, hash, stamp }: Chain) =>
  db
    .updateTable('audit_chain')
    .set({ entries, last_entry_hash: hash, last_stamp: stamp })
    .where('book_id', '=', bookId),
);

/** The entry as the database will give it back, so that its seal still fits: a refused path may hold anything. */
function storable(entry: AuditEntry): AuditEntry {
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
