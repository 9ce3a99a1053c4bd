import type { Transaction } from 'kysely';
import {
  columnsOf,
  type LinkedEntry,
  link,
  type OpenChain,
  openChain,
  type Recording,
  saveChain,
  storable,
} from './audit-chain.ts';
import type { Database } from './database.ts';
import type { AuditEntry } from './journal.ts';
import { preparedBatch } from './prepared.ts';

/** Appends entries that changed nothing, in the order given. */
export async function note(
  tx: Transaction<Database>,
  entries: readonly AuditEntry[],
  { now, key }: Pick<Recording, 'now' | 'key'>,
): Promise<void> {
  const clean = entries.map((entry) => storable(shortened(entry)));
  const chains = new Map<string, OpenChain>();
  // Sorted, so that two of these cannot wait for each other.
  for (const bookId of [...new Set(clean.map((entry) => entry.bookId))].sort()) {
    chains.set(bookId, await openChain(tx, bookId, key));
  }
  const rows = clean.map((entry) => link(chains.get(entry.bookId) as OpenChain, entry, false, now));
  // Many at a time: while they are on their way to a server, nobody else can add to these chains.
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    if (batch.length === BATCH) await insertBatch(tx, batch);
    else await tx.insertInto('audit_log').values(batch.map(columnsOf)).execute();
  }
  for (const chain of chains.values()) await saveChain(tx, chain);
}

const BATCH = 50;

const insertBatch = preparedBatch(BATCH, (db, entries: readonly LinkedEntry[]) =>
  db.insertInto('audit_log').values(entries.map(columnsOf)),
);

/** The longest name that a book, a user or an agent can have; an entry about a longer one is about nothing that is there. */
const MOST_CHARACTERS = 255;

/** The entry with what a caller made too long cut off: an entry must cost little, whatever was asked for. */
export function shortened(entry: AuditEntry): AuditEntry {
  const { agentId, bookId, path, userId } = entry;
  const longest = Math.max(agentId.length, bookId.length, path.length, userId.length);
  if (longest <= MOST_CHARACTERS) return entry;
  return { ...entry, agentId: cut(agentId), bookId: cut(bookId), path: cut(path), userId: cut(userId) };
}

function cut(name: string): string {
  if (name.length <= MOST_CHARACTERS) return name;
  // Copied: a slice would hold on to the whole of the text.
  return `${Buffer.from(name.slice(0, MOST_CHARACTERS - 1), 'utf16le').toString('utf16le')}…`;
}
