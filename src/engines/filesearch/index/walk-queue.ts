/** What the threads of one search share. */
export type SharedWalk = SharedArrayBuffer;

// The numbers at the beginning.
const LOCK = 0;
const MODE = 1;
const BEGUN = 2;
/** Directories that were found and are not yet visited to their end, without the first. */
const OPEN = 3;
/** How many units of text are taken, and how many of the threads wait for more. */
const TOP = 4;
const WAITING = 5;
const NUMBERS = 6;
const ROOM = 1 << 15;

const TOGETHER = 1;
const APART = 2;
const WAIT_MS = 2;
const MOST_GIVEN = 8;

export function shareWalk(): SharedWalk {
  return new SharedArrayBuffer(NUMBERS * 4 + ROOM * 2);
}

/**
 * The directories of a walk that several threads make together: each directory is visited by exactly one of them. A thread keeps what it
 * finds to itself and gives some of it away when another has nothing to do.
 */
export class WalkQueue {
  readonly #numbers: Int32Array;
  /** Paths, each followed by its length. */
  readonly #text: Uint16Array;
  readonly #own: string[] = [];

  constructor(scope: string, shared: SharedWalk = shareWalk()) {
    this.#numbers = new Int32Array(shared, 0, NUMBERS);
    this.#text = new Uint16Array(shared, NUMBERS * 4, ROOM);
    if (Atomics.compareExchange(this.#numbers, BEGUN, 0, 1) === 0) this.add([scope]);
  }

  /** Whether all threads walk together; what the first of them wants is done by all. */
  static isTogether(shared: SharedWalk, wants: boolean): boolean {
    const numbers = new Int32Array(shared, 0, NUMBERS);
    const before = Atomics.compareExchange(numbers, MODE, 0, wants ? TOGETHER : APART);
    return before === 0 ? wants : before === TOGETHER;
  }

  /** No directory is left, nor can another be found. */
  get isDone(): boolean {
    return Atomics.load(this.#numbers, OPEN) === 0;
  }

  add(paths: readonly string[]): void {
    Atomics.add(this.#numbers, OPEN, paths.length);
    for (const path of paths) this.#own.push(path);
    if (this.#own.length > 1 && Atomics.load(this.#numbers, WAITING) > 0) this.#give();
  }

  /** The next directory to visit; `visited` has to be called after it. */
  take(): string | undefined {
    return this.#own.pop() ?? this.#takeShared();
  }

  visited(): void {
    if (Atomics.sub(this.#numbers, OPEN, 1) === 1) Atomics.notify(this.#numbers, WAITING);
  }

  /** Waits for a moment, or until there may be something to take. */
  wait(): void {
    const waiting = Atomics.add(this.#numbers, WAITING, 1) + 1;
    if (!this.isDone && Atomics.load(this.#numbers, TOP) === 0) Atomics.wait(this.#numbers, WAITING, waiting, WAIT_MS);
    Atomics.sub(this.#numbers, WAITING, 1);
  }

  // The oldest, which lie highest and have the most below them.
  #give(): void {
    this.#locked(() => {
      let top = Atomics.load(this.#numbers, TOP);
      const most = Math.min(MOST_GIVEN, this.#own.length >> 1);
      let given = 0;
      for (const path of this.#own.slice(0, most)) {
        if (top + path.length + 1 > ROOM) break;
        for (let at = 0; at < path.length; at++) this.#text[top++] = path.charCodeAt(at);
        this.#text[top++] = path.length;
        given++;
      }
      this.#own.splice(0, given);
      Atomics.store(this.#numbers, TOP, top);
    });
    Atomics.notify(this.#numbers, WAITING);
  }

  #takeShared(): string | undefined {
    if (Atomics.load(this.#numbers, TOP) === 0) return undefined;
    return this.#locked(() => {
      const top = Atomics.load(this.#numbers, TOP);
      if (top === 0) return undefined;
      const end = top - 1;
      const start = end - (this.#text[end] as number);
      Atomics.store(this.#numbers, TOP, start);
      return String.fromCharCode(...this.#text.subarray(start, end));
    });
  }

  #locked<T>(work: () => T): T {
    while (Atomics.exchange(this.#numbers, LOCK, 1) !== 0) Atomics.wait(this.#numbers, LOCK, 1, WAIT_MS);
    try {
      return work();
    } finally {
      Atomics.store(this.#numbers, LOCK, 0);
      Atomics.notify(this.#numbers, LOCK, 1);
    }
  }
}
