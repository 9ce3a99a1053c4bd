import { byRank } from '../engine.ts';
import type { PooledHit } from '../match/pool.ts';
import type { EarlyReport, Task } from './protocol.ts';

/** How many of the best hits are told before all are known. */
export const MOST_EARLY = 20;
const FIRST_MS = 50;
const EVERY_MS = 250;

export type Tell = (report: EarlyReport) => void;

/** Tells, while a search runs, what it has found so far, whenever that has changed; only for a task that somebody listens to. */
export async function tellingEarly<T>(
  { early }: Task,
  search: { readonly hits: readonly PooledHit[] },
  tell: Tell,
  run: () => Promise<T>,
): Promise<T> {
  if (early === undefined) return run();
  let last = '';
  const look = () => {
    const hits = [...search.hits].sort(byRank).slice(0, MOST_EARLY);
    const paths = hits.map(({ path, rank }) => `${rank} ${path}`).join('\0');
    if (paths !== last && hits.length > 0) tell({ early, hits });
    last = paths;
  };
  let every: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    look();
    every = setInterval(look, EVERY_MS);
  }, FIRST_MS);
  try {
    const result = await run();
    // Other threads may still be at work.
    look();
    return result;
  } finally {
    clearTimeout(first);
    clearInterval(every);
  }
}
