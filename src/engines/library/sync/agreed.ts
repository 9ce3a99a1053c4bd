import { type AuditEntry, INGEST, type Journal } from '../journal/journal.ts';
import { BASE } from '../model/file-key.ts';

/** That of a folder which was hydrated before and knows itself what it agreed on: its words are no other folder's. */
export const INGEST_EDITS = 'ingest_edits';

const PAGE = 1000;

/** For each file the hash that the last ingest left in the book or found there: what folder and book agreed on. */
export async function lastIngested(journal: Journal, bookId: string): Promise<Map<string, string | undefined>> {
  const agreed = new Map<string, string | undefined>();
  let before: number | undefined;
  for (;;) {
    const filter = { bookId, operation: INGEST, status: 'success', limit: PAGE };
    const page = await journal.audit(before === undefined ? filter : { ...filter, before });
    // Newest first, so the first one seen of a file counts.
    for (const { path, newHash } of page) if (!agreed.has(path)) agreed.set(path, newHash ?? undefined);
    if (page.length < PAGE) break;
    before = page.at(-1)?.id;
  }
  for (const { path, userId, ingested } of await journal.kept(bookId)) {
    if (userId === BASE && ingested !== null && !agreed.has(path)) agreed.set(path, ingested);
  }
  return agreed;
}

/** The audit entry of a file that was found equal on both sides, so that a later change of either is told apart. */
export function agreement(bookId: string, path: string, hash: string, agentId: string): AuditEntry {
  return {
    agentId,
    operation: INGEST,
    bookId,
    path,
    userId: BASE,
    prevHash: hash,
    newHash: hash,
    status: 'success',
    errorMessage: null,
    executionTimeMs: 0,
  };
}
