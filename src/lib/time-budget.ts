import { withTimeLimit } from './abort.ts';
import { Turns } from './turns.ts';

/** Thrown inside a search to end it: its caller has gone or its time is over. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly reason: 'cancelled' | 'time';

  constructor(reason: 'cancelled' | 'time') {
    super(reason);
    this.reason = reason;
  }
}

const SLICE_MS = 10;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Keeps a piece of work inside its time, ends it when it is cancelled, and lets other work of the thread have its turn. */
export class TimeBudget {
  readonly #cancelled: Int32Array;
  readonly #deadline: number;
  readonly #turns = new Turns(SLICE_MS);

  constructor(cancelled: Int32Array, budgetMs: number) {
    this.#cancelled = cancelled;
    this.#deadline = performance.now() + budgetMs;
    this.#turns.begin();
  }

  /** Whether `turn` should be awaited now; throws when the work has to end. */
  due(): boolean {
    if (Atomics.load(this.#cancelled, 0) !== 0) throw new Stopped('cancelled');
    const now = performance.now();
    if (now > this.#deadline) throw new Stopped('time');
    return this.#turns.isOver(now);
  }

  /** Waits for what others do, but not beyond the end of the time. */
  async within<T>(work: Promise<T>): Promise<T> {
    const leftMs = this.#deadline - performance.now();
    if (leftMs > LONGEST_TIMER_MS) return work;
    return withTimeLimit(
      leftMs,
      () => new Stopped('time'),
      () => work,
    );
  }

  turn(): Promise<void> {
    return this.#turns.next();
  }
}
