import { byRank, type Hit } from '../engine.ts';
import { TIER, whyOf } from './rank.ts';

/** A hit on its way to the answer. */
export interface PooledHit extends Hit {
  /**
   * For what was found by its text, how early it is taken into the pool: with the phrase before with the words only, and of each the sort
   * that such a query means before the other. Absent for what was found by its name, which need not be read.
   */
  readonly turn?: number;
  /** Its rank by its name alone, where it has one. */
  readonly rankByName?: number;
}

/** As many files as this are weighed even for a shorter answer. */
const LEAST = 101;

/** How many files that were found by their texts are weighed beside those that their names have decided; what is beyond is older. */
export function poolSize(limit: number, named: number): number {
  return Math.max(0, Math.max(limit + 1, LEAST) - named);
}

/** What is known of a file when it is chosen for the pool. */
interface InTurn {
  readonly turn?: number;
  readonly modifiedMs: number;
  readonly path: string;
}

/** By turn, newest first, then by path. */
export function byTurn(a: InTurn, b: InTurn): number {
  return (a.turn ?? 0) - (b.turn ?? 0) || b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1);
}

/** Those of the hits that an answer can have: all of the pool, and of those found by their names the first. */
export function chooseHits(hits: readonly PooledHit[], limit: number): PooledHit[] {
  const byText = hits.filter(({ turn }) => turn !== undefined).sort(byTurn);
  const byName = hits.filter(({ turn }) => turn === undefined);
  const pool = poolSize(limit, byName.filter(({ rank }) => rank < TIER.title).length);
  for (const { rankByName, turn: _turn, snippet: _snippet, ...rest } of byText.slice(pool)) {
    if (rankByName !== undefined) byName.push({ ...rest, rank: rankByName, why: whyOf(rankByName, false) });
  }
  return [...byText.slice(0, pool), ...byName.sort(byRank).slice(0, limit + 1)];
}

/** A hit as the answer tells it. */
export function plainHit({ turn: _turn, rankByName: _rank, ...hit }: PooledHit): Hit {
  return hit;
}
