import type { Decision, Journal } from '../journal/journal.ts';
import type { FileKey } from '../model/file-key.ts';

/** A file as the journal knows it, and what the work on it is called. */
export interface ExclusiveWork extends FileKey {
  readonly sha256: string;
  readonly size: number;
  readonly id: string;
  readonly owner: string;
  readonly staged?: string | null;
}

const [OPERATION, KEEPER] = ['put_back', 'quartet-recovery'];

/**
 * Puts back what the journal knows of a file, as a change that changes nothing: while it is under way nobody else is at work on the file. Without it, a file that somebody
 * is deleting, or has deleted, looks like one that is missing. Gives why not, when it may not begin; then nothing is done.
 */
export async function exclusively(
  journal: Pick<Journal, 'begin' | 'abandon'>,
  { bookId, path, userId, sha256, size, id, owner, staged = null }: ExclusiveWork,
  work: () => Promise<void>,
): Promise<Decision> {
  const hashes = { oldHash: sha256, newHash: sha256, size };
  const by = { operation: OPERATION, agentId: KEEPER, owner };
  const decision = await journal.begin({ id, bookId, path, userId, ...by, ...hashes, staged });
  if (decision.kind !== 'begun') return decision;
  try {
    await work();
  } finally {
    await journal.abandon(id, owner);
  }
  return decision;
}
