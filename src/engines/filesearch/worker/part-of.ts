import { Stopped } from '../../../lib/time-budget.ts';
import type { FileSearch } from './narrowing.ts';
import type { Part } from './protocol.ts';

/** What a thread says of a search that has ended. */
export function partOf(search: FileSearch, scanned: number, skipped: number, isOutOfTime: boolean): Part {
  const { hits, overran } = search;
  return { hits, scanned, skipped: skipped + search.skipped, isOutOfTime, overran };
}

/** False when the time ran out. */
export async function inTime(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Stopped && error.reason === 'time') return false;
    throw error;
  }
}
