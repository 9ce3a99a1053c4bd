/** What the threads of one search share about the hits that they have found by their texts. */
export type SharedHits = SharedArrayBuffer;

// A number, then the keys of one thread.
const COUNT_BYTES = 8;
const KEY_BYTES = 8;
// More would take longer to look through than they save.
const MOST_HITS = 1024;
// Larger than any time since 1970 that a file system has; what comes later in the order has the larger key.
const TURN = 2 ** 50;
const LATEST_MS = TURN / 2 - 1;

/** Room for as many hits of each thread; none where they are too many. */
export function shareHits(threads: number, most: number): SharedHits | undefined {
  return most > MOST_HITS ? undefined : new SharedArrayBuffer(threads * (COUNT_BYTES + most * KEY_BYTES));
}

/**
 * Which hits the other threads have found so far. A thread need not look for any that comes after as many as an answer can have, whoever has
 * found them; so what is found does not depend on how quick each thread is.
 */
export class SharedPool {
  readonly #own: HitKeys;
  readonly #others: readonly HitKeys[];

  constructor(shared: SharedHits, thread: number, threads: number) {
    const bytes = shared.byteLength / threads;
    const all = Array.from({ length: threads }, (_, index) => new HitKeys(shared, index * bytes, bytes));
    this.#own = all[thread] as HitKeys;
    this.#others = all.filter((_, index) => index !== thread);
  }

  /** Tells the others of a hit. */
  add(turn: number, modifiedMs: number): void {
    this.#own.add(keyOf(turn, modifiedMs));
  }

  /** How many hits of others come before one of this turn and age. */
  countBefore(turn: number, modifiedMs: number): number {
    const key = keyOf(turn, modifiedMs);
    let count = 0;
    for (const keys of this.#others) count += keys.countBelow(key);
    return count;
  }
}

class HitKeys {
  readonly #count: Int32Array;
  readonly #keys: Float64Array;

  constructor(shared: SharedHits, start: number, bytes: number) {
    this.#count = new Int32Array(shared, start, 1);
    this.#keys = new Float64Array(shared, start + COUNT_BYTES, (bytes - COUNT_BYTES) / KEY_BYTES);
  }

  add(key: number): void {
    const count = Atomics.load(this.#count, 0);
    if (count === this.#keys.length) return;
    this.#keys[count] = key;
    Atomics.store(this.#count, 0, count + 1);
  }

  countBelow(key: number): number {
    const end = Atomics.load(this.#count, 0);
    let count = 0;
    for (let at = 0; at < end; at++) if ((this.#keys[at] as number) < key) count++;
    return count;
  }
}

// Rounding can make two keys equal, and never change their order.
function keyOf(turn: number, modifiedMs: number): number {
  return turn * TURN - Math.max(-LATEST_MS, Math.min(LATEST_MS, modifiedMs));
}
