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

/** Tells whether the audit chains of books hold. Those who ask about one at the same time share one look. */
export class ChainVerdicts {
  readonly #underWay = new Map<string, Promise<ChainVerdict>>();

  constructor(
    private readonly journal: Journal,
    private readonly mostEntries = MOST_ENTRIES,
  ) {}

  of(bookId: string): Promise<ChainVerdict> {
    let verdict = this.#underWay.get(bookId);
    if (verdict === undefined) {
      verdict = this.#look(bookId).finally(() => this.#underWay.delete(bookId));
      this.#underWay.set(bookId, verdict);
    }
    return verdict;
  }

  async #look(bookId: string): Promise<ChainVerdict> {
    const { journal, mostEntries } = this;
    const { entries, hash: head, removed } = await journal.head(bookId);
    const end = { entries, ...(removed && { removed: removed.entries }), head };
    if (await journal.hasMoreEntries(bookId, mostEntries)) {
      const problem = `There are more than ${mostEntries} entries, too many for one call: run quartet books verify --book ${bookId}.`;
      return { checked: false, ...end, problem };
    }
    const report = await journal.verifyChain(bookId).catch(unlessPassing);
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
