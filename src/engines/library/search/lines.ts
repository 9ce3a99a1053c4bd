/** A line that matches: the index of its file in the page, its number and the line. */
export type Line = readonly [file: number, number: number, line: string];

export const MAX_LINE = 400;

/** How much of a long line is shown before what matches. */
const BEFORE = 100;

/** A line as it is shown: a long one around the place where it matches. Another copy is in grep-worker.js, which cannot read this file. */
export function cut(line: string, match: number): string {
  if (line.length <= MAX_LINE) return line;
  const room = MAX_LINE - 2;
  const start = wholeFrom(line, Math.max(0, Math.min(match - BEFORE, line.length - room)));
  const end = wholeFrom(line, Math.min(line.length, start + room));
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

/** The place itself, or the one before it in the middle of a character. */
function wholeFrom(line: string, at: number): number {
  const unit = line.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}
