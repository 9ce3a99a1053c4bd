/** Files by text, kind or date, below folders that you allow: `quartet-mcp/filesearch`. */

import { AllowedRoots } from '../engines/filesearch/allowed-roots.ts';
import { createEngine } from '../engines/filesearch/choose-engine.ts';
import type { Findings } from '../engines/filesearch/engine.ts';
import type { Kind } from '../engines/filesearch/types/kind.ts';

export type { FileInfo, Findings, Hit, Snippet } from '../engines/filesearch/engine.ts';
export type { Kind } from '../engines/filesearch/types/kind.ts';
export { CallFailure } from '../lib/failures.ts';

export interface FileSearchOptions {
  /** The folders that may be searched, with all below them but hidden places and those for keys and passwords. */
  readonly roots: readonly string[];
  /** The longest that one search may take (default: 10 seconds). */
  readonly budgetMs?: number;
  /** Also search dependencies and build output (default: false). */
  readonly everything?: boolean;
  /** Watch folders between searches, so that the next one is fast (default: false). */
  readonly watch?: boolean;
  /** `portable`, or `auto`: Spotlight on macOS (default: portable). */
  readonly engine?: 'portable' | 'auto';
}

export interface FindOptions {
  /** How many files are told at most (default: 100). */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Searches run in threads of their own. A folder outside of the roots is refused with a `CallFailure`. */
export interface FileSearch {
  /** Files whose text or name holds a phrase, then those with all its words; PDF and office documents too. */
  search(query: string, folder: string, options?: FindOptions): Promise<Findings>;
  /** Files of one kind, newest first. */
  byKind(kind: Kind, folder: string, options?: FindOptions): Promise<Findings>;
  /** Files that were modified since a moment, newest first. */
  recent(since: Date, folder: string, options?: FindOptions): Promise<Findings>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Opens a search below some folders; nothing is read before the first search. */
export async function openFileSearch(options: FileSearchOptions): Promise<FileSearch> {
  const { roots, budgetMs = 10_000, everything = false, watch = false, engine: name = 'portable' } = options;
  if (roots.length === 0) throw new TypeError('roots must name at least one folder');
  const allowed = await AllowedRoots.open(roots);
  const engine = createEngine(name, { budgetMs, everything, watch, accelerate: watch });
  const request = async (folder: string, { limit = 100, signal = new AbortController().signal }: FindOptions = {}) => ({
    scope: await allowed.scope(folder),
    limit,
    signal,
  });
  return {
    search: async (query, folder, how) => engine.search(query, { ...(await request(folder, how)), snippets: true }),
    byKind: async (kind, folder, how) => engine.byKind(kind, await request(folder, how)),
    recent: async (since, folder, how) => engine.recent(since.getTime(), await request(folder, how)),
    close: () => engine.close(),
  };
}
