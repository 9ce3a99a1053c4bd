import { byRank, type Hit } from '../engine.ts';
import { TIER } from '../match/rank.ts';
import type { NearFile } from './meaning-index.ts';

/** Less similar texts have nothing to do with each other. */
const LEAST_SIMILARITY = 0.3;
/** How far behind the nearest file others may be. */
const BEHIND = 0.15;
const MOST_NEAR = 20;
/** Of reciprocal rank fusion: how much the first places count more than the next ones. */
const FLATTENING = 10;

const BY_MEANING = 'by meaning';

/**
 * The hits of the words and of the meaning as one list. Files with all words stay first, in their order; behind them come those with most
 * words and those that are near in meaning, fused by their places in both lists.
 */
export function fuse(hits: readonly Hit[], near: readonly NearFile[], snippets: boolean): Hit[] {
  const exact = hits.filter(({ rank }) => rank <= TIER.most);
  const some = hits.filter(({ rank }) => rank > TIER.most);
  const certain = new Set(exact.map(({ path }) => path));
  const nearest = chosen(near).filter(({ file }) => !certain.has(file.path));
  const guesses = new Map<string, { readonly hit: Hit; score: number }>();
  for (const [at, hit] of some.entries()) guesses.set(hit.path, { hit, score: 1 / (FLATTENING + at) });
  for (const [at, one] of nearest.entries()) {
    const score = 1 / (FLATTENING + at);
    const both = guesses.get(one.file.path);
    if (both) {
      const hit = { ...both.hit, why: `${both.hit.why}, and ${BY_MEANING}` };
      guesses.set(hit.path, { hit, score: both.score + score });
    } else guesses.set(one.file.path, { hit: hitOf(one, snippets), score });
  }
  const fused = [...guesses.values()].sort((a, b) => b.score - a.score || byRank(a.hit, b.hit));
  const ranked = fused.map(({ hit }, at) => ({ ...hit, rank: TIER.most + (at + 1) / (fused.length + 1) }));
  return [...exact, ...ranked];
}

/** The nearest files, as far as they are near at all; files that are as near come newest first. */
function chosen(near: readonly NearFile[]): NearFile[] {
  const sorted = [...near].sort(
    (a, b) =>
      b.similarity - a.similarity || b.file.modifiedMs - a.file.modifiedMs || (a.file.path < b.file.path ? -1 : 1),
  );
  const least = Math.max(LEAST_SIMILARITY, (sorted[0]?.similarity ?? 0) - BEHIND);
  return sorted.filter(({ similarity }) => similarity >= least).slice(0, MOST_NEAR);
}

function hitOf({ file, passage }: NearFile, snippets: boolean): Hit {
  const snippet = snippets && passage !== '' && { snippet: { text: passage, start: 0, end: 0 } };
  return { ...file, rank: TIER.most + 1, why: BY_MEANING, byMeaning: true, ...snippet };
}
