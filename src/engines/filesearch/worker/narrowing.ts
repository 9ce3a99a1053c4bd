import { Stopped, TimeBudget } from '../../../lib/time-budget.ts';
import type { FileFilter } from '../file-criteria.ts';
import type { FileEntry } from '../index/entries.ts';
import type { Signatures } from '../index/signature.ts';
import { ConditionCheck } from '../match/conditions.ts';
import { Confirmation } from '../match/confirmation.ts';
import { PreparedFilter } from '../match/file-filter.ts';
import { hasKind } from '../match/kind-of.ts';
import { seenBy } from '../match/name-or-text.ts';
import type { PooledHit } from '../match/pool.ts';
import { compileRegex } from '../match/regex.ts';
import { RegexSearch } from '../match/regex-search.ts';
import type { TextSearch } from '../match/search-options.ts';
import type { DocumentTexts } from '../read/document-texts.ts';
import { type Operation, type Part, READ, type Task } from './protocol.ts';

type ListOperation = Extract<Operation, { readonly op: 'kind' | 'recent' }>;

/** A search over the files that it is given. */
export interface FileSearch {
  run(entries: readonly FileEntry[]): Promise<void>;
  readonly hits: readonly PooledHit[];
  readonly skipped: number;
  readonly overran: readonly string[];
}

type Ran = FileSearch | TextSearch;

/** Lets a search see only the files that a task is about, as it is to see them; they are chosen before any of them is read. */
export class NarrowedSearch implements FileSearch {
  readonly #task: Task;
  readonly #search: Ran;
  readonly #filter: PreparedFilter;

  constructor(task: Task, search: Ran) {
    this.#task = task;
    this.#search = search;
    this.#filter = new PreparedFilter(task.filter);
  }

  async run(entries: readonly FileEntry[]): Promise<void> {
    const { cancelled, budgetMs, place = 'both' } = this.#task;
    const chosen = await this.#filter.choose(entries, new TimeBudget(cancelled, budgetMs));
    await this.#search.run(seenBy(place, chosen));
  }

  get #counts(): { readonly skipped: number; readonly overran: readonly string[] } {
    return 'runner' in this.#search ? this.#search.runner : this.#search;
  }

  get hits(): readonly PooledHit[] {
    return this.#search.hits;
  }

  get skipped(): number {
    return this.#counts.skipped + this.#filter.skipped;
  }

  get overran(): readonly string[] {
    return this.#counts.overran;
  }
}

/** A search for the lines and names that match an expression. */
export async function regexSearch(
  task: Task,
  { query, snippets }: { readonly query: string; readonly snippets: boolean },
  { signatures, documents }: { readonly signatures: Signatures; readonly documents: DocumentTexts },
): Promise<FileSearch> {
  const { limit, looked, place = 'both', scope, cancelled, budgetMs } = task;
  const regex = await compileRegex(query);
  const budget = new TimeBudget(cancelled, budgetMs);
  const confirmation = new Confirmation(scope);
  const onRead = () => void Atomics.add(looked, READ, 1);
  const options = { regex, place, limit, snippets, documents, signatures, confirmation, budget, onRead };
  return new NarrowedSearch(task, new RegexSearch(options));
}

/** Which files are listed. */
export interface Listing {
  wants(prefix: string, name: string): boolean | 'unreadable';
  wantsStats(modifiedMs: number, size: number): boolean;
  /** No older one is wanted. */
  readonly sinceMs: number;
}

/** What is listed for an operation: the files of a kind or an age that are like the filter. */
export function listingOf(operation: ListOperation, given: FileFilter = {}): Listing {
  const filter = new PreparedFilter(given);
  const kinds = [given.kind, operation.op === 'kind' ? operation.kind : undefined].filter((kind) => kind !== undefined);
  const since = operation.op === 'recent' ? operation.sinceMs : Number.NEGATIVE_INFINITY;
  const sinceMs = Math.max(since, given.sinceMs ?? Number.NEGATIVE_INFINITY);
  return {
    sinceMs,
    wants: (prefix, name) => {
      if (given.name !== undefined && !filter.wantsName(name)) return false;
      const answers = kinds.map((kind) => hasKind(prefix, name, kind));
      return answers.find((answer) => answer !== true) ?? true;
    },
    wantsStats: (modifiedMs, size) => modifiedMs >= sinceMs && filter.wantsStats(modifiedMs, size),
  };
}

/** Counts what is read for a task. */
export function countingReads<Scan extends { scan(...args: never[]): unknown }>(scanner: Scan, { looked }: Task) {
  return {
    scan: ((...args: never[]) => {
      Atomics.add(looked, READ, 1);
      return scanner.scan(...args);
    }) as Scan['scan'],
  };
}

/** The hits of a search that fulfil the conditions of its task: more are looked for until there are enough, or no more. */
export async function withConditions(
  task: Task,
  documents: DocumentTexts,
  search: (task: Task) => Promise<Part>,
): Promise<Part> {
  const { conditions, place = 'both', cancelled, budgetMs } = task;
  if (conditions === undefined) return search(task);
  const check = new ConditionCheck(conditions, place, documents);
  const endMs = performance.now() + budgetMs;
  for (let limit = task.limit * 2 + 50; ; limit *= 4) {
    const part = await search({ ...task, limit, budgetMs: endMs - performance.now() });
    const budget = new TimeBudget(cancelled, endMs - performance.now());
    const hits: PooledHit[] = [];
    let isOutOfTime = part.isOutOfTime;
    try {
      for (const hit of part.hits) {
        if (budget.due()) await budget.turn();
        if (await check.accepts(hit.path, budget)) hits.push(hit);
      }
    } catch (error) {
      if (!(error instanceof Stopped && error.reason === 'time')) throw error;
      isOutOfTime = true;
    }
    if (hits.length > task.limit || part.hits.length <= limit || isOutOfTime) {
      return { ...part, hits, skipped: part.skipped + check.skipped, isOutOfTime };
    }
  }
}
