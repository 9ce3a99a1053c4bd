import type { Kind } from './types/kind.ts';

/** What a file must be to be looked at; whatever is left out does not matter. */
export interface FileFilter {
  readonly kind?: Kind | undefined;
  /** A pattern for its name, as in `match/glob.ts`. */
  readonly name?: string | undefined;
  /** Modified then or later. */
  readonly sinceMs?: number | undefined;
  /** Modified before. */
  readonly untilMs?: number | undefined;
  /** In bytes, both included. */
  readonly minSize?: number | undefined;
  readonly maxSize?: number | undefined;
}

/** What the files that a query finds must hold beside it, and what they must not hold. */
export interface Conditions {
  readonly phrases: readonly string[];
  readonly without: readonly string[];
}

/** Where a query may match. */
export const places = ['names', 'text', 'both'] as const;

export type Place = (typeof places)[number];
