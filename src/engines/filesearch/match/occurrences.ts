import type { Pattern } from './pattern.ts';
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

/** Text to look for words in: ASCII in any case, or folded. */
export interface Comparable {
  readonly text: string;
  readonly ascii: boolean;
}

/** The first places of a word, its forms and its parts in a text. */
export function occurrencesOf({ text, ascii }: Comparable, word: Word, most: number): Occurrences {
  const places: number[] = [];
  let sum = 0;
  let best = 0;
  const next = ascii ? nextInAscii(text, word.root) : nextIn(text, word.root.folded);
  for (let at = next(0); at !== -1 && places.length < most; at = next(at + word.root.folded.length)) {
    const fit = fitAt(text, ascii, at, word);
    if (fit === 0) continue;
    places.push(at);
    sum += fit;
    if (fit > best) best = fit;
  }
  return { places, sum, best };
}

type Next = (from: number) => number;

function nextIn(text: string, wanted: string): Next {
  return (from) => text.indexOf(wanted, from);
}

// To look for it in any case takes less than to make the text lower case, since the first places are enough.
function nextInAscii(text: string, { ascii, everywhere }: Pattern): Next {
  if (ascii === undefined) return () => -1;
  return (from) => {
    everywhere.lastIndex = from;
    return everywhere.exec(text)?.index ?? -1;
  };
}

function fitAt(text: string, ascii: boolean, at: number, { literal, root, forms }: Word): number {
  const { folded } = literal;
  const isInside = at > 0 && isWordUnit(folded, 0) && isWordUnit(text, at - 1);
  if (literal === root || isAt(text, ascii, at, folded)) {
    const goesOn = isWordUnit(folded, folded.length - 1) && isWordUnit(text, at + folded.length);
    if (!isInside && !goesOn) return FIT.whole;
    if (isInside) return !goesOn && folded.length >= LONG_ENOUGH ? FIT.end : FIT.inside;
    return forms.has(wordAt(text, at, folded.length)) ? FIT.form : FIT.start;
  }
  return !isInside && forms.has(wordAt(text, at, root.folded.length)) ? FIT.form : 0;
}

function isAt(text: string, ascii: boolean, at: number, folded: string): boolean {
  return ascii ? text.slice(at, at + folded.length).toLowerCase() === folded : text.startsWith(folded, at);
}

/** The word that begins at a place, in lower case. */
export function wordAt(text: string, start: number, known: number): string {
  let end = start + known;
  while (end < start + LONGEST_WORD && end < text.length && isWordUnit(text, end)) end++;
  return text.slice(start, end).toLowerCase();
}
