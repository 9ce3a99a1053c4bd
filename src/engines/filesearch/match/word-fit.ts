import { extensionOf } from '../types/content-type.ts';
import { dateEnd } from './dates.ts';
import { fold } from './fold.ts';
import { saysMonth } from './months.ts';
import type { Word } from './query.ts';
import { STOP_WORDS } from './stop-words.ts';
import { withUmlauts } from './umlauts.ts';
import { wordsOfName } from './word-edges.ts';

const WHOLE = 1;
const FORM = 0.8;
const START = 0.6;
const END = 0.5;
export const INSIDE = 0.2;
const LONG_START = 4;
const LONG_END = 5;
const SHORT = /^[a-z]{3}$/;

/** How well a word fits into a name: from `INSIDE`, where it is only inside of another one, to 1. */
export interface WordFit {
  readonly fit: number;
  /** The first and the last of the name's words that it covers. */
  readonly from: number;
  readonly to: number;
}

/** The words of a name, folded. */
export function foldedWords(name: string): string[] {
  return wordsOfName(name).map(fold);
}

/** The best fit of a word among the words of a name. */
export function fitOf({ literal: { folded }, forms, month, date }: Word, parts: readonly string[]): WordFit {
  const squeezed = folded.replace(/[^\p{L}\p{N}]+/gu, '');
  let best: WordFit = { fit: INSIDE, from: -1, to: -1 };
  for (let from = 0; from < parts.length; from++) {
    const part = parts[from] as string;
    const to = runEnd(parts, from, squeezed) ?? (date && dateEnd(parts, from, date));
    if (to !== undefined) return { fit: WHOLE, from, to };
    const isNumber = part === `0${squeezed}` || (month !== undefined && saysMonth(parts, from, month));
    if (isNumber) return { fit: WHOLE, from, to: from };
    const fit = isFormOf(part, folded, forms) ? FORM : partFit(part, folded);
    if (fit > best.fit) best = { fit, from, to: from };
  }
  return best;
}

/** Whether a word of a name is a word that is looked for, or a form of it. */
export function isWordOrForm(part: string, { literal: { folded }, forms }: Word): boolean {
  return part === folded || isFormOf(part, folded, forms);
}

// Where words stand alone, as in names, short ones have a plural too.
function isFormOf(part: string, folded: string, forms: ReadonlySet<string>): boolean {
  if (forms.has(part) || (SHORT.test(folded) && (part === `${folded}s` || part === `${folded}es`))) return true;
  const spelled = withUmlauts(part);
  return spelled === withUmlauts(folded) || (spelled !== part && forms.has(spelled));
}

function partFit(part: string, folded: string): number {
  // A year as people shorten it.
  if (/^\d\d$/.test(folded) && /^(?:19|20)\d\d$/.test(part) && part.endsWith(folded)) return FORM;
  if (folded.length < LONG_START) return 0;
  const [spelled, wanted] = [withUmlauts(part), withUmlauts(folded)];
  if (part.startsWith(folded) || spelled.startsWith(wanted)) return START;
  return folded.length >= LONG_END && (part.endsWith(folded) || spelled.endsWith(wanted)) ? END : 0;
}

// The last of the words from here on that together are the one that is looked for: "q" and "3", "parse" and "Config".
function runEnd(parts: readonly string[], from: number, squeezed: string): number | undefined {
  let rest = squeezed;
  for (let at = from; at < parts.length && rest !== ''; at++) {
    const part = parts[at] as string;
    if (!rest.startsWith(part)) return undefined;
    rest = rest.slice(part.length);
    if (rest === '') return at;
  }
  return undefined;
}

/** How much of a name some words cover. */
export function coverage(name: string, parts: readonly string[], fits: readonly WordFit[]): number {
  const extension = extensionOf(name) === '' ? 0 : 1;
  const last = Math.max(parts.length - extension, ...fits.map(({ to }) => to + 1));
  let covered = 0;
  let total = 0;
  for (let at = 0; at < last; at++) {
    const part = parts[at] as string;
    const isCovered = fits.some(({ from, to }) => from <= at && at <= to);
    if (isCovered) covered += part.length;
    if (isCovered || !isFiller(part)) total += part.length;
  }
  return total === 0 ? 0 : covered / total;
}

/** Whether the words stand in their order with nothing of weight in between. */
export function isInOrder(parts: readonly string[], fits: readonly WordFit[]): boolean {
  return fits.every(({ from }, at) => {
    const last = at === 0 ? from - 1 : (fits[at - 1] as WordFit).to;
    return from > last && parts.slice(last + 1, from).every(isFiller);
  });
}

// Numbers of copies, dates and stop words tell nothing of how well a name fits.
function isFiller(part: string): boolean {
  return /^\p{N}/u.test(part) || STOP_WORDS.english.has(part) || STOP_WORDS.german.has(part);
}
