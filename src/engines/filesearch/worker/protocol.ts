import type { Reading } from '../documents/reading.ts';
import type { Conditions, FileFilter, Place } from '../file-criteria.ts';
import type { SignatureStore } from '../index/kept-signatures.ts';
import type { Shard } from '../index/walk.ts';
import type { SharedWalk } from '../index/walk-queue.ts';
import type { PooledHit } from '../match/pool.ts';
import type { SharedHits } from '../match/shared-pool.ts';
import type { Suggestion } from '../match/spelling.ts';
import type { DocumentFormat } from '../types/content-type.ts';
import type { Kind } from '../types/kind.ts';

/** What a worker is started with. */
export interface WorkerSettings {
  readonly shard: Shard;
  readonly signatureBytes: number;
  readonly watch: boolean;
  readonly all: boolean;
  readonly accelerate: boolean;
  readonly clockGrainMs: number;
  /** Where the program lies, which may be searched to get ready. */
  readonly programFolder?: string | undefined;
  /** Where signatures survive the process; nowhere when left out. */
  readonly store?: SignatureStore | undefined;
}

export type Operation =
  | {
      readonly op: 'search';
      readonly query: string;
      readonly snippets: boolean;
      /** How many of the words suffice; all when left out. */
      readonly least?: number;
      readonly regex?: boolean | undefined;
    }
  /** A search of these files only, which are below the scope. */
  | { readonly op: 'among'; readonly query: string; readonly snippets: boolean; readonly paths: readonly string[] }
  /** What words of names and texts are near to these. */
  | { readonly op: 'suggest'; readonly words: readonly string[] }
  | { readonly op: 'kind'; readonly kind: Kind }
  | { readonly op: 'recent'; readonly sinceMs: number }
  /** Prepares the scopes below these directories that earlier processes have searched, unless somebody asks first. */
  | { readonly op: 'warm-up'; readonly roots: readonly string[] }
  /** Answers when nothing is left to prepare. */
  | { readonly op: 'settle' }
  /** Looks at nothing: only what an answer says about the index is wanted. */
  | { readonly op: 'size' };

export interface Task {
  readonly operation: Operation;
  readonly scope: string;
  readonly limit: number;
  readonly budgetMs: number;
  /** Set to 1 by the asker when nobody waits for the answer any more. */
  readonly cancelled: Int32Array<SharedArrayBuffer>;
  /** Where all workers count together: files come across, and files read. */
  readonly looked: Int32Array<SharedArrayBuffer>;
  readonly filter?: FileFilter | undefined;
  readonly conditions?: Conditions | undefined;
  readonly place?: Place | undefined;
  /** Where the workers walk together, if they may. */
  readonly walk?: SharedWalk | undefined;
  /** Where they tell each other what they have found, if they may. */
  readonly found?: SharedHits | undefined;
  /** Under this number the worker tells what it has found so far; absent when nobody wants to hear it. */
  readonly early?: number | undefined;
}

/** What a worker has found so far for a task. */
export interface EarlyReport {
  readonly early: number;
  readonly hits: readonly PooledHit[];
}

/** The places of both counts. */
export const SEEN = 0;
export const READ = 1;

/** One worker's part of an answer: those of its hits that can be among the first. */
export interface Part {
  readonly hits: readonly PooledHit[];
  readonly scanned: number;
  readonly skipped: number;
  readonly isOutOfTime: boolean;
  /** Those of the skipped that take too much time or memory to read. */
  readonly overran: readonly string[];
  /** For each of the words that were asked about. */
  readonly suggestions?: readonly (readonly Suggestion[])[];
}

/** What a worker sends back; it says how many files the worker's indexes hold, and how much memory they take. */
export interface Answer extends Part {
  readonly indexFiles: number;
  readonly indexBytes: number;
}

/** A worker wants a document read, which is done in other threads: one of them may end by it. */
export interface ReadRequest {
  readonly read: number;
  readonly path: string;
  readonly format: DocumentFormat;
}

export interface ReadReply {
  readonly read: number;
  readonly reading: Reading;
}
