/** A part of a text; `match` when it is what was looked for. */
export interface Part {
  readonly text: string;
  readonly match: boolean;
}

/** A page with more marks than this is of no use, and slow. */
const MOST_MATCHES = 2000;
const MOST_WORDS = 20;

// What sits on a letter; signs that are letters of their own, as in Devanagari or Thai, stay.
const MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/** Where a text holds a query: the whole phrase, else its words; in any case, with or without accents, over any white space. */
export function findMatches(text: string, query: string): [start: number, end: number][] {
  const words = folded(query).text.trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0 || text === '') return [];
  const { text: plain, origin } = folded(text);
  const patterns = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const phrase = matchesOf(plain, patterns.join('\\s+'));
  const longestFirst = patterns.toSorted((a, b) => b.length - a.length);
  const found = phrase.length > 0 || words.length === 1 ? phrase : matchesOf(plain, longestFirst.join('|'));
  return origin === undefined
    ? found
    : found.map(([start, end]) => [origin.starts[start] ?? 0, origin.ends[end - 1] ?? text.length]);
}

/** A text cut at what was looked for. */
export function partsOf(text: string, matches: readonly (readonly [number, number])[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const [start, end] of matches) {
    if (start > at) parts.push({ text: text.slice(at, start), match: false });
    parts.push({ text: text.slice(start, end), match: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), match: false });
  return parts;
}

function matchesOf(text: string, pattern: string): [number, number][] {
  const found: [number, number][] = [];
  for (const { 0: match, index } of text.matchAll(new RegExp(pattern, 'gu'))) {
    found.push([index, index + match.length]);
    if (found.length === MOST_MATCHES) break;
  }
  return found;
}

interface Folded {
  readonly text: string;
  /** For each unit of the folded text, where its letter begins and ends; undefined when nothing has moved. */
  readonly origin?: { readonly starts: number[]; readonly ends: number[] };
}

// Plain ASCII as a whole, anything else letter by letter, each with the marks behind it and Hangul with its parts.
const LETTERS = /[\0-\x7f]+(?![\p{M}\u1160-\u11ff])|[^][\p{M}\u1160-\u11ff]*/gu;

/** A text as it is compared: no case, no accents, one normal form. */
function folded(text: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  let plain = '';
  for (const { 0: letter, index } of text.matchAll(LETTERS)) {
    if (letter.length === text.length && isAscii(letter)) return { text: letter.toLowerCase() };
    const bare = bareLetter(letter);
    const isRun = isAscii(letter);
    for (let unit = 0; unit < bare.length; unit++) {
      starts.push(isRun ? index + unit : index);
      ends.push(isRun ? index + unit + 1 : index + letter.length);
    }
    plain += bare;
  }
  return { text: plain, origin: { starts, ends } };
}

const known = new Map<string, string>();

function bareLetter(letter: string): string {
  if (isAscii(letter)) return letter.toLowerCase();
  const before = known.get(letter);
  if (before !== undefined) return before;
  const bare = letter.normalize('NFD').replace(MARKS, '').toLowerCase().replace(MARKS, '').replace('ς', 'σ');
  if (known.size > 5000) known.clear();
  known.set(letter, bare.normalize('NFC'));
  return bare.normalize('NFC');
}

function isAscii(letter: string): boolean {
  return letter.charCodeAt(0) < 0x80 && letter.charCodeAt(letter.length - 1) < 0x80;
}
