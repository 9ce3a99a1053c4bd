// Longer than most: searches and lists go by the same index, or walk the same scope when there is none.
import { parse, sep } from 'node:path';
import { TimeBudget } from '../../../lib/time-budget.ts';
import { byRank, type Hit, LISTED } from '../engine.ts';
import { CandidateList } from '../index/candidate-list.ts';
import { byAge, type Clock, type Directory } from '../index/entries.ts';
import { IndexCache } from '../index/index-cache.ts';
import type { ScopeIndex } from '../index/scope-index.ts';
import { Signing } from '../index/signing.ts';
import { LiveWalk, owns } from '../index/walk.ts';
import { WalkQueue } from '../index/walk-queue.ts';
import { Confirmation } from '../match/confirmation.ts';
import { prepare, type Query } from '../match/query.ts';
import { Scanner } from '../match/scanner.ts';
import { SharedPool } from '../match/shared-pool.ts';
import { createTextSearch } from '../match/text-search.ts';
import type { ReadText } from '../read/document-texts.ts';
import { BackgroundIndexer } from './background-indexer.ts';
import { type Tell, tellingEarly } from './early-hits.ts';
import {
  countingReads,
  type FileSearch,
  type Listing,
  listingOf,
  NarrowedSearch,
  regexSearch,
  withConditions,
} from './narrowing.ts';
import { NearWords } from './near-words.ts';
import { inTime, partOf } from './part-of.ts';
import { type Answer, type Operation, type Part, SEEN, type Task, type WorkerSettings } from './protocol.ts';
import { type TextOperation, WalkingSearch } from './walking-search.ts';
import { WarmUp } from './warm-up.ts';

const NOTHING: Part = { hits: [], scanned: 0, skipped: 0, isOutOfTime: false, overran: [] };
// So that in a scope too large to walk in time something is still searched.
const SHARE_FOR_WALKING = 0.6;

/** The index of a scope, as far up to date as time allowed. */
interface FreshIndex {
  readonly index: ScopeIndex;
  readonly directory: Directory;
  readonly isOutOfTime: boolean;
  readonly leftMs: number;
}

/** Answers the tasks of a thread, each from what is in memory or by a walk, and prepares the next. */
export class SearchWorker {
  readonly #settings: WorkerSettings;
  readonly #clock: Clock;
  readonly #cache: IndexCache;
  readonly #scanner: Scanner;
  readonly #indexer: BackgroundIndexer;
  readonly #tell: Tell;
  readonly #warmUp: WarmUp;
  readonly #walking: WalkingSearch;

  constructor(settings: WorkerSettings, clock: Clock, readText: ReadText, tell: Tell = () => {}) {
    this.#settings = settings;
    this.#clock = clock;
    this.#tell = tell;
    this.#cache = new IndexCache(settings, clock, readText);
    const { signatures, documents, vocabulary } = this.#cache;
    this.#scanner = new Scanner(documents);
    const signing = new Signing(signatures, documents, clock, vocabulary);
    this.#indexer = new BackgroundIndexer(this.#cache, signing, settings.watch, clock.now);
    this.#walking = new WalkingSearch(settings, (...asked) => this.#textSearch(...asked), tell);
    this.#warmUp = new WarmUp(settings, this.#cache, this.#indexer, this.#walking, (...asked) =>
      this.#search(...asked),
    );
  }

  async answer(task: Task): Promise<Answer> {
    const part = (await this.#prepared(task.operation)) ?? (await this.#looked(task));
    const { files, bytes, documents } = this.#cache;
    return { ...part, indexFiles: files, indexBytes: bytes + documents.bytes };
  }

  // What is not a search need not wait for one, nor keep anything from being indexed.
  async #prepared(operation: Operation): Promise<Part | undefined> {
    if (operation.op === 'warm-up') this.#warmUp.plan(operation.roots);
    else if (operation.op === 'settle') await this.#indexer.whenDone();
    else if (operation.op !== 'size') return undefined;
    return NOTHING;
  }

  #looked(task: Task): Promise<Part> {
    this.#warmUp.cancel();
    return this.#indexer.pauseDuring(() => withConditions(task, this.#cache.documents, (wider) => this.#part(wider)));
  }

  async #part(task: Task): Promise<Part> {
    const { operation } = task;
    if (operation.op === 'search') return this.#search(task, operation);
    if (operation.op === 'among') return this.#searchAmong(task, operation);
    if (operation.op === 'suggest') return this.#suggest(task, operation.words);
    if (operation.op === 'kind' || operation.op === 'recent')
      return this.#list(task, listingOf(operation, task.filter));
    return NOTHING;
  }

  async #search(task: Task, asked: TextOperation): Promise<Part> {
    const query = asked.regex ? undefined : prepare(asked.query);
    if (!query && !asked.regex) return NOTHING;
    const covering = this.#cache.covering(task.scope);
    const isTogether = query && this.#isTogether(task, covering);
    if (query && (isTogether || !covering)) return this.#searchByWalking(task, query, asked, isTogether);
    const { index, directory, leftMs, isOutOfTime } = await this.#ready(task);
    const entries = index.tree.newestFirst(directory);
    Atomics.add(task.looked, SEEN, entries.length);
    const left = { ...task, budgetMs: leftMs };
    const search = query ? this.#textSearch(left, query, asked, true) : await regexSearch(left, asked, this.#cache);
    const isInTime = await inTime(tellingEarly(task, search, this.#tell, () => search.run(entries)));
    this.#prepare(index);
    return partOf(search, entries.length, index.tree.skippedIn(directory), isOutOfTime || !isInTime);
  }

  // What one thread does all must do: they share the directories, or each of them looks at the names of its shard.
  #isTogether({ scope, walk }: Task, covering: ScopeIndex | undefined): boolean {
    return walk !== undefined && WalkQueue.isTogether(walk, !covering && !this.#cache.hasKept(scope));
  }

  async #searchByWalking(task: Task, query: Query, asked: TextOperation, isTogether = false): Promise<Part> {
    const { scope } = task;
    // What is kept is kept by shard.
    const signatures = isTogether ? undefined : this.#cache.keptFor(scope);
    const kept = signatures && { signatures, clock: this.#clock };
    const part = await this.#walking.search(isTogether ? task : { ...task, walk: undefined }, query, asked, kept);
    if (this.#settings.accelerate) this.#prepare(this.#cache.covering(scope) ?? this.#cache.open(scope, signatures));
    void this.#warmUp.whenIndexed([scope], [asked.query]);
    return part;
  }

  // Spotlight has named the files; what they hold is for us to see.
  async #searchAmong(task: Task, asked: Extract<Operation, { op: 'among' }>): Promise<Part> {
    const { paths } = asked;
    const query = prepare(asked.query);
    if (!query) return NOTHING;
    const candidates = new CandidateList();
    for (const path of paths) {
      const { dir, base } = parse(path);
      if (owns(base, this.#settings.shard)) candidates.add(dir.endsWith(sep) ? dir : dir + sep, base);
    }
    Atomics.add(task.looked, SEEN, candidates.entries.length);
    const search = this.#textSearch({ ...task, limit: Math.max(task.limit, paths.length) }, query, asked, false);
    const isInTime = await inTime(search.run(candidates.entries));
    return partOf(search, candidates.entries.length, 0, !isInTime);
  }

  async #suggest(task: Task, words: readonly string[]): Promise<Part> {
    const { index, directory, leftMs } = await this.#ready(task);
    const entries = index.tree.newestFirst(directory);
    const near = new NearWords(words, this.#cache);
    near.countNames(entries, directory, this.#settings.shard);
    // There must be time to search for what was meant.
    await inTime(near.countTexts(entries, new TimeBudget(task.cancelled, leftMs / 2)));
    this.#prepare(index);
    return { ...NOTHING, suggestions: near.suggestions };
  }

  #textSearch(task: Task, query: Query, { snippets, least }: TextOperation, isOrdered: boolean): FileSearch {
    const { signatures } = this.#cache;
    const budget = new TimeBudget(task.cancelled, task.budgetMs);
    const confirmation = new Confirmation(task.scope);
    const { limit, scope, found } = task;
    const { index, count } = this.#settings.shard;
    const others = found && isOrdered ? new SharedPool(found, index, count) : undefined;
    const scanner = countingReads(this.#scanner, task);
    const options = {
      query,
      scope,
      limit,
      least,
      snippets,
      isOrdered,
      scanner,
      signatures,
      confirmation,
      budget,
      others,
    };
    return new NarrowedSearch(task, createTextSearch(options));
  }

  async #list(task: Task, filter: Listing): Promise<Part> {
    const index = this.#cache.covering(task.scope);
    const part = index?.isLive ? await this.#listFromIndex(task, filter) : await this.#listByWalking(task, filter);
    const { accelerate, watch } = this.#settings;
    if (accelerate && watch) this.#indexer.enqueue(this.#cache.covering(task.scope) ?? this.#cache.open(task.scope));
    return part;
  }

  async #listFromIndex(task: Task, { wants, wantsStats, sinceMs }: Listing): Promise<Part> {
    const { index, directory, isOutOfTime, leftMs } = await this.#ready(task);
    const budget = new TimeBudget(task.cancelled, leftMs);
    const entries = index.tree.newestFirst(directory);
    const confirmation = new Confirmation(task.scope);
    const hits: Hit[] = [];
    let skipped = index.tree.skippedIn(directory);
    const isInTime = await inTime(
      (async () => {
        for (const entry of entries) {
          if (hits.length > task.limit || entry.modifiedMs < sinceMs) return;
          const wanted = wantsStats(entry.modifiedMs, entry.size) && wants(entry.directory.prefix, entry.name);
          if (wanted === 'unreadable') skipped++;
          const info = wanted === true ? confirmation.info(entry.path) : undefined;
          if (info) hits.push({ ...info, rank: LISTED });
          if (budget.due()) await budget.turn();
        }
      })(),
    );
    return {
      ...NOTHING,
      hits: hits.sort(byRank),
      scanned: entries.length,
      skipped,
      isOutOfTime: isOutOfTime || !isInTime,
    };
  }

  async #listByWalking(task: Task, { wants, wantsStats }: Listing): Promise<Part> {
    const budget = new TimeBudget(task.cancelled, task.budgetMs);
    const { shard, all } = this.#settings;
    const walk = new LiveWalk({ shard, exclusions: { all }, budget, wants, wantsStats });
    const isInTime = await inTime(walk.run(task.scope));
    const confirmation = new Confirmation(task.scope);
    const hits: Hit[] = [];
    for (const { path } of walk.found.sort(byAge)) {
      if (hits.length > task.limit) break;
      const info = confirmation.info(path);
      if (info) hits.push({ ...info, rank: LISTED });
    }
    return {
      ...NOTHING,
      hits: hits.sort(byRank),
      scanned: walk.scanned,
      skipped: walk.skipped,
      isOutOfTime: !isInTime,
    };
  }

  // Finds or makes the index of a scope and brings it up to date as far as time allows.
  async #ready({ scope, cancelled, budgetMs }: Task): Promise<FreshIndex> {
    const startedMs = performance.now();
    const budget = new TimeBudget(cancelled, budgetMs * SHARE_FOR_WALKING);
    let index = this.#cache.covering(scope);
    let directory = index?.tree.root.find(scope);
    let isInTime = true;
    if (index && directory) isInTime = await inTime(index.freshen(directory, budget));
    // A directory inside another scope can have gone from it and still be a scope of its own.
    if (!index || !directory || (directory.parent && directory.state !== 'readable')) {
      index = this.#cache.open(scope);
      directory = index.tree.root;
      isInTime = await inTime(index.freshen(directory, budget));
    }
    return { index, directory, isOutOfTime: !isInTime, leftMs: budgetMs - (performance.now() - startedMs) };
  }

  #prepare(index: ScopeIndex): void {
    index.wantsSignatures = true;
    if (this.#settings.accelerate) this.#indexer.enqueue(index);
    else void index.close();
  }
}
