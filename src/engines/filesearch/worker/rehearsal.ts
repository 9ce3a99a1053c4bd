import { Stopped } from '../../../lib/time-budget.ts';
import { prepare, type Query } from '../match/query.ts';
import type { Task } from './protocol.ts';
import type { WalkingSearch } from './walking-search.ts';

// In many of the program's own files, though not in all.
const OPERATION = { op: 'search', query: 'spotlight document', snippets: true } as const;
const MOST_MS = 150;
const ROUNDS = 5;

/**
 * Searches the program's own files while nobody has asked yet. Code that runs for the first time takes several times as long, and a first
 * search of a few thousand files is little else. No file of the user is looked at.
 */
export class Rehearsal {
  readonly #folder: string;
  readonly #walking: Pick<WalkingSearch, 'search'>;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4));

  constructor(folder: string, walking: Pick<WalkingSearch, 'search'>) {
    this.#folder = folder;
    this.#walking = walking;
  }

  async run(): Promise<void> {
    const query = prepare(OPERATION.query) as Query;
    const endMs = performance.now() + MOST_MS;
    try {
      for (let round = 0; round < ROUNDS; round++) await this.#walking.search(this.#task(endMs), query, OPERATION);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }

  /** Whoever asks comes first. */
  cancel(): void {
    Atomics.store(this.#cancelled, 0, 1);
  }

  #task(endMs: number): Task {
    const looked = new Int32Array(new SharedArrayBuffer(8));
    const budgetMs = endMs - performance.now();
    return { operation: OPERATION, scope: this.#folder, limit: 100, budgetMs, cancelled: this.#cancelled, looked };
  }
}
