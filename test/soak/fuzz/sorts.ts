import type { Sort } from './sort.ts';

interface SortEntry {
  /** How many cases a long run has. */
  readonly cases: number;
  /** No case may take longer. */
  readonly limitMs: number;
  /** What a process may take beyond that to open its world (default: 10 seconds). */
  readonly graceMs?: number;
  load(): Promise<Sort>;
}

/** Every sort that runs inside of a process of its own; loaded when it is asked for. */
export const SORTS = {
  pictures: { cases: 600_000, limitMs: 5000, load: async () => (await import('./pictures.ts')).pictures },
  globs: { cases: 500_000, limitMs: 5000, load: async () => (await import('./globs.ts')).globs },
  regexes: { cases: 300_000, limitMs: 5000, load: async () => (await import('./regexes.ts')).regexes },
  statements: { cases: 250_000, limitMs: 5000, load: async () => (await import('./statements.ts')).statements },
  documents: { cases: 200_000, limitMs: 15_000, load: async () => (await import('./documents.ts')).documents },
  metadata: { cases: 100_000, limitMs: 15_000, load: async () => (await import('./metadata.ts')).metadata },
  arguments: {
    cases: 100_000,
    limitMs: 30_000,
    load: async () => (await import('./arguments.ts')).toolArguments,
  },
  /** Fails in every way there is, so that a test can see each of them found. */
  planted: {
    cases: 40,
    limitMs: 1000,
    graceMs: 1000,
    load: async () => (await import('./planted.ts')).planted,
  },
} satisfies Record<string, SortEntry>;

export type SortName = keyof typeof SORTS;

export const SORT_NAMES = (Object.keys(SORTS) as SortName[]).filter((name) => name !== 'planted');

/** How long the same case may run before its process is ended. */
export function patienceMs(name: SortName): number {
  const { limitMs, graceMs = 10_000 }: SortEntry = SORTS[name];
  return limitMs + graceMs;
}
