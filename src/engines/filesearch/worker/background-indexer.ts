import { setTimeout as sleep } from 'node:timers/promises';
import { TimeBudget } from '../../../lib/time-budget.ts';
import { UNSIGNED } from '../index/entries.ts';
import type { IndexCache } from '../index/index-cache.ts';
import type { ScopeIndex } from '../index/scope-index.ts';
import type { Signing } from '../index/signing.ts';

const RECHECK_MS = 60_000;
/** Other threads may still be at the same search, and the main thread at its answer. */
const PAUSE_MS = 30;

/** Prepares the next searches of a scope while no search is running: watches it, signs its files, walks it from time to time. */
export class BackgroundIndexer {
  readonly #cache: IndexCache;
  readonly #signing: Signing;
  readonly #watches: boolean;
  readonly #now: () => number;
  readonly #budget = new TimeBudget(new Int32Array(1), Number.POSITIVE_INFINITY);
  readonly #waiting = new Set<ScopeIndex>();
  readonly #checkedMs = new WeakMap<ScopeIndex, number>();
  /** How many additions to an index have all been signed. */
  readonly #signed = new WeakMap<ScopeIndex, number>();
  #busy = 0;
  #isWorking = false;
  #work: Promise<void> = Promise.resolve();
  #wake: (() => void) | undefined;

  constructor(cache: IndexCache, signing: Signing, watches: boolean, now: () => number) {
    this.#cache = cache;
    this.#signing = signing;
    this.#watches = watches;
    this.#now = now;
  }

  /** Runs a search, during which nothing is indexed. */
  async pauseDuring<T>(search: () => Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await search();
    } finally {
      if (--this.#busy === 0) this.#wake?.();
    }
  }

  /** A search is running. */
  get isPaused(): boolean {
    return this.#busy > 0;
  }

  enqueue(index: ScopeIndex): void {
    this.#waiting.add(index);
    if (!this.#isWorking) this.#work = this.#workOff();
  }

  /** When there is nothing left to prepare. */
  async whenDone(): Promise<void> {
    await this.#work;
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    // Only a new index takes long; to look at one that is there in the middle of the next search would be worse than at once. Lists come in
    // series, and each of them walks everything until there is an index.
    const isNew = ({ tree, wantsSignatures }: ScopeIndex) => tree.size === 0 && wantsSignatures;
    if ([...this.#waiting].some(isNew)) await sleep(PAUSE_MS);
    for (const index of this.#waiting) {
      await this.#idle();
      this.#waiting.delete(index);
      try {
        await this.#tend(index);
      } catch {
        // It is built again when it is needed again.
        this.#cache.drop(index);
      }
    }
    this.#isWorking = false;
  }

  async #tend(index: ScopeIndex): Promise<void> {
    if (this.#watches && index.canGoLive) {
      this.#checkedMs.set(index, this.#now());
      await index.goLive(this.#budget);
    } else if (index.tree.size === 0) {
      await index.recheck(this.#budget);
    } else if (index.isLive && this.#now() - (this.#checkedMs.get(index) ?? 0) > RECHECK_MS) {
      this.#checkedMs.set(index, this.#now());
      await index.recheck(this.#budget);
    }
    if (index.wantsSignatures) await this.#sign(index);
    this.#cache.keep(index);
    this.#cache.trim();
  }

  async #sign(index: ScopeIndex): Promise<void> {
    const { tree } = index;
    const { additions } = tree;
    if (this.#signed.get(index) === additions) return;
    let isLeft = false;
    for (const entry of tree.newestFirst(tree.root)) {
      if (entry.signature !== UNSIGNED || entry.dead) continue;
      await this.#idle();
      if (!this.#cache.hasRoomFor(index)) return;
      if (await this.#signing.sign(entry, this.#budget)) index.unkept++;
      else isLeft = true;
      if (this.#budget.due()) await this.#budget.turn();
    }
    if (!isLeft) this.#signed.set(index, additions);
  }

  async #idle(): Promise<void> {
    while (this.#busy > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
