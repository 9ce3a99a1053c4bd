import { KeyedLock } from '../commit/contention.ts';
import { type Journal, JournalFailure } from '../journal/journal.ts';

/** What somebody who asks about a book is told about its audit log. */
export interface ChainVerdict {
  /** Whether all entries were looked at. */
  readonly checked: boolean;
  /** Whether nothing was edited, removed, added or reordered; nobody knows what was not checked. */
  readonly intact?: boolean;
  /** Those that were taken out by the rules count too. */
  readonly entries: number;
  readonly removed?: number;
  /** The hash of the last entry. */
  readonly head: string;
  readonly problem?: string;
}

/** A call has time for so many. */
const MOST_ENTRIES = 50_000;

/** A look at a chain, and how many wait for what it tells. */
interface Look {
  readonly verdict: Promise<ChainVerdict>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Tells whether the audit chains of books hold. One chain is looked at after the other, so that nobody else waits for more than a page of one; those
 * who ask about the same one meanwhile share the look, and one that nobody waits for any more ends.
 */
export class ChainVerdicts {
  readonly #underWay = new Map<string, Look>();
  readonly #turns = new KeyedLock();

  constructor(
    private readonly journal: Journal,
    private readonly mostEntries = MOST_ENTRIES,
  ) {}

  async of(bookId: string, signal: AbortSignal): Promise<ChainVerdict> {
    signal.throwIfAborted();
    const look = this.#underWay.get(bookId) ?? this.#begin(bookId);
    look.waiting++;
    const leave = () => {
      if (--look.waiting === 0) this.#end(bookId, look);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await look.verdict;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #begin(bookId: string): Look {
    const stop = new AbortController();
    const verdict = this.#turns.run('', () => this.#look(bookId, stop.signal));
    const look: Look = { verdict, stop, waiting: 0 };
    this.#underWay.set(bookId, look);
    const forget = () => this.#end(bookId, look);
    verdict.then(forget, forget);
    return look;
  }

  #end(bookId: string, look: Look): void {
    look.stop.abort();
    if (this.#underWay.get(bookId) === look) this.#underWay.delete(bookId);
  }

  async #look(bookId: string, signal: AbortSignal): Promise<ChainVerdict> {
    signal.throwIfAborted();
    const { journal, mostEntries } = this;
    const { entries, hash: head, removed } = await journal.head(bookId);
    const end = { entries, ...(removed && { removed: removed.entries }), head };
    if (await journal.hasMoreEntries(bookId, mostEntries)) {
      const problem = `There are more than ${mostEntries} entries, too many for one call: run quartet books verify --book ${bookId}.`;
      return { checked: false, ...end, problem };
    }
    const report = await journal.verifyChain(bookId, signal).catch(unlessPassing);
    if (typeof report === 'string') return { checked: false, ...end, problem: report };
    const { valid, breaks } = report;
    const [first] = breaks;
    const more = breaks.length > 1 ? ` (and ${breaks.length - 1} more)` : '';
    const problem = first && { problem: `entry ${first.id}: ${first.reason}${more}` };
    return { checked: true, intact: valid, ...end, ...problem };
  }
}

/** What no later call would mend, as where the key of the log cannot be read, does not keep its entries from being read. */
function unlessPassing(error: unknown): string {
  if (error instanceof JournalFailure && !error.retryable) return error.message;
  throw error;
}
