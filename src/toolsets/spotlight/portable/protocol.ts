import type { Hit } from '../engine.ts';
import type { Kind } from '../types/kinds.ts';
import type { Share } from './share.ts';

/** What a worker is started with. */
export interface WorkerSettings {
  readonly share: Share;
  readonly signatureBytes: number;
  readonly watch: boolean;
  readonly all: boolean;
  readonly accelerate: boolean;
  readonly clockGrainMs: number;
}

export type Wish =
  | { readonly op: 'search'; readonly query: string; readonly snippets: boolean }
  /** A search of these files only, which are below the scope. */
  | { readonly op: 'among'; readonly query: string; readonly snippets: boolean; readonly paths: readonly string[] }
  | { readonly op: 'kind'; readonly kind: Kind }
  | { readonly op: 'recent'; readonly sinceMs: number };

export interface Task {
  readonly wish: Wish;
  readonly scope: string;
  readonly limit: number;
  readonly budgetMs: number;
  /** Set to 1 by the asker when nobody waits for the answer any more. */
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

/** Content and name tell the tier; a file in both comes before one in the content alone. */
export interface RankedHit extends Hit {
  readonly tier: number;
  readonly isNamed: boolean;
}

/** One worker's part of an answer: its first hits in order, one more than the limit at most. */
export interface Part {
  readonly hits: readonly RankedHit[];
  readonly scanned: number;
  readonly skipped: number;
  readonly isOutOfTime: boolean;
}

/** What a worker sends back; it says how much memory the worker's indexes take. */
export interface Answer extends Part {
  readonly indexBytes: number;
}

export type Reply = { readonly id: number; readonly part: Answer } | { readonly id: number; readonly failure: string };

/** By tier, name hits first, newest first, then by path. */
export function byRank(a: RankedHit, b: RankedHit): number {
  return (
    a.tier - b.tier ||
    Number(b.isNamed) - Number(a.isNamed) ||
    b.modifiedMs - a.modifiedMs ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
  );
}
