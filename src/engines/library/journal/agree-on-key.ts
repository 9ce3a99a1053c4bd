import type { Kysely, Transaction } from 'kysely';
import { BASE } from '../model/file-key.ts';
import { note } from './audit.ts';
import type { AuditKey } from './audit-chain.ts';
import { SEAL_CHAIN } from './audit-chain.ts';
import type { Database } from './database.ts';
import { type AuditEntry, JournalFailure } from './journal.ts';
import type { KeySource } from './key-source.ts';

/** Which chains without seals get one: those of a journal that gets its first key, those of any journal without a key, or none. */
export type Sealing = 'first' | 'told' | 'never';

/** The agent that seals chains that were there before the key. */
const SEALER = 'quartet-seal';

/**
 * Finds the keys of a journal, the one in use first; empty when it has none and needs none. The first key that a journal gets seals the chains
 * that are there. A key that was there before the journal does so only when told: it may have been used for these chains already, and then
 * they must not have been without it.
 */
export async function agreeOnKey(
  db: Kysely<Database>,
  source: KeySource | undefined,
  now: Date,
  sealing: Sealing = 'first',
): Promise<AuditKey[]> {
  const used = await db.selectFrom('audit_key').select('id').executeTakeFirst();
  if (source === undefined) {
    if (used !== undefined)
      throw new JournalFailure(`The audit log is sealed with the key ${used.id}, and no key was given. ${GIVE}`);
    return [];
  }
  const there = await source.read();
  if (used !== undefined) return checked(used.id, there, source);
  if (sealing === 'never') return there;
  const keys = there.length > 0 ? there : ((await source.create?.()) ?? []);
  const [key] = keys;
  if (key === undefined) return [];
  const first = await db
    .transaction()
    .execute((tx) => register(tx, key, now, sealing === 'told' || there.length === 0));
  return checked(first, keys, source);
}

const GIVE =
  'Give it with --audit-key-file (QUARTET_AUDIT_KEY_FILE) or QUARTET_AUDIT_KEY: all servers of a library need the same.';

function checked(used: string, keys: AuditKey[], { name }: KeySource): AuditKey[] {
  if (keys[0]?.id === used) return keys;
  const found = keys[0] === undefined ? `${name} holds none` : `${name} holds ${keys[0].id}`;
  throw new JournalFailure(`The audit log is sealed with the key ${used}, but ${found}. ${GIVE}`);
}

/** Makes a key that of the journal unless another replica was faster; gives the one that it is. */
async function register(tx: Transaction<Database>, key: AuditKey, now: Date, seals: boolean): Promise<string> {
  const row = { only: 1, id: key.id, since: now.toISOString() };
  await tx
    .insertInto('audit_key')
    .values(row)
    .onConflict((conflict) => conflict.column('only').doNothing())
    .execute();
  const { id, since } = await tx.selectFrom('audit_key').select(['id', 'since']).executeTakeFirstOrThrow();
  if (id !== key.id || since !== row.since) return id;
  const chains = await tx.selectFrom('audit_chain').select('book_id').where('entries', '>', 0).execute();
  if (chains.length > 0 && !seals) {
    throw new JournalFailure(
      'The audit log is not sealed yet, but its key is not new. If it is the journal you expect, run "quartet books audit --seal" once.',
    );
  }
  await note(
    tx,
    chains.map(({ book_id }) => entryFor(book_id)),
    { now, key },
  );
  return id;
}

function entryFor(bookId: string): AuditEntry {
  const nothing = { prevHash: null, newHash: null, errorMessage: null, executionTimeMs: 0 };
  return { agentId: SEALER, operation: SEAL_CHAIN, bookId, path: '', userId: BASE, status: 'success', ...nothing };
}
