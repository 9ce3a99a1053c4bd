import type { Entry } from './catalog.ts';

/** The clock, and how coarse the times of files can be. */
export interface Clock {
  now(): number;
  readonly grainMs: number;
}

/**
 * Whether a file read from now on will show a later change by its times. Two changes within one tick of a file system's clock look the
 * same, so what is remembered of a file that has just changed cannot be trusted.
 */
export function isSettled({ changedMs }: Entry, { now, grainMs }: Clock): boolean {
  return changedMs < now() - grainMs;
}
