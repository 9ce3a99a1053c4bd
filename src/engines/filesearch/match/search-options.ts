import type { FileEntry } from '../index/entries.ts';
import type { Confirmation } from './confirmation.ts';
import type { PooledHit } from './pool.ts';
import type { Query } from './query.ts';
import type { ScanOptions, ScanRunner } from './scan-runner.ts';
import type { SharedPool } from './shared-pool.ts';

export interface TextSearchOptions extends ScanOptions {
  readonly query: Query;
  readonly scope: string;
  /** How many of the words suffice; all when left out. */
  readonly least?: number | undefined;
  readonly snippets: boolean;
  readonly confirmation: Confirmation;
  /** What other threads have found; absent where there are none, or files come in no order. */
  readonly others?: SharedPool | undefined;
}

/** One search over the files of a scope. */
export interface TextSearch {
  readonly runner: ScanRunner;
  /** What has been found so far: all that the answer can have. */
  readonly hits: readonly PooledHit[];
  run(newestFirst: readonly FileEntry[]): Promise<void>;
}
