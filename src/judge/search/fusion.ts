import type { Similar } from './searcher.ts';

// As the weights of words: found by test/judge/quality.js on one half of the paraphrased queries, and confirmed on the other.
const RANK_OFFSET = 10;

export interface Rankings {
  readonly meaning: readonly Similar[];
  readonly words: readonly Similar[];
  readonly names: readonly Similar[];
}

/** One ranking out of several by reciprocal rank, the best first; `words` is what theirs counts beside the others. */
export function fuse(rankings: Rankings, words: number, offset = RANK_OFFSET): Similar[] {
  const weights = { meaning: 1, words, names: 1 };
  const points = new Map<string, { readonly hit: Similar; points: number }>();
  for (const name of ['meaning', 'words', 'names'] as const) {
    for (const [rank, hit] of rankings[name].entries()) {
      const key = keyOf(hit);
      const entry = points.get(key) ?? { hit, points: 0 };
      entry.points += weights[name] / (offset + rank + 1);
      points.set(key, entry);
    }
  }
  return [...points.values()].sort((a, b) => b.points - a.points).map(({ hit }) => hit);
}

export const keyOf = ({ source, id }: Pick<Similar, 'source' | 'id'>) => `${source}\n${id}`;

/** No result is shown as less similar than one that ranks below it. */
export function descending(results: readonly Similar[]): Similar[] {
  let highest = 0;
  const lifted = [...results].reverse().map((hit) => {
    highest = Math.max(highest, hit.similarity);
    return { ...hit, similarity: Math.round(highest * 10_000) / 10_000 };
  });
  return lifted.reverse();
}
