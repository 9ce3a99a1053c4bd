import { TokenBuckets } from '../../../lib/token-bucket.ts';

export interface LimitOptions {
  /** Requests a second of one principal in the long run; twice as many at once. Infinity switches it off. */
  readonly ratePerSecond: number;
  /** Requests of one principal that are worked on at once. */
  readonly maxConcurrent: number;
  /** Requests of one principal that may wait for their turn. */
  readonly maxQueued: number;
}

/** The requests of one principal; forgotten when none is left. */
interface Turns {
  running: number;
  readonly waiting: (() => void)[];
}

/** Keeps each principal to a rate and to a number of requests at once, so that none crowds out the others. */
export class Limits {
  readonly #rate: TokenBuckets | undefined;
  readonly #turns = new Map<string, Turns>();

  constructor(
    private readonly options: LimitOptions,
    now?: () => number,
  ) {
    const { ratePerSecond } = options;
    if (ratePerSecond === Number.POSITIVE_INFINITY) return;
    this.#rate = new TokenBuckets({ capacity: ratePerSecond * 2, refill: ratePerSecond, everyMs: 1000 }, now);
  }

  /** Takes one request from the rate. Gives 0, or the seconds after which to try again. */
  take(key: string): number {
    return this.#rate?.take(key) ?? 0;
  }

  /** Waits for a turn. Gives the function that ends it, or undefined when too many wait already. */
  enter(key: string, signal: () => AbortSignal): (() => void) | Promise<(() => void) | undefined> | undefined {
    let turns = this.#turns.get(key);
    if (turns === undefined) this.#turns.set(key, (turns = { running: 0, waiting: [] }));
    if (turns.running < this.options.maxConcurrent) {
      turns.running++;
      return this.#leaving(key, turns);
    }
    if (turns.waiting.length >= this.options.maxQueued) return undefined;
    return this.#queue(key, turns, signal());
  }

  get running(): number {
    return this.#sum(({ running }) => running);
  }

  get queued(): number {
    return this.#sum(({ waiting }) => waiting.length);
  }

  #queue(key: string, turns: Turns, signal: AbortSignal): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      const turn = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(this.#leaving(key, turns));
      };
      const giveUp = () => {
        turns.waiting.splice(turns.waiting.indexOf(turn), 1);
        resolve(undefined);
      };
      turns.waiting.push(turn);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** A request that ends hands its place to the one that has waited longest. */
  #leaving(key: string, turns: Turns): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = turns.waiting.shift();
      if (next !== undefined) next();
      else if (--turns.running === 0) this.#turns.delete(key);
    };
  }

  #sum(figure: (turns: Turns) => number): number {
    let sum = 0;
    for (const turns of this.#turns.values()) sum += figure(turns);
    return sum;
  }
}
