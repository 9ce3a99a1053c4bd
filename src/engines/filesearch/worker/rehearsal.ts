import { Stopped } from '../../../lib/time-budget.ts';
import type { Task } from './protocol.ts';
import type { TextOperation } from './walking-search.ts';

const MOST_MS = 150;
const ROUNDS = 5;

/**
 * Searches while nobody has asked yet. Code that runs for the first time takes several times as long, and a first search of a few thousand
 * files is little else.
 */
export class Rehearsal {
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4));

  async run(
    query: string,
    scope: string,
    search: (task: Task, operation: TextOperation) => Promise<unknown>,
  ): Promise<void> {
    const operation = { op: 'search', query, snippets: true } as const;
    const looked = new Int32Array(new SharedArrayBuffer(8));
    const task = { operation, scope, limit: 100, cancelled: this.#cancelled, looked };
    const endMs = performance.now() + MOST_MS;
    try {
      for (let round = 0; round < ROUNDS && performance.now() < endMs; round++)
        await search({ ...task, budgetMs: endMs - performance.now() }, operation);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }

  /** Whoever asks comes first. */
  cancel(): void {
    Atomics.store(this.#cancelled, 0, 1);
  }
}
