import { setImmediate } from 'node:timers/promises';

/** A line that matches: the text's index, the line's number and the line. */
export type Line = readonly [text: number, number: number, line: string];

export const MAX_LINE = 2000;
const PIECE = 256 * 1024;
const SLICE_MS = 5;

/** Looks through texts on this thread, in slices short enough for nobody to notice. */
export async function searchNatively(texts: readonly string[], expression: RegExp, limit: number): Promise<Line[]> {
  const lines: Line[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const [index, text] of texts.entries()) {
    let number = 1;
    for (const piece of pieces(text)) {
      number = searchPiece(piece, index, number, expression, limit, lines);
      if (lines.length >= limit) return lines;
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  return lines;
}

/** Whole lines, as many as fit into a piece. */
function* pieces(text: string): Iterable<string> {
  let start = 0;
  while (text.length - start > PIECE) {
    const end = text.indexOf('\n', start + PIECE) + 1;
    if (end === 0) break;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}

/** Adds the matching lines of a piece; gives the number of the line behind the piece. */
function searchPiece(
  piece: string,
  index: number,
  first: number,
  expression: RegExp,
  limit: number,
  lines: Line[],
): number {
  let number = first;
  let start = 0;
  expression.lastIndex = 0;
  for (let match = expression.exec(piece); match && match.index < lastPosition(piece); match = expression.exec(piece)) {
    let end = lineEnd(piece, start);
    for (; end < match.index; end = lineEnd(piece, start)) {
      start = end + 1;
      number++;
    }
    lines.push([index, number, cut(piece.slice(start, end))]);
    if (lines.length >= limit || end >= piece.length) return number;
    start = end + 1;
    number++;
    expression.lastIndex = start;
  }
  if (piece.length < PIECE) return number;
  // Only a full piece has another one behind it.
  for (let end = piece.indexOf('\n', start); end !== -1; end = piece.indexOf('\n', end + 1)) number++;
  return number;
}

/** Behind the last line end there is no line. */
function lastPosition(piece: string): number {
  return piece.endsWith('\n') ? piece.length : piece.length + 1;
}

function lineEnd(piece: string, from: number): number {
  const end = piece.indexOf('\n', from);
  return end === -1 ? piece.length : end;
}

function cut(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const last = line.charCodeAt(MAX_LINE - 1);
  return line.slice(0, last >= 0xd800 && last < 0xdc00 ? MAX_LINE - 1 : MAX_LINE);
}
