import { type Paint, painter } from '../../lib/paint.ts';
import { showsColours } from './colours.ts';

/** What somebody looks at. */
export interface Screen {
  readonly columns: number;
  readonly paint: Paint;
}

const USUAL = 80;
const LEAST = 20;
/** Longer lines are hard to read. */
const MOST_FOR_READING = 100;

/** The terminal behind a stream; nothing for a pipe or a file. */
export function screenOf(
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
  env: NodeJS.ProcessEnv,
): Screen | undefined {
  if (!isTTY) return undefined;
  // Some terminals say that they have 0 columns.
  return { columns: Math.max(columns || USUAL, LEAST), paint: painter(showsColours(env)) };
}

/** For text that a program gets: no colours, and lines of the usual length. */
export const NO_SCREEN: Screen = { columns: USUAL, paint: painter(false) };

/** How long lines of prose may be. */
export function readingColumns({ columns }: Screen): number {
  return Math.min(columns, MOST_FOR_READING);
}
