import { findMatches } from '../../ui/find-matches.ts';

/** A part of a line; `match` counts the matches of the text from 0. */
interface LinePart {
  readonly text: string;
  readonly match?: number;
}

interface TextLine {
  readonly number: number;
  readonly parts: readonly LinePart[];
}

interface ShownText {
  readonly lines: readonly TextLine[];
  readonly matches: number;
  /** The match to begin with: the first in the line that the search named, or behind it. */
  readonly first: number;
  /** Whether there is text before or behind what is shown. */
  readonly cut: boolean;
}

type Span = readonly [start: number, end: number];

/** Longer texts are shown around the match only: the page must stay quick. */
const MOST_CHARS = 200_000;
const MOST_LINES = 4000;
const LINE_END = /\r\n?|\n/g;

/** A text as numbered lines with what was looked for marked in them. */
export function shownText(text: string, query: string, line = 1): ShownText {
  const matches = findMatches(text, query);
  const wanted = startOfLine(text, line);
  const best = Math.max(
    0,
    matches.findIndex(([, end]) => end > wanted),
  );
  const [from, to] = windowAround(text, matches[best]?.[0] ?? wanted);
  const seen = matches.filter(([start, end]) => start >= from && end <= to);
  return {
    lines: linesOf(text, from, to, seen),
    matches: seen.length,
    first: Math.max(0, seen.indexOf(matches[best] ?? [0, 0])),
    cut: from > 0 || to < text.length,
  };
}

function startOfLine(text: string, line: number): number {
  let number = 1;
  for (const { index, 0: end } of text.matchAll(LINE_END)) if (++number === line) return index + end.length;
  return 0;
}

/** As much around a place as may be shown, in whole lines unless they are very long. */
function windowAround(text: string, place: number): Span {
  let [from, to] = [Math.max(0, place - MOST_CHARS / 2), Math.min(text.length, place + MOST_CHARS / 2)];
  if (text.length <= MOST_CHARS) [from, to] = [0, text.length];
  const before = [...text.slice(from, place).matchAll(LINE_END)].map(({ index, 0: end }) => from + index + end.length);
  const behind = [...text.slice(place, to).matchAll(LINE_END)].map(({ index, 0: end }) => place + index + end.length);
  if (before.length > MOST_LINES / 2) from = before.at(-MOST_LINES / 2) ?? from;
  else if (from > 0) from = before[0] ?? from;
  if (behind.length > MOST_LINES / 2) to = behind[MOST_LINES / 2] ?? to;
  else if (to < text.length) to = behind.at(-1) ?? to;
  return [from, to];
}

function linesOf(text: string, from: number, to: number, matches: readonly Span[]): TextLine[] {
  const lines: TextLine[] = [];
  let number = 1 + (text.slice(0, from).match(LINE_END)?.length ?? 0);
  let start = from;
  let next = 0;
  const add = (end: number) => {
    while ((matches[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next++;
    lines.push({ number: number++, parts: partsOfLine(text, start, end, matches, next) });
  };
  for (const { index, 0: end } of text.slice(from, to).matchAll(LINE_END)) {
    add(from + index);
    start = from + index + end.length;
  }
  // A line break at the end begins no line.
  if (start < to || lines.length === 0) add(to);
  return lines;
}

/** A match over several lines is marked in each of them. */
function partsOfLine(text: string, start: number, stop: number, matches: readonly Span[], next: number): LinePart[] {
  const parts: LinePart[] = [];
  let at = start;
  for (let index = next; index < matches.length; index++) {
    const [from, to] = matches[index] ?? [stop, stop];
    if (from >= stop) break;
    if (from > at) parts.push({ text: text.slice(at, from) });
    at = Math.min(to, stop);
    parts.push({ text: text.slice(Math.max(from, start), at), match: index });
  }
  if (at < stop) parts.push({ text: text.slice(at, stop) });
  return parts;
}
