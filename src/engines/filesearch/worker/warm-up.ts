import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { IndexCache } from '../index/index-cache.ts';
import { endingOf, KeptSignatures } from '../index/kept-signatures.ts';
import { prepare, type Query } from '../match/query.ts';
import type { BackgroundIndexer } from './background-indexer.ts';
import type { Part, Task, WorkerSettings } from './protocol.ts';
import { Rehearsal } from './rehearsal.ts';
import type { TextOperation, WalkingSearch } from './walking-search.ts';

/** Who asks at once is answered first. */
const DELAY_MS = 100;
const MOST_SCOPES = 2;
// In some of the program's own files.
const OUR_WORDS = 'spotlight document';
// In no file, so that none is read. Two, since a search for one does not come to all of the code.
const NO_WORDS = 'quartetrehearsal quartetprobe';

type Search = (task: Task, operation: TextOperation) => Promise<Part>;

/** Prepares the first search: its code, and what was searched last by earlier processes. */
export class WarmUp {
  readonly #settings: WorkerSettings;
  readonly #cache: IndexCache;
  readonly #indexer: BackgroundIndexer;
  readonly #walking: WalkingSearch;
  readonly #search: Search;
  #rehearsal = new Rehearsal();
  #timer: NodeJS.Timeout | undefined;
  #isAsked = false;

  constructor(
    settings: WorkerSettings,
    cache: IndexCache,
    indexer: BackgroundIndexer,
    walking: WalkingSearch,
    search: Search,
  ) {
    this.#settings = settings;
    this.#cache = cache;
    this.#indexer = indexer;
    this.#walking = walking;
    this.#search = search;
  }

  /** Begins in a moment, with scopes at or below these directories. */
  plan(roots: readonly string[]): void {
    const { store, accelerate } = this.#settings;
    if (!accelerate) return;
    if (!this.#isAsked) void this.#rehearseWalk().catch(() => undefined);
    if (store) this.#timer = setTimeout(() => void this.#begin(roots).catch(() => undefined), DELAY_MS);
  }

  cancel(): void {
    this.#isAsked = true;
    this.#rehearsal.cancel();
    clearTimeout(this.#timer);
  }

  /**
   * Searches by an index are rehearsed once there is one: a walk has compiled little of their code. What was asked before the index was there
   * is asked again, since a search that finds nothing does not come to what follows a hit.
   */
  async whenIndexed(scopes: readonly string[], asked: readonly string[] = []): Promise<void> {
    if (!this.#settings.accelerate) return;
    await this.#indexer.whenDone();
    if (this.#indexer.isPaused) return;
    this.#rehearsal = new Rehearsal();
    for (const scope of scopes) {
      for (const query of [NO_WORDS, ...asked]) {
        if (this.#cache.covering(scope)) await this.#rehearsal.run(query, scope, this.#search).catch(() => undefined);
      }
    }
  }

  // No file of the user is looked at before somebody asks.
  async #rehearseWalk(): Promise<void> {
    const { programFolder } = this.#settings;
    const query = prepare(OUR_WORDS) as Query;
    if (programFolder === undefined) return;
    await this.#rehearsal.run(OUR_WORDS, programFolder, (task, asked) => this.#walking.search(task, query, asked));
  }

  async #begin(roots: readonly string[]): Promise<void> {
    const scopes: string[] = [];
    for (const kept of this.#latest()) {
      const { scope } = kept;
      if (!roots.some((root) => isWithin(scope, root)) || this.#cache.covering(scope)) continue;
      const index = this.#cache.open(scope, kept);
      index.wantsSignatures = true;
      this.#indexer.enqueue(index);
      scopes.push(scope);
    }
    await this.whenIndexed(scopes);
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
