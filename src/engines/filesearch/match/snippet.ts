import type { Snippet } from '../engine.ts';
import type { Passage } from '../read/passages.ts';
import { foldWithOrigin } from './fold.ts';
import type { Pattern } from './pattern.ts';

/** The most UTF-16 units of a snippet. */
export const LONGEST = 160;
const BEFORE = 50;
const LONGEST_MATCH = LONGEST - BEFORE;

/** The line or lines around a match in the source text, white space and control characters made single spaces. */
export function snippetAround(text: string, start: number, end: number): Snippet {
  const from = Math.max(lineStart(text, start), whole(text, start - BEFORE));
  const isCut = end > start + LONGEST_MATCH;
  const matched = oneSpaced(text.slice(start, isCut ? whole(text, start + LONGEST_MATCH - 1) : end));
  const to = isCut ? end : Math.min(lineEnd(text, end), whole(text, Math.max(end, from + LONGEST - 1)));
  const before = oneSpaced(text.slice(wordStart(text, from, start), start)).trimStart();
  const after = isCut ? '' : oneSpaced(text.slice(end, wordEnd(text, end, to))).trimEnd();
  return { text: before + matched + after, start: before.length, end: before.length + matched.length };
}

/** How many lines end before a place in a text. */
export function lineBreaks(text: string, end: number): number {
  const carriageReturn = text.indexOf('\r');
  if (carriageReturn === -1 || carriageReturn >= end) return count(text, '\n', end);
  const alone = text.slice(0, end).match(/\r(?!\n)/g)?.length ?? 0;
  // One that is cut off from its line feed by the end has ended its line.
  return count(text, '\n', end) + alone;
}

function count(text: string, unit: string, end: number): number {
  let found = 0;
  for (let at = text.indexOf(unit); at !== -1 && at < end; at = text.indexOf(unit, at + 1)) found++;
  return found;
}

function lineStart(text: string, at: number): number {
  const near = text.slice(Math.max(0, at - BEFORE), at);
  return at - near.length + Math.max(near.lastIndexOf('\n'), near.lastIndexOf('\r')) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at, at + LONGEST).search(/[\r\n]/);
  return end === -1 ? text.length : at + end;
}

// What the cut has left of a word is of no use, unless it touches the match.
function wordStart(text: string, from: number, start: number): number {
  if (from === 0 || isWhite(text, from - 1)) return from;
  const gap = text.slice(from, start).search(/\s+\S/);
  return gap === -1 ? from : from + gap;
}

function wordEnd(text: string, end: number, to: number): number {
  if (to >= text.length || isWhite(text, to)) return to;
  const rest = /(?<=\S)\s+\S*$/.exec(text.slice(end, to));
  return rest === null ? to : end + rest.index;
}

function isWhite(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

// Not between the halves of a surrogate pair.
function whole(text: string, at: number): number {
  if (at <= 0) return 0;
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 ? at + 1 : at;
}

// Half a surrogate pair, which UTF-16 can hold, has no form in UTF-8.
function oneSpaced(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/\p{Cs}/gu, '\ufffd');
}

/** Where something is in a text, as [start, end). */
type Range = readonly [start: number, end: number];

const MOST_CANDIDATES = 8;
const SURROUNDINGS = 64;

/** Where a pattern is in a passage that holds it. */
export function locate({ text, ascii }: Passage, pattern: Pattern): Range {
  const found = ascii && pattern.isExact ? pattern.ascii?.exec(text) : undefined;
  if (found) return [found.index, found.index + found[0].length];
  for (const at of candidates(text, pattern)) {
    const range = locateNear(text, pattern, at);
    if (range) return range;
  }
  return rangeIn(text, pattern) ?? [0, 0];
}

// To go from folded text back to its source takes long, so a few places are tried first.
function* candidates(text: string, { loose, folded }: Pattern): Generator<number> {
  const places = new RegExp(loose.source, 'g');
  for (let count = 0; count < MOST_CANDIDATES; count++) {
    const place = places.exec(text);
    if (place === null) break;
    yield place.index;
  }
  const literal = text.indexOf(folded);
  if (literal !== -1) yield literal;
}

// At its ends the cut-out text may be folded otherwise than in its place, so a match there does not count.
function locateNear(text: string, pattern: Pattern, at: number): Range | undefined {
  const reach = pattern.folded.length * 3 + SURROUNDINGS;
  const from = Math.max(0, at - reach);
  const near = text.slice(from, at + reach);
  const [start, end] = rangeIn(near, pattern) ?? [0, near.length];
  const isInside = (from === 0 || start > 1) && (from + near.length === text.length || end < near.length - 1);
  return isInside && end > start ? [from + start, from + end] : undefined;
}

function rangeIn(text: string, pattern: Pattern): Range | undefined {
  const { text: folded, sourceOf } = foldWithOrigin(text);
  const at = folded.indexOf(pattern.folded);
  return at === -1 ? undefined : [sourceOf(at), sourceOf(at + pattern.folded.length)];
}
