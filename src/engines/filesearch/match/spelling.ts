/** A word that another one may have been meant for. */
export interface Suggestion {
  readonly word: string;
  readonly distance: number;
  readonly count: number;
}

const SHORTEST = 4;
const LONG = 8;
const MOST = 20;

/** How many letters of a word may be wrong. */
export function toleranceOf(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < SHORTEST) return 0;
  return word.length < LONG ? 1 : 2;
}

/** The words nearest to one that may be misspelled, best first; the word itself, at distance 0, when it is known. */
export function nearest(word: string, known: Iterable<readonly [word: string, count: number]>): Suggestion[] {
  const most = toleranceOf(word);
  const found: Suggestion[] = [];
  for (const [other, count] of known) {
    if (Math.abs(other.length - word.length) > most) continue;
    const distance = distanceOf(word, other, most);
    if (distance <= most) found.push({ word: other, distance, count });
  }
  return found.sort(bySuitability).slice(0, MOST);
}

/** The one that was most likely meant, of what several lists say; undefined when there is none, or the word itself is known. */
export function bestOf(lists: readonly (readonly Suggestion[])[]): string | undefined {
  const sums = new Map<string, Suggestion>();
  for (const each of lists.flat()) {
    const before = sums.get(each.word)?.count ?? 0;
    sums.set(each.word, { ...each, count: before + each.count });
  }
  const [best] = [...sums.values()].sort(bySuitability);
  return best && best.distance > 0 ? best.word : undefined;
}

function bySuitability(a: Suggestion, b: Suggestion): number {
  return a.distance - b.distance || b.count - a.count || (a.word < b.word ? -1 : 1);
}

/** How many letters were added, left out, replaced or swapped with the next, counted up to one more than `most`. */
export function distanceOf(one: string, other: string, most: number): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    let least = at;
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1];
      let cost = Math.min(
        (row[to] as number) + 1,
        (next[to - 1] as number) + 1,
        (row[to - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (isSwapped) cost = Math.min(cost, (before[to - 2] as number) + 1);
      next[to] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[other.length] as number;
}
