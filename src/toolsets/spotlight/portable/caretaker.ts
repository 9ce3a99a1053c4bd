import { UNSIGNED } from './catalog.ts';
import type { Library } from './library.ts';
import { Pace } from './pace.ts';
import type { ScopeIndex } from './scope-index.ts';
import type { Signing } from './signing.ts';

const RECHECK_MS = 60_000;

/** Prepares the next searches of a scope while no search is running: watches it, signs its files, walks it from time to time. */
export class Caretaker {
  readonly #library: Library;
  readonly #signing: Signing;
  readonly #watches: boolean;
  readonly #now: () => number;
  readonly #pace = new Pace(new Int32Array(1), Number.POSITIVE_INFINITY);
  readonly #waiting = new Set<ScopeIndex>();
  readonly #checkedMs = new WeakMap<ScopeIndex, number>();
  #busy = 0;
  #isWorking = false;
  #wake: (() => void) | undefined;

  constructor(library: Library, signing: Signing, watches: boolean, now: () => number) {
    this.#library = library;
    this.#signing = signing;
    this.#watches = watches;
    this.#now = now;
  }

  /** Runs a search, during which the caretaker rests. */
  async rest<T>(search: () => Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await search();
    } finally {
      if (--this.#busy === 0) this.#wake?.();
    }
  }

  careFor(index: ScopeIndex): void {
    this.#waiting.add(index);
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (const index of this.#waiting) {
      await this.#idle();
      this.#waiting.delete(index);
      try {
        await this.#tend(index);
      } catch {
        // It is built again when it is needed again.
        this.#library.drop(index);
      }
    }
    this.#isWorking = false;
  }

  async #tend(index: ScopeIndex): Promise<void> {
    if (this.#watches && index.canGoLive) {
      this.#checkedMs.set(index, this.#now());
      await index.goLive(this.#pace);
    } else if (index.tree.size === 0) {
      await index.recheck(this.#pace);
    } else if (index.isLive && this.#now() - (this.#checkedMs.get(index) ?? 0) > RECHECK_MS) {
      this.#checkedMs.set(index, this.#now());
      await index.recheck(this.#pace);
    }
    if (index.wantsSignatures) await this.#sign(index);
    this.#library.trim();
  }

  async #sign(index: ScopeIndex): Promise<void> {
    for (const entry of index.tree.newestFirst(index.tree.root)) {
      if (entry.signature !== UNSIGNED || entry.dead) continue;
      await this.#idle();
      if (!this.#library.hasRoomFor(index)) return;
      await this.#signing.sign(entry, this.#pace);
      if (this.#pace.due()) await this.#pace.turn();
    }
  }

  async #idle(): Promise<void> {
    while (this.#busy > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
