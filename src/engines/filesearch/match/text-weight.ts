import { fold } from './fold.ts';
import { type Comparable, FIT, type Occurrences, occurrencesOf } from './occurrences.ts';
import type { Query } from './query.ts';
import { TIER, type Tier } from './rank.ts';
import { isWordUnit } from './word-edges.ts';

/** How far apart words are that stand together, in UTF-16 units. */
const CLOSE = 200;
// The usual numbers of BM25, with a text of some pages as the average.
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
const AVERAGE_LENGTH = 4000;
const ELSEWHERE = 0.4;
// How many places of a word are looked at: more say little more.
const MOST_PLACES = 16;
const MOST_PHRASES = 6;

/** A text that holds a query, ready to be weighed. */
export interface WeighedText {
  readonly query: Query;
  readonly comparable: Comparable;
  readonly hasPhrase: boolean;
  /** Words in the names of the file and its folders, as bits. */
  readonly inNames: number;
  /** Words of the file's own name, as bits. */
  readonly named: number;
  readonly headings: readonly string[];
}

export interface TextWeight {
  readonly tier: Tier;
  /** From 0 to 1. */
  readonly weight: number;
  /** Where the words stand closest together. */
  readonly place?: number;
}

/** The tier of a text that holds the phrase or all words, and how well it fits there. */
export function weigh({ query, comparable, hasPhrase, inNames, named, headings }: WeighedText): TextWeight {
  const { text } = comparable;
  const { words } = query;
  const most = query.isOneWord ? MOST_PHRASES : MOST_PLACES;
  const found = words.map((word) => occurrencesOf(comparable, word, most));
  const density = found.reduce((sum, each) => sum + saturated(each, text.length), 0) / words.length;
  const title = titleWeight(query, headings, inNames);
  if (title > 0) return { tier: TIER.title, weight: 0.7 * title + 0.3 * density };
  const exactness = found.reduce((sum, { best }) => sum + best, 0) / words.length;
  if (hasPhrase && (query.isOneWord ? exactness === FIT.whole : isWhole(query, text))) {
    if (!query.isIdentifier) return { tier: TIER.phrase, weight: density };
    return { tier: TIER.phrase, weight: 0.3 * density + (isDefined(query, text) ? 0.7 : 0) };
  }
  if (words.length === 1 && exactness < FIT.form) {
    return { tier: TIER.phrasePart, weight: 0.5 * exactness + 0.5 * density };
  }
  const share = bitsIn(named) / words.length;
  if (words.length > 1 && share >= 0.5) {
    const weight = 0.5 * share + 0.3 * density + 0.2 * titledShare(query, headings);
    return { tier: TIER.named, weight };
  }
  // The names help out with words that the text does not have.
  const closest = closestOf(found.filter(({ places }) => places.length > 0));
  if (closest && closest.width <= CLOSE) {
    const closeness = 1 - closest.width / (CLOSE + 1);
    const weight = 0.3 * closeness + 0.25 * density + 0.25 * exactness + 0.2 * titledShare(query, headings);
    return { tier: TIER.near, weight, place: closest.place };
  }
  return { tier: TIER.all, weight: 0.6 * density + 0.4 * exactness };
}

function saturated({ sum }: Occurrences, length: number): number {
  if (sum === 0) return ELSEWHERE / 2;
  const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / AVERAGE_LENGTH);
  return sum / (sum + norm);
}

// 0 when neither the title nor a heading holds the words, the names helping out with the title.
function titleWeight(query: Query, headings: readonly string[], inNames: number): number {
  let best = 0;
  headings.forEach((heading, index) => {
    const text = fold(heading).trim();
    const comparable = { text, ascii: false };
    let covered = 0;
    let helped = 0;
    for (const word of query.words) {
      const { best: fit } = occurrencesOf(comparable, word, MOST_PHRASES);
      if (fit >= FIT.start) covered += word.literal.folded.length * fit;
      else if (index === 0 && (inNames & (1 << word.at)) !== 0) helped++;
      else return;
    }
    if (covered === 0) return;
    const share = (query.words.length - helped) / query.words.length;
    const weight =
      share * (0.5 + 0.3 * Math.min(1, covered / text.length) + (text.includes(query.phrase.folded) ? 0.2 : 0));
    best = Math.max(best, index === 0 ? weight : weight * 0.9);
  });
  return best;
}

// How many of the words the title has, of all.
function titledShare({ words }: Query, [title]: readonly string[]): number {
  if (title === undefined) return 0;
  const comparable = { text: fold(title), ascii: false };
  const titled = words.filter((word) => occurrencesOf(comparable, word, 1).best >= FIT.start);
  return titled.length / words.length;
}

/** How many bits are set. */
export function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** Whether the phrase stands in the text as words of its own, and not only inside of others. */
function isWhole({ phrase }: Query, text: string): boolean {
  const { folded, everywhere: pattern } = phrase;
  pattern.lastIndex = 0;
  for (let count = 0; count < MOST_PHRASES; count++) {
    const match = pattern.exec(text);
    if (match === null) return false;
    const startsInside = isWordUnit(folded, 0) && match.index > 0 && isWordUnit(text, match.index - 1);
    const goesOn = isWordUnit(folded, folded.length - 1) && isWordUnit(text, match.index + match[0].length);
    if (!startsInside && !goesOn) return true;
    pattern.lastIndex = match.index + 1;
  }
  return false;
}

const DEFINES =
  '(?:function\\*?|def|class|interface|type|enum|struct|union|trait|module|namespace|const|let|var|val|fn|func|sub|proc|#define)';

const USES = '(?:if|else|while|for|switch|match|return|await|yield|unless|guard|when|case|do|new|throw)';

// Whether a text of code says what the name is, rather than using it. Besides a keyword: a value that is assigned at the beginning of a line, a method of Go, and parameters before a body.
function isDefined({ phrase }: Query, text: string): boolean {
  const name = `${phrase.spaced}(?![\\w$])`;
  const ways = [
    `(?:^|[\\s;{}(])${DEFINES}\\s+${name}`,
    `^[ \\t]*${name}[ \\t]*(?::[^=\\n]{1,80})?=(?![=>])`,
    `^[ \\t]*func[ \\t]*\\([^()\\n]{1,80}\\)[ \\t]*${name}`,
    `^[ \\t]*(?!${USES}\\b)(?:[\\w<>[\\],*&]{1,80}[ \\t]+){0,6}${name}[ \\t]*\\([^()]{0,400}\\)[^;{}()=]{0,80}\\{`,
  ];
  return new RegExp(ways.join('|'), 'im').test(text);
}

interface Window {
  readonly place: number;
  readonly width: number;
}

/** The narrowest window that holds a place of every word; undefined when a word has none. */
function closestOf(found: readonly Occurrences[]): Window | undefined {
  const next = found.map(() => 0);
  let best: Window | undefined;
  for (;;) {
    let low = 0;
    let high = 0;
    for (let at = 0; at < found.length; at++) {
      const place = found[at]?.places[next[at] as number];
      if (place === undefined) return best;
      if (place < placeOf(found, next, low)) low = at;
      if (place > placeOf(found, next, high)) high = at;
    }
    const place = placeOf(found, next, low);
    const width = placeOf(found, next, high) - place;
    if (best === undefined || width < best.width) best = { place, width };
    next[low] = (next[low] as number) + 1;
  }
}

function placeOf(found: readonly Occurrences[], next: readonly number[], at: number): number {
  return found[at]?.places[next[at] as number] ?? Number.POSITIVE_INFINITY;
}
