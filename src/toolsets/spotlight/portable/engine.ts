import { availableParallelism } from 'node:os';
import type { Engine, Findings, SearchRequest } from '../engine.ts';
import type { Kind } from '../types/kinds.ts';
import { Helper } from './helper.ts';
import { type Answer, byRank, type Task, type Wish } from './protocol.ts';

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
  /** The worker's program. */
  readonly workerFile: URL;
}

type TextRequest = SearchRequest & { readonly snippets: boolean };

const MOST_WORKERS = 4;
const GRACE_MS = 2000;

/**
 * Searches files on any system by walking and reading them, in threads of its own. Nothing is written to disk.
 *
 * What is promised: every file in an answer was looked at again for it, so none is gone or no longer matches; and every change whose
 * system call had returned before the search began is seen. On Linux the kernel's events tell of changes, everywhere else, and where
 * events were or may have been lost, the scope is walked and every file's size, times and inode are compared. Only two sorts of change
 * give no event, and are seen by a walk that follows a search a minute after the last one: writing through a memory map, and writing
 * through a second name outside the scope that was made after the scope had been indexed. A file system mounted into a watched scope is
 * seen by the same walk.
 */
export class PortableEngine implements Engine {
  readonly #helpers: readonly Helper[];
  readonly #budgetMs: number;

  constructor(options: PortableOptions) {
    const { workers, budgetMs, signatureBytes, workerFile, watch, all, accelerate, clockGrainMs = 2000 } = options;
    const count = workers ?? Math.min(availableParallelism(), MOST_WORKERS);
    this.#budgetMs = budgetMs;
    this.#helpers = Array.from(
      { length: count },
      (_, index) =>
        new Helper(workerFile, {
          share: { index, count },
          signatureBytes: signatureBytes / count,
          watch,
          all,
          accelerate,
          clockGrainMs,
        }),
    );
  }

  search(query: string, request: TextRequest): Promise<Findings> {
    return this.#run({ op: 'search', query, snippets: request.snippets }, request);
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

  async close(): Promise<void> {
    await Promise.all(this.#helpers.map((helper) => helper.close()));
  }

  // Each worker looks at its share of the files; one that fails ends the search of all.
  async #run(wish: Wish, { scope, limit, signal }: SearchRequest): Promise<Findings> {
    signal.throwIfAborted();
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const task: Task = { wish, scope, limit, budgetMs: this.#budgetMs, cancelled };
    try {
      const patienceMs = this.#budgetMs + GRACE_MS;
      const parts = await Promise.all(this.#helpers.map((helper) => helper.ask(task, patienceMs, signal)));
      return merged(parts, limit);
    } finally {
      Atomics.store(cancelled, 0, 1);
    }
  }
}

function merged(parts: readonly Answer[], limit: number): Findings {
  const ranked = parts.flatMap(({ hits }) => hits).sort(byRank);
  const hits = ranked.slice(0, limit).map(({ tier: _tier, isNamed: _isNamed, ...hit }) => hit);
  const scanned = parts.reduce((sum, part) => sum + part.scanned, 0);
  const skipped = parts.reduce((sum, part) => sum + part.skipped, 0);
  const isOutOfTime = parts.some((part) => part.isOutOfTime);
  const note = isOutOfTime ? 'Time ran out before everything was searched. Choose a smaller scope.' : undefined;
  return {
    hits,
    complete: !isOutOfTime && skipped === 0,
    truncated: ranked.length > limit,
    scanned,
    skipped,
    engine: 'portable',
    indexBytes: parts.reduce((sum, part) => sum + part.indexBytes, 0),
    ...(note && { note }),
  };
}
