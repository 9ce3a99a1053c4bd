import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AuditKey } from '../journal/audit-chain.ts';
import type { Database } from '../journal/database.ts';
import { verifyChain } from '../journal/verify-chain.ts';

/** What became of a book; `reason` says why it is not in order. */
export interface BookVerdict {
  readonly book: string;
  readonly entries: number;
  readonly files: number;
  readonly reason?: string;
}

/** Holds each book of one journal against the same in another: entries and their chain, files, deletions. */
export async function compareBooks(
  from: Kysely<Database>,
  to: Kysely<Database>,
  keys: readonly AuditKey[],
  signal: AbortSignal,
): Promise<BookVerdict[]> {
  const verdicts: BookVerdict[] = [];
  const ends = await from.selectFrom('audit_chain').selectAll().orderBy('book_id').execute();
  for (const end of ends) {
    signal.throwIfAborted();
    const book = end.book_id;
    const [there, chain] = [await endOf(to, book), await verifyChain(to, book, keys)];
    const [source, target] = [await stateOf(from, book), await stateOf(to, book)];
    const reason =
      there?.entries !== end.entries || there.last_entry_hash !== end.last_entry_hash
        ? 'the chain does not end as in the source'
        : !chain.valid
          ? 'the chain does not hold in the target'
          : source.hash !== target.hash
            ? 'files, deletions or versions are not those of the source'
            : undefined;
    verdicts.push({ book, entries: chain.entries, files: target.files, ...(reason && { reason }) });
  }
  return verdicts;
}

function endOf(db: Kysely<Database>, book: string) {
  return db.selectFrom('audit_chain').selectAll().where('book_id', '=', book).executeTakeFirst();
}

/** A hash over all that is said of a book's files, deletions and versions. */
async function stateOf(db: Kysely<Database>, book: string): Promise<{ files: number; hash: string }> {
  const hash = createHash('sha256');
  let files = 0;
  for (const table of ['file_journal', 'tombstone', 'version'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('book_id', '=', book).execute();
    if (table === 'file_journal') files = rows.length;
    const lines = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
    for (const line of lines.sort()) hash.update(`${line}\n`);
  }
  return { files, hash: hash.digest('hex') };
}
