import type { Kysely, Transaction } from 'kysely';
import type { AuditKey } from './audit-chain.ts';
import { type Anchor, openChain, sealOfAnchor } from './audit-chain.ts';
import type { KeptFile } from './chains.ts';
import type { Database } from './database.ts';

export type SealedAnchor = Anchor & { readonly seal: string };

/** What stands for the entries of a book that were taken out of the log, if any were. */
export async function anchorOf(db: Kysely<Database>, bookId: string): Promise<SealedAnchor | undefined> {
  return await db
    .selectFrom('audit_anchor')
    .select(['book_id as bookId', 'entries', 'entry_hash as hash', 'files', 'seal'])
    .select(['key_id as keyId', 'made_at as madeAt'])
    .where('book_id', '=', bookId)
    .executeTakeFirst();
}

/** Lets an anchor stand for the first entries of a chain, unless another has come in place of the one before it. */
export async function setAnchor(
  tx: Transaction<Database>,
  anchor: Anchor,
  before: number,
  key: AuditKey,
): Promise<void> {
  await openChain(tx, anchor.bookId, key);
  if (((await anchorOf(tx, anchor.bookId))?.entries ?? 0) !== before) return;
  const values = {
    entries: anchor.entries,
    entry_hash: anchor.hash,
    files: anchor.files,
    key_id: anchor.keyId,
    made_at: anchor.madeAt,
    seal: sealOfAnchor(anchor, key),
  };
  await tx
    .insertInto('audit_anchor')
    .values({ book_id: anchor.bookId, ...values })
    .onConflict((conflict) => conflict.column('book_id').doUpdateSet(values))
    .execute();
}

type Row = readonly [path: string, userId: string, sha256: string | null, ingested: string | null];

export function textOf(files: Iterable<KeptFile>): string {
  return JSON.stringify(
    Array.from(files, ({ path, userId, sha256, ingested }): Row => [path, userId, sha256, ingested]),
  );
}

/** Nothing when somebody has damaged the text: then its seal does not fit either. */
export function keptFiles(anchor: Anchor | undefined): KeptFile[] {
  try {
    const rows = JSON.parse(anchor?.files ?? '[]') as Row[];
    return rows.map(([path, userId, sha256, ingested]) => ({ path, userId, sha256, ingested }));
  } catch {
    return [];
  }
}
