import { byRank, type Hit } from '../engine.ts';
import { type PooledHit, plainHit } from '../match/pool.ts';
import { MOST_EARLY } from './early-hits.ts';

const EVERY_MS = 250;
/** For a search that is over sooner, the findings are early enough. */
const FIRST_MS = 100;

/** Puts together what the threads have found so far in all rounds of a search, and hands it on a few times a second. */
export class HitsSoFar {
  readonly #tell: (hits: readonly Hit[]) => void;
  readonly #parts = new Map<string, readonly PooledHit[]>();
  readonly #limit: number;
  #toldMs = performance.now() - EVERY_MS + FIRST_MS;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(limit: number, tell: (hits: readonly Hit[]) => void) {
    this.#limit = Math.min(limit, MOST_EARLY);
    this.#tell = tell;
  }

  /** Takes what one thread has found in one round; it replaces what the thread told of that round before. */
  take(part: string, hits: readonly PooledHit[]): void {
    if (this.#isOver) return;
    this.#parts.set(part, hits);
    const waitMs = this.#toldMs + EVERY_MS - performance.now();
    if (waitMs <= 0) this.#pass();
    else this.#timer ??= setTimeout(() => this.#pass(), waitMs);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #pass(): void {
    this.#timer = undefined;
    this.#toldMs = performance.now();
    const best = new Map<string, PooledHit>();
    for (const hit of [...this.#parts.values()].flat().sort(byRank)) {
      if (!best.has(hit.path)) best.set(hit.path, hit);
    }
    this.#tell([...best.values()].slice(0, this.#limit).map(plainHit));
  }
}
