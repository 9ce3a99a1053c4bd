import { parse, sep } from 'node:path';
import { Caretaker } from './caretaker.ts';
import { byAge, type Directory } from './catalog.ts';
import type { Clock } from './clock.ts';
import { Confirmation } from './confirm.ts';
import { hasKind } from './kind-of.ts';
import { Library } from './library.ts';
import { LiveWalk } from './live-walk.ts';
import { Pace, Stopped } from './pace.ts';
import { type Answer, byRank, type Part, type RankedHit, type Task, type WorkerSettings } from './protocol.ts';
import { prepare, type Query } from './query.ts';
import { Scanner } from './scanner.ts';
import type { ScopeIndex } from './scope-index.ts';
import { owns } from './share.ts';
import { Sheet } from './sheet.ts';
import { Signing } from './signing.ts';
import { TextSearch, TooCommon } from './text-search.ts';

const NOTHING: Part = { hits: [], scanned: 0, skipped: 0, isOutOfTime: false };
// So that in a scope too large to walk in time something is still searched.
const SHARE_FOR_WALKING = 0.6;
// Above it time may run out, and then the newest files should have been searched.
const MOST_UNORDERED = 100_000;

interface Ground {
  readonly index: ScopeIndex;
  readonly directory: Directory;
  readonly isOutOfTime: boolean;
  readonly leftMs: number;
}

interface Choice {
  wants(prefix: string, name: string): boolean | 'unreadable';
  readonly sinceMs: number;
}

/** Where a worker takes its tasks: each is answered from what is in memory, or by a walk, and prepares the next. */
export class Desk {
  readonly #settings: WorkerSettings;
  readonly #library: Library;
  readonly #scanner: Scanner;
  readonly #caretaker: Caretaker;

  constructor(settings: WorkerSettings, clock: Clock) {
    this.#settings = settings;
    this.#library = new Library(settings, clock);
    const { signatures, documents } = this.#library;
    this.#scanner = new Scanner(documents);
    this.#caretaker = new Caretaker(
      this.#library,
      new Signing(signatures, documents, clock),
      settings.watch,
      clock.now,
    );
  }

  async answer(task: Task): Promise<Answer> {
    const part = await this.#caretaker.rest(() => this.#part(task));
    return { ...part, indexBytes: this.#library.bytes + this.#library.documents.bytes };
  }

  #part(task: Task): Promise<Part> {
    const { wish } = task;
    if (wish.op === 'search') return this.#search(task, wish.query, wish.snippets);
    if (wish.op === 'among') return this.#searchAmong(task, wish.query, wish.snippets, wish.paths);
    if (wish.op === 'recent') return this.#list(task, { wants: () => true, sinceMs: wish.sinceMs });
    const wants = (prefix: string, name: string) => hasKind(prefix, name, wish.kind);
    return this.#list(task, { wants, sinceMs: Number.NEGATIVE_INFINITY });
  }

  async #search(task: Task, text: string, snippets: boolean): Promise<Part> {
    const query = prepare(text);
    if (!query) return NOTHING;
    if (!this.#library.covering(task.scope)) {
      const part = await this.#searchByWalking(task, query, snippets);
      if (part) return part;
    }
    const { index, directory, leftMs, isOutOfTime } = await this.#ready(task);
    const entries = index.tree.newestFirst(directory);
    const search = this.#textSearch({ ...task, budgetMs: leftMs }, query, snippets, true);
    const isInTime = await inTime(search.run(entries));
    this.#prepare(index);
    return {
      hits: search.hits,
      scanned: entries.length,
      skipped: skippedIn(directory) + search.skipped,
      isOutOfTime: isOutOfTime || !isInTime,
    };
  }

  // For a query that few files hold all must be read, in whatever order; so their ages are not asked for. Undefined when many hold it.
  async #searchByWalking(task: Task, query: Query, snippets: boolean): Promise<Part | undefined> {
    const { share, all } = this.#settings;
    const sheet = new Sheet();
    const wants = (prefix: string, name: string) => sheet.add(prefix, name);
    const pace = new Pace(task.cancelled, task.budgetMs * SHARE_FOR_WALKING);
    const walk = new LiveWalk({ share, exclusions: { all }, pace, wants, wantsAge: () => false });
    const startedMs = performance.now();
    if (!(await inTime(walk.run(task.scope))) || walk.scanned > MOST_UNORDERED) return undefined;
    const search = this.#textSearch(
      { ...task, budgetMs: task.budgetMs - (performance.now() - startedMs) },
      query,
      snippets,
      false,
    );
    try {
      const isInTime = await inTime(search.run(sheet.entries));
      if (this.#settings.accelerate)
        this.#prepare(this.#library.covering(task.scope) ?? this.#library.open(task.scope));
      return {
        hits: search.hits,
        scanned: walk.scanned,
        skipped: walk.skipped + search.skipped,
        isOutOfTime: !isInTime,
      };
    } catch (error) {
      if (error instanceof TooCommon) return undefined;
      throw error;
    }
  }

  // Somebody else has named the files; what they hold is for us to see.
  async #searchAmong(task: Task, text: string, snippets: boolean, paths: readonly string[]): Promise<Part> {
    const query = prepare(text);
    if (!query) return NOTHING;
    const sheet = new Sheet();
    for (const path of paths) {
      const { dir, base } = parse(path);
      if (owns(base, this.#settings.share)) sheet.add(dir.endsWith(sep) ? dir : dir + sep, base);
    }
    const search = this.#textSearch({ ...task, limit: Math.max(task.limit, paths.length) }, query, snippets, false);
    const isInTime = await inTime(search.run(sheet.entries));
    return { hits: search.hits, scanned: sheet.entries.length, skipped: search.skipped, isOutOfTime: !isInTime };
  }

  #textSearch(task: Task, query: Query, snippets: boolean, isOrdered: boolean): TextSearch {
    const { signatures } = this.#library;
    const pace = new Pace(task.cancelled, task.budgetMs);
    const confirmation = new Confirmation(task.scope);
    const { limit } = task;
    return new TextSearch({
      query,
      limit,
      snippets,
      isOrdered,
      scanner: this.#scanner,
      signatures,
      confirmation,
      pace,
    });
  }

  async #list(task: Task, choice: Choice): Promise<Part> {
    const index = this.#library.covering(task.scope);
    const part = index?.isLive ? await this.#listFromIndex(task, choice) : await this.#listByWalking(task, choice);
    const { accelerate, watch } = this.#settings;
    if (accelerate && watch)
      this.#caretaker.careFor(this.#library.covering(task.scope) ?? this.#library.open(task.scope));
    return part;
  }

  async #listFromIndex(task: Task, { wants, sinceMs }: Choice): Promise<Part> {
    const { index, directory, isOutOfTime, leftMs } = await this.#ready(task);
    const pace = new Pace(task.cancelled, leftMs);
    const entries = index.tree.newestFirst(directory);
    const confirmation = new Confirmation(task.scope);
    const hits: RankedHit[] = [];
    let skipped = skippedIn(directory);
    const isInTime = await inTime(
      (async () => {
        for (const entry of entries) {
          if (hits.length > task.limit || entry.modifiedMs < sinceMs) return;
          const wanted = wants(entry.directory.prefix, entry.name);
          if (wanted === 'unreadable') skipped++;
          const facts = wanted === true ? confirmation.facts(entry.path) : undefined;
          if (facts) hits.push({ ...facts, tier: 0, isNamed: false });
          if (pace.due()) await pace.turn();
        }
      })(),
    );
    return { hits: hits.sort(byRank), scanned: entries.length, skipped, isOutOfTime: isOutOfTime || !isInTime };
  }

  async #listByWalking(task: Task, { wants, sinceMs }: Choice): Promise<Part> {
    const pace = new Pace(task.cancelled, task.budgetMs);
    const { share, all } = this.#settings;
    const wantsAge = (modifiedMs: number) => modifiedMs >= sinceMs;
    const walk = new LiveWalk({ share, exclusions: { all }, pace, wants, wantsAge });
    const isInTime = await inTime(walk.run(task.scope));
    const confirmation = new Confirmation(task.scope);
    const hits: RankedHit[] = [];
    for (const { path } of walk.found.sort(byAge)) {
      if (hits.length > task.limit) break;
      const facts = confirmation.facts(path);
      if (facts) hits.push({ ...facts, tier: 0, isNamed: false });
    }
    return { hits: hits.sort(byRank), scanned: walk.scanned, skipped: walk.skipped, isOutOfTime: !isInTime };
  }

  // Finds or makes the index of a scope and brings it up to date as far as time allows.
  async #ready({ scope, cancelled, budgetMs }: Task): Promise<Ground> {
    const startedMs = performance.now();
    const pace = new Pace(cancelled, budgetMs * SHARE_FOR_WALKING);
    let index = this.#library.covering(scope);
    let directory = index?.tree.root.find(scope);
    let isInTime = true;
    if (index && directory) isInTime = await inTime(index.freshen(directory, pace));
    // A directory inside another scope can have gone from it and still be a scope of its own.
    if (!index || !directory || (directory.parent && directory.state !== 'readable')) {
      index = this.#library.open(scope);
      directory = index.tree.root;
      isInTime = await inTime(index.freshen(directory, pace));
    }
    return { index, directory, isOutOfTime: !isInTime, leftMs: budgetMs - (performance.now() - startedMs) };
  }

  #prepare(index: ScopeIndex): void {
    index.wantsSignatures = true;
    if (this.#settings.accelerate) this.#caretaker.careFor(index);
    else void index.close();
  }
}

async function inTime(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Stopped && error.reason === 'time') return false;
    throw error;
  }
}

function skippedIn(directory: Directory): number {
  let skipped = 0;
  for (const each of directory.tree()) skipped += each.skipped;
  return skipped;
}
