// Longer than most: a search, its threads and what they have told so far end together.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTime } from '../../../lib/abort.ts';
import { crc32 } from '../../../lib/crc32.ts';
import { WorkerClient, WorkerTimeout } from '../../../lib/worker-client.ts';
import type { Readers } from '../documents/readers.ts';
import { byRank, type Engine, type Findings, type IndexSize, type SearchRequest, type TextRequest } from '../engine.ts';
import { shareWalk } from '../index/walk-queue.ts';
import { chooseHits, plainHit, poolSize } from '../match/pool.ts';
import { shareHits } from '../match/shared-pool.ts';
import type { Kind } from '../types/kind.ts';
import { HitsSoFar } from './hits-so-far.ts';
import {
  type Answer,
  type EarlyReport,
  type Operation,
  READ,
  type ReadReply,
  type ReadRequest,
  SEEN,
  type Task,
  type WorkerSettings,
} from './protocol.ts';
import { searchWidely } from './widened-search.ts';

export interface PortableOptions {
  /** Threads that search; as many as there are processors, four at most, when left out. */
  readonly workers?: number;
  /** Milliseconds after which a search answers with what it has. */
  readonly budgetMs: number;
  /** How much memory the indexes of all scopes may take together. */
  readonly signatureBytes: number;
  /** Keep indexes up to date by the kernel's events, where it tells them in time. */
  readonly watch: boolean;
  /** Also search what tools have made: node_modules and the like. */
  readonly all: boolean;
  /** Keep indexes in memory between searches. */
  readonly accelerate: boolean;
  /** How coarse the clocks of file systems are; 2 s, the coarsest known, when left out. */
  readonly clockGrainMs?: number;
  /** A folder of ours where signatures survive the process; nothing is written when left out. */
  readonly cacheFolder?: string | undefined;
  /** The worker's program. */
  readonly workerFile: URL;
  /** Read documents; closed with the engine. */
  readonly readers: Readers;
}

const MOST_WORKERS = 4;
const GRACE_MS = 2000;
/** A thread in the middle of a long step is not waited for. */
const SIZE_PATIENCE_MS = 250;
const PROGRESS_MS = 500;
/** Who starts the program gets its first answer before threads are started. */
const WARM_UP_MS = 20;
const SETTLE_MS = 600_000;
// What is read and thrown away at once needs little room, and V8 does not give back what it has once taken.
const HEAP = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 2 };
const UNANSWERED: Answer = {
  hits: [],
  scanned: 0,
  skipped: 0,
  isOutOfTime: true,
  overran: [],
  indexFiles: 0,
  indexBytes: 0,
};

/**
 * Searches files on any system by walking and reading them, in threads of its own. Nothing is written to disk, but for signatures in a
 * cache folder when there is one: each is believed only for a file that looks as it did.
 *
 * What is promised: every file in an answer was looked at again for it, so none is gone or no longer matches; and every change whose
 * system call had returned before the search began is seen. On Linux the kernel's events tell of changes, everywhere else, and where
 * events were or may have been lost, the scope is walked and every file's size, times and inode are compared. Only two sorts of change
 * give no event, and are seen by a walk that follows a search a minute after the last one: writing through a memory map, and writing
 * through a second name outside the scope that was made after the scope had been indexed. A file system mounted into a watched scope is
 * seen by the same walk.
 */
export class PortableEngine implements Engine {
  readonly name = 'portable';
  readonly #workers: readonly WorkerClient<Task, Answer>[];
  readonly #budgetMs: number;
  readonly #readers: Readers;
  readonly #early = new Map<number, HitsSoFar>();
  #lastEarly = 0;
  #hasSearched = false;
  #warmUp: NodeJS.Timeout | undefined;

  constructor(options: PortableOptions) {
    const { workers, budgetMs, workerFile, readers, watch, all, accelerate, clockGrainMs = 2000 } = options;
    const count = workers ?? Math.min(availableParallelism(), MOST_WORKERS);
    const signatureBytes = options.signatureBytes / count;
    this.#budgetMs = budgetMs;
    this.#readers = readers;
    const { cacheFolder } = options;
    const programFolder = dirname(fileURLToPath(workerFile));
    const store = cacheFolder === undefined ? undefined : { folder: cacheFolder, program: programOf(workerFile) };
    this.#workers = Array.from({ length: count }, (_, index) => {
      const shard = { index, count };
      const data: WorkerSettings = {
        shard,
        signatureBytes,
        watch,
        all,
        accelerate,
        clockGrainMs,
        programFolder,
        store,
      };
      return new WorkerClient(workerFile, {
        data,
        resourceLimits: HEAP,
        onMessage: (message, reply) => {
          if ('read' in (message as ReadRequest | EarlyReport)) void this.#read(message as ReadRequest, reply);
          else this.#take(message as EarlyReport, index);
        },
      });
    });
  }

  async search(query: string, request: TextRequest): Promise<Findings> {
    const soFar = request.onHits && new HitsSoFar(request.limit, request.onHits);
    try {
      return await this.#search(query, request, soFar);
    } finally {
      soFar?.end();
    }
  }

  #search(query: string, request: TextRequest, soFar: HitsSoFar | undefined): Promise<Findings> {
    const { snippets, limit, regex } = request;
    const deadline = performance.now() + this.#budgetMs;
    const leftMs = () => Math.max(0, deadline - performance.now());
    if (regex) return this.#run({ op: 'search', query, snippets, regex }, request, leftMs(), soFar);
    return searchWidely(query, {
      limit,
      search: (text, least) => {
        const operation: Operation = { op: 'search', query: text, snippets, ...(least !== undefined && { least }) };
        return this.#run(operation, request, leftMs(), soFar);
      },
      suggest: async (words) => {
        const parts = await this.#ask({ op: 'suggest', words }, request, leftMs());
        return parts.map(({ suggestions = [] }) => suggestions);
      },
    });
  }

  /** Searches these files only, which must be below the scope. */
  among(query: string, paths: readonly string[], request: TextRequest): Promise<Findings> {
    return this.#run({ op: 'among', query, snippets: request.snippets, paths }, request);
  }

  byKind(kind: Kind, request: SearchRequest): Promise<Findings> {
    return this.#run({ op: 'kind', kind }, request);
  }

  recent(sinceMs: number, request: SearchRequest): Promise<Findings> {
    return this.#run({ op: 'recent', sinceMs }, request);
  }

  async indexed(): Promise<IndexSize | undefined> {
    if (!this.#hasSearched) return undefined;
    const task: Task = { ...counters(), operation: { op: 'size' }, scope: '', limit: 0, budgetMs: 0 };
    const asked = Promise.all(this.#workers.map((worker) => worker.ask(task))).catch(() => undefined);
    const parts = await inTime(SIZE_PATIENCE_MS, asked);
    return parts && { files: sumOf(parts, 'indexFiles'), bytes: sumOf(parts, 'indexBytes') };
  }

  warmUp(roots: readonly string[]): void {
    const task: Task = { ...counters(), operation: { op: 'warm-up', roots }, scope: '', limit: 0, budgetMs: 0 };
    this.#warmUp = setTimeout(() => {
      for (const worker of this.#workers) worker.ask(task).catch(() => undefined);
    }, WARM_UP_MS).unref();
  }

  async settle(signal: AbortSignal): Promise<void> {
    const task: Task = { ...counters(), operation: { op: 'settle' }, scope: '', limit: 0, budgetMs: 0 };
    await Promise.all(this.#workers.map((worker) => worker.ask(task, { signal, timeLimitMs: SETTLE_MS })));
  }

  async close(): Promise<void> {
    clearTimeout(this.#warmUp);
    await Promise.all([...this.#workers.map((worker) => worker.close()), this.#readers.close()]);
  }

  async #run(
    operation: Operation,
    request: SearchRequest,
    budgetMs = this.#budgetMs,
    soFar?: HitsSoFar,
  ): Promise<Findings> {
    return merged(await this.#ask(operation, request, budgetMs, soFar), request.limit);
  }

  // Each worker looks at its shard of the files; one that fails ends the search of all.
  async #ask(
    operation: Operation,
    request: SearchRequest & { readonly place?: TextRequest['place'] },
    budgetMs: number,
    soFar?: HitsSoFar,
  ): Promise<Answer[]> {
    const { scope, limit, signal, filter, conditions, place, onProgress } = request;
    signal.throwIfAborted();
    this.#hasSearched = true;
    const shared = counters();
    // Conditions are looked at last, so nothing can be told before.
    const early = soFar && conditions === undefined ? ++this.#lastEarly : undefined;
    if (soFar && early !== undefined) this.#early.set(early, soFar);
    // With conditions a worker may have to search more than once, and each for itself.
    const isTogether = operation.op === 'search' && conditions === undefined;
    const walk = isTogether ? shareWalk() : undefined;
    const found = isTogether ? shareHits(this.#workers.length, poolSize(limit, 0)) : undefined;
    const task: Task = { ...shared, operation, scope, limit, budgetMs, filter, conditions, place, early, walk, found };
    const timer = onProgress && setInterval(() => reportLooks(shared.looked, onProgress), PROGRESS_MS);
    try {
      const asked = { timeLimitMs: budgetMs + GRACE_MS, signal };
      return await Promise.all(this.#workers.map((worker) => worker.ask(task, asked).catch(unanswered)));
    } finally {
      clearInterval(timer);
      if (early !== undefined) this.#early.delete(early);
      Atomics.store(shared.cancelled, 0, 1);
    }
  }

  #take({ early, hits }: EarlyReport, worker: number): void {
    this.#early.get(early)?.take(`${early} ${worker}`, hits);
  }

  async #read({ read, path, format }: ReadRequest, reply: (message: ReadReply) => void): Promise<void> {
    reply({ read, reading: await this.#readers.read({ about: 'text', path, format }) });
  }
}

/** Tells one build of the program from another: the names of all parts that it loads are made from their contents. */
function programOf(workerFile: URL): string {
  const documents = new URL('./spotlight-documents.js', workerFile);
  const sums = [workerFile, documents].filter((file) => existsSync(file)).map((file) => crc32(readFileSync(file), 0));
  return sums.map((sum) => sum.toString(16)).join('-');
}

/** What the main thread and the workers of a task see alike. */
function counters(): Pick<Task, 'cancelled' | 'looked'> {
  return { cancelled: new Int32Array(new SharedArrayBuffer(4)), looked: new Int32Array(new SharedArrayBuffer(8)) };
}

function reportLooks(looked: Task['looked'], report: NonNullable<SearchRequest['onProgress']>): void {
  report(Atomics.load(looked, SEEN), Atomics.load(looked, READ));
}

// What the other workers have found is still an answer, though not a complete one.
function unanswered(error: unknown): Answer {
  if (error instanceof WorkerTimeout) return UNANSWERED;
  throw error;
}

function merged(parts: readonly Answer[], limit: number): Findings {
  const found = parts.flatMap(({ hits }) => hits);
  const ranked = chooseHits(found, limit).sort(byRank);
  const hits = ranked.slice(0, limit).map(plainHit);
  const scanned = sumOf(parts, 'scanned');
  const skipped = sumOf(parts, 'skipped');
  const isOutOfTime = parts.some((part) => part.isOutOfTime);
  const note = noteOf(
    isOutOfTime,
    parts.flatMap(({ overran }) => overran),
  );
  return {
    hits,
    complete: !isOutOfTime && skipped === 0,
    truncated: ranked.length > limit,
    scanned,
    skipped,
    engine: 'portable',
    indexBytes: sumOf(parts, 'indexBytes'),
    ...(note && { note }),
  };
}

function sumOf(parts: readonly Answer[], field: 'scanned' | 'skipped' | 'indexFiles' | 'indexBytes'): number {
  return parts.reduce((sum, part) => sum + part[field], 0);
}

const MOST_NAMED = 10;

function noteOf(isOutOfTime: boolean, overran: readonly string[]): string {
  const named = [...overran].sort().slice(0, MOST_NAMED).join(', ');
  const more = overran.length > MOST_NAMED ? ` and ${overran.length - MOST_NAMED} more` : '';
  return [
    ...(isOutOfTime ? ['Time ran out before everything was searched. Choose a smaller scope.'] : []),
    ...(named
      ? [
          `Left out for an hour or until they change, because reading them takes too much time or memory: ${named}${more}.`,
        ]
      : []),
  ].join(' ');
}
