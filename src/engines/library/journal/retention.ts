import type { Kysely, Transaction } from 'kysely';
import { anchorOf, setAnchor } from './anchors.ts';
import type { AuditKey } from './audit-chain.ts';
import type { Database } from './database.ts';
import { instant } from './entries.ts';
import { BrokenChain, JournalFailure } from './journal.ts';
import { walkChain } from './verify-chain.ts';

type Db = Kysely<Database>;

/** How many entries are there up to the last one that may go. */
export async function olderEntries(db: Db, bookId: string, before: string): Promise<number> {
  const cut = await cutOf(db, bookId, before);
  const { count } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('book_id', '=', bookId)
    .where('seq', '<=', cut)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number of the last entry before which, and which itself, all are from before an instant. */
async function cutOf(db: Db, bookId: string, before: string): Promise<number> {
  const entries = db.selectFrom('audit_log').select('seq').where('book_id', '=', bookId);
  // In this order: what is added meanwhile is young.
  const last = await entries.orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const young = await entries.where('timestamp', '>=', instant(before)).orderBy('seq').limit(1).executeTakeFirst();
  return young === undefined ? (last?.seq ?? 0) : young.seq - 1;
}

/** Makes an anchor for the entries that may go. The whole chain must hold: an anchor would hide for ever what was done to it. */
export async function anchorEntries(
  db: Db,
  { bookId, before, now }: { readonly bookId: string; readonly before: string; readonly now: Date },
  keys: readonly AuditKey[],
): Promise<void> {
  const [key] = keys;
  if (key === undefined) throw new JournalFailure(NO_KEY);
  const at = await cutOf(db, bookId, before);
  const { report, anchor, removed } = await walkChain(db, bookId, keys, { cut: { at, now } });
  if (!report.valid) throw new BrokenChain();
  if (anchor !== undefined) await db.transaction().execute((tx) => setAnchor(tx, anchor, removed, key));
}

const NO_KEY =
  'The audit log has no key, so that nothing could stand for what is removed. Give it one with QUARTET_AUDIT_KEY or --audit-key-file.';

/** Removes the oldest entries of those that an anchor stands for. */
export async function removeAnchored(tx: Transaction<Database>, bookId: string, most: number): Promise<number> {
  const anchor = await anchorOf(tx, bookId);
  const entries = tx.selectFrom('audit_log').select('seq').where('book_id', '=', bookId);
  const oldest = await entries.orderBy('seq').limit(1).executeTakeFirst();
  if (anchor === undefined || oldest === undefined) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('audit_log')
    .where('book_id', '=', bookId)
    .where('seq', '<=', Math.min(anchor.entries, oldest.seq + most - 1))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
