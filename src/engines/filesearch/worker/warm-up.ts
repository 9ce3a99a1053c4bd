import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { IndexCache } from '../index/index-cache.ts';
import { endingOf, KeptSignatures } from '../index/kept-signatures.ts';
import type { BackgroundIndexer } from './background-indexer.ts';
import type { WorkerSettings } from './protocol.ts';
import { Rehearsal } from './rehearsal.ts';
import type { WalkingSearch } from './walking-search.ts';

/** Who asks at once is answered first. */
const DELAY_MS = 100;
const MOST_SCOPES = 2;

/** Prepares the first search: its code, and what was searched last by earlier processes. */
export class WarmUp {
  readonly #settings: WorkerSettings;
  readonly #cache: IndexCache;
  readonly #indexer: BackgroundIndexer;
  readonly #rehearsal: Rehearsal | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isAsked = false;

  constructor(settings: WorkerSettings, cache: IndexCache, indexer: BackgroundIndexer, walking: WalkingSearch) {
    const { accelerate, programFolder } = settings;
    this.#settings = settings;
    this.#cache = cache;
    this.#indexer = indexer;
    if (accelerate && programFolder !== undefined) this.#rehearsal = new Rehearsal(programFolder, walking);
  }

  /** Begins in a moment, with scopes at or below these directories. */
  plan(roots: readonly string[]): void {
    if (!this.#isAsked) void this.#rehearsal?.run().catch(() => undefined);
    if (!this.#settings.store || !this.#settings.accelerate) return;
    this.#timer = setTimeout(() => this.#begin(roots), DELAY_MS);
  }

  cancel(): void {
    this.#isAsked = true;
    this.#rehearsal?.cancel();
    clearTimeout(this.#timer);
  }

  #begin(roots: readonly string[]): void {
    for (const kept of this.#latest()) {
      const { scope } = kept;
      if (!roots.some((root) => isWithin(scope, root)) || this.#cache.covering(scope)) continue;
      const index = this.#cache.open(scope, kept);
      index.wantsSignatures = true;
      this.#indexer.enqueue(index);
    }
  }

  #latest(): KeptSignatures[] {
    const { store, shard, signatureBytes } = this.#settings;
    if (!store) return [];
    try {
      return readdirSync(store.folder)
        .filter((name) => name.endsWith(endingOf(shard)))
        .map((name) => join(store.folder, name))
        .map((path) => ({ path, usedMs: statSync(path).mtimeMs }))
        .sort((a, b) => b.usedMs - a.usedMs)
        .slice(0, MOST_SCOPES)
        .flatMap(({ path }) => KeptSignatures.read(path, store, signatureBytes) ?? []);
    } catch {
      // Another process is changing the folder; the first search does without.
      return [];
    }
  }
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
