import type { Word } from './query.ts';
import { isWordUnit } from './word-edges.ts';

/** How well a place in a text fits a word: the word itself, a form of it, a part at the beginning or end of a longer word, any part. */
export const FIT = { whole: 1, form: 0.8, start: 0.5, end: 0.4, inside: 0.3 } as const;

const LONGEST_WORD = 40;
const LONG_ENOUGH = 5;

/** Where a word is in a text. */
export interface Occurrences {
  readonly places: readonly number[];
  /** The fits of all places together. */
  readonly sum: number;
  readonly best: number;
}

/** The first places of a word, its forms and its parts in folded text, or in ASCII in lower case. */
export function occurrencesOf(text: string, word: Word, most: number): Occurrences {
  const root = word.root.folded;
  const places: number[] = [];
  let sum = 0;
  let best = 0;
  for (let at = text.indexOf(root); at !== -1 && places.length < most; at = text.indexOf(root, at + root.length)) {
    const fit = fitAt(text, at, word);
    if (fit === 0) continue;
    places.push(at);
    sum += fit;
    if (fit > best) best = fit;
  }
  return { places, sum, best };
}

function fitAt(text: string, at: number, { literal: { folded }, root, forms }: Word): number {
  const isInside = at > 0 && isWordUnit(folded, 0) && isWordUnit(text, at - 1);
  if (text.startsWith(folded, at)) {
    const goesOn = isWordUnit(folded, folded.length - 1) && isWordUnit(text, at + folded.length);
    if (!isInside && !goesOn) return FIT.whole;
    if (isInside) return !goesOn && folded.length >= LONG_ENOUGH ? FIT.end : FIT.inside;
    return forms.has(wordAt(text, at, folded.length)) ? FIT.form : FIT.start;
  }
  return !isInside && forms.has(wordAt(text, at, root.folded.length)) ? FIT.form : 0;
}

function wordAt(text: string, start: number, known: number): string {
  let end = start + known;
  while (end < start + LONGEST_WORD && end < text.length && isWordUnit(text, end)) end++;
  return text.slice(start, end);
}
