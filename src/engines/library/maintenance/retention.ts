import { realWorld, type World } from '../../../lib/world.ts';
import { type AuditEntry, BrokenChain, type Journal } from '../journal/journal.ts';
import { BASE } from '../model/file-key.ts';

export interface RetentionOptions {
  /** What is older goes. */
  readonly before: Date;
  readonly dryRun: boolean;
  /** The agent that removes it, for the audit log. */
  readonly agentId: string;
  readonly signal?: AbortSignal | undefined;
  readonly world?: World;
}

export interface Retired {
  readonly entries: number;
  /** The chains of which nothing was removed, and why. */
  readonly refused: readonly { readonly book: string; readonly reason: string }[];
}

/** So few that a server which wants to write waits for less than it takes to notice. */
const SLICE = 200;
const PAUSE_MS = 10;

/** Removes old entries of the audit log, slice by slice, from all chains that hold. Each then begins with a sealed anchor. */
export async function removeOldEntries(journal: Journal, options: RetentionOptions): Promise<Retired> {
  const before = options.before.toISOString();
  const refused: { book: string; reason: string }[] = [];
  let entries = 0;
  let isNoted = false;
  for (const { bookId } of await journal.heads()) {
    options.signal?.throwIfAborted();
    const older = await journal.olderEntries(bookId, before);
    if (older === 0 || options.dryRun) {
      entries += older;
      continue;
    }
    try {
      await journal.anchor(bookId, before);
    } catch (error) {
      if (!(error instanceof BrokenChain)) throw error;
      refused.push({ book: bookId, reason: error.message });
      continue;
    }
    if (!isNoted) await journal.note([removal(before, options.agentId)]);
    isNoted = true;
    entries += await swept(journal, bookId, options);
  }
  return { entries, refused };
}

async function swept(
  journal: Journal,
  bookId: string,
  { signal, world = realWorld }: RetentionOptions,
): Promise<number> {
  for (let removed = 0; ; await world.sleep(PAUSE_MS)) {
    signal?.throwIfAborted();
    const some = await journal.removeAnchored(bookId, SLICE);
    removed += some;
    if (some < SLICE) return removed;
  }
}

/** In the chain that belongs to no book: it is there before the first entry goes. */
function removal(before: string, agentId: string): AuditEntry {
  return {
    agentId,
    operation: 'remove_entries',
    bookId: '',
    path: '',
    userId: BASE,
    prevHash: null,
    newHash: null,
    status: 'success',
    errorMessage: `entries from before ${before}`,
    executionTimeMs: 0,
  };
}
