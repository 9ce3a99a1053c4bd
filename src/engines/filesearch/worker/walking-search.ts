import { TimeBudget } from '../../../lib/time-budget.ts';
import { isQuick } from '../documents/quick/index.ts';
import { CandidateList } from '../index/candidate-list.ts';
import { type FileEntry, TEXTLESS } from '../index/entries.ts';
import { LiveWalk } from '../index/walk.ts';
import { WalkQueue } from '../index/walk-queue.ts';
import { PreparedFilter } from '../match/file-filter.ts';
import { NameMatcher } from '../match/name-match.ts';
import { type KeptTexts, Prefilter } from '../match/prefilter.ts';
import type { Query } from '../match/query.ts';
import { TooCommon } from '../match/scan-runner.ts';
import { documentFormat } from '../types/document-format.ts';
import { type Tell, tellingEarly } from './early-hits.ts';
import { NamesSoFar } from './names-so-far.ts';
import type { FileSearch } from './narrowing.ts';
import { inTime, partOf } from './part-of.ts';
import { type Part, READ, SEEN, type Task, type WorkerSettings } from './protocol.ts';

const WHOLE = { index: 0, count: 1 };
// So that in a scope too large to walk in time something is still searched.
const SHARE_FOR_WALKING = 0.6;
// What is not ruled out by then is read after the walk, when hits can be told one by one.
const SHARE_FOR_PREFILTER = 0.4;
// Above it time may run out, and then the newest files should have been searched.
const MOST_UNORDERED = 100_000;

/** What a search by text is asked for. */
export interface TextOperation {
  readonly query: string;
  readonly snippets: boolean;
  readonly least?: number;
  readonly regex?: boolean | undefined;
}

type CreateSearch = (task: Task, query: Query, asked: TextOperation, isOrdered: boolean) => FileSearch;

interface Walked {
  readonly candidates: CandidateList;
  readonly walk: LiveWalk;
  readonly isInTime: boolean;
}

/** The first search of a scope: nothing is known of it, and nothing is kept but the files that may match. */
export class WalkingSearch {
  readonly #settings: WorkerSettings;
  readonly #createSearch: CreateSearch;
  readonly #tell: Tell;

  constructor(settings: WorkerSettings, createSearch: CreateSearch, tell: Tell) {
    this.#settings = settings;
    this.#createSearch = createSearch;
    this.#tell = tell;
  }

  /** For a query that few files hold all must be read, in whatever order; so their ages are asked for only when many hold it. */
  async search(task: Task, query: Query, asked: TextOperation, kept?: KeptTexts): Promise<Part> {
    const startedMs = performance.now();
    const left = () => ({ ...task, budgetMs: task.budgetMs - (performance.now() - startedMs) });
    const walked = await this.#walk(task, query, asked, kept);
    if (walked.isInTime && walked.walk.scanned <= MOST_UNORDERED) {
      try {
        const search = this.#createSearch(left(), query, asked, false);
        return await this.#part(task, search, walked, quickFirst(walked.candidates.entries));
      } catch (error) {
        if (!(error instanceof TooCommon)) throw error;
      }
    }
    const budget = new TimeBudget(task.cancelled, left().budgetMs * SHARE_FOR_WALKING);
    const newestFirst = await walked.candidates.newestFirst(budget);
    return this.#part(task, this.#createSearch(left(), query, asked, true), walked, newestFirst);
  }

  async #part(
    task: Task,
    search: FileSearch,
    { candidates, walk, isInTime }: Walked,
    entries: readonly FileEntry[],
  ): Promise<Part> {
    const isSearched = await inTime(tellingEarly(task, search, this.#tell, () => search.run(entries)));
    return partOf(search, walk.scanned, walk.skipped + candidates.skipped, !isInTime || !isSearched);
  }

  async #walk(task: Task, query: Query, asked: TextOperation, kept: KeptTexts | undefined): Promise<Walked> {
    const { scope, walk: shared, looked, cancelled, budgetMs } = task;
    const { all, shard } = this.#settings;
    const candidates = new CandidateList();
    const prefilter = prefilterOf(task, query, asked, kept);
    const matcher = new NameMatcher(query, scope);
    let ruledOut: FileEntry[] = [];
    const walk = new LiveWalk({
      exclusions: { all },
      budget: new TimeBudget(cancelled, budgetMs * SHARE_FOR_WALKING),
      ...(shared ? { queue: new WalkQueue(scope, shared), shard: WHOLE } : { shard }),
      wants: (prefix, name, folder) => {
        const entry = candidates.entry(prefix, name);
        Atomics.add(looked, SEEN, 1);
        const isOut = prefilter?.rulesOut(entry, folder) ?? false;
        if (isOut) ruledOut.push(entry);
        // Most files have nothing in their names either, and need not be remembered.
        if (!isOut || matcher.mayBeIn(entry)) candidates.entries.push(entry);
        return false;
      },
      onLeave: (folder) => {
        // What was read by the path of a folder that is no longer there tells nothing.
        if (ruledOut.length === 0 || folder.isInPlace()) for (const entry of ruledOut) entry.signature = TEXTLESS;
        else candidates.entries.push(...ruledOut.filter((entry) => !matcher.mayBeIn(entry)));
        ruledOut = [];
      },
      wantsStats: () => false,
    });
    const names = new NamesSoFar(task, query, candidates.entries);
    const isInTime = await inTime(tellingEarly(task, names, this.#tell, () => walk.run(scope)));
    return { candidates, walk, isInTime };
  }
}

// Documents take longest: when time runs out, everything else should have been searched.
function quickFirst(entries: readonly FileEntry[]): FileEntry[] {
  const [quick, slow]: [FileEntry[], FileEntry[]] = [[], []];
  for (const entry of entries) {
    const format = documentFormat(entry.name);
    (format === undefined || isQuick(format) ? quick : slow).push(entry);
  }
  return quick.concat(slow);
}

// Files that a filter leaves out need not be read.
function prefilterOf(task: Task, query: Query, { least }: TextOperation, kept: KeptTexts | undefined) {
  const { filter, place, scope, limit, budgetMs, looked } = task;
  if (place === 'names' || !new PreparedFilter(filter).isBare) return undefined;
  const untilMs = performance.now() + budgetMs * SHARE_FOR_PREFILTER;
  const onRead = () => void Atomics.add(looked, READ, 1);
  return new Prefilter({ query, scope, least, limit, untilMs, onRead, kept });
}
