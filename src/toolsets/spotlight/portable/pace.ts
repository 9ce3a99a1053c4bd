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

/** Keeps a piece of work inside its time, ends it when it is cancelled, and lets other work of the thread have its turn. */
export class Pace {
  readonly #cancelled: Int32Array;
  readonly #deadline: number;
  #sliceEnd: number;

  constructor(cancelled: Int32Array, budgetMs: number) {
    this.#cancelled = cancelled;
    this.#deadline = performance.now() + budgetMs;
    this.#sliceEnd = performance.now() + SLICE_MS;
  }

  /** Whether `turn` should be awaited now; throws when the work has to end. */
  due(): boolean {
    if (Atomics.load(this.#cancelled, 0) !== 0) throw new Stopped('cancelled');
    const now = performance.now();
    if (now > this.#deadline) throw new Stopped('time');
    return now > this.#sliceEnd;
  }

  async turn(): Promise<void> {
    await nextTurn();
    this.#sliceEnd = performance.now() + SLICE_MS;
  }
}

/** Resolves after what the event loop has waiting. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
