import { setImmediate } from 'node:timers/promises';
import { fileOf, type Page, textOf } from '../storage/page.ts';
import { cut, type Line } from './lines.ts';

/** The texts of the files of a page; undefined where there is nothing to search. */
export type Texts = readonly (string | undefined)[];
export type TextSearch = (texts: Texts, limit: number) => Promise<Line[]>;

const PIECE = 256 * 1024;
const SLICE_MS = 5;

/** The texts of a page that hold a literal. */
export function textsOf(page: Page, literal = ''): Texts {
  return page.keys.map((_, index) => {
    const bytes = fileOf(page, index);
    return bytes.includes(literal) ? textOf(bytes) : undefined;
  });
}

/** Looks through texts on this thread for lines that match an expression, in slices short enough for nobody to notice. */
export function textSearch(expression: RegExp): TextSearch {
  return (texts, limit) => search(texts, expression, limit);
}

async function search(texts: Texts, expression: RegExp, limit: number): Promise<Line[]> {
  const lines: Line[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const [file, text] of texts.entries()) {
    if (text === undefined) continue;
    let number = 1;
    for (let start = 0; start < text.length && lines.length < limit; ) {
      const end = endOfPiece(text, start);
      number = searchPiece(text.slice(start, end), expression, file, number, lines, limit);
      start = end;
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  return lines;
}

/** A piece holds whole lines only. */
function endOfPiece(text: string, start: number): number {
  return text.length - start <= PIECE ? text.length : text.indexOf('\n', start + PIECE) + 1;
}

/** Adds the lines of a piece that match, the first of which has a number; gives the number of the line behind it. */
function searchPiece(
  piece: string,
  expression: RegExp,
  file: number,
  number: number,
  lines: Line[],
  limit: number,
): number {
  let counted = 0;
  expression.lastIndex = 0;
  for (let match = expression.exec(piece); match && match.index < piece.length; match = expression.exec(piece)) {
    const start = match.index === 0 ? 0 : piece.lastIndexOf('\n', match.index - 1) + 1;
    const end = piece.indexOf('\n', match.index);
    number += linesIn(piece, counted, start);
    counted = start;
    lines.push([file, number, cut(piece.slice(start, end))]);
    if (lines.length >= limit) return number;
    expression.lastIndex = end + 1;
  }
  return number + linesIn(piece, counted, piece.length);
}

/** To split is several times as fast as to look for one line end after the other. */
function linesIn(text: string, from: number, to: number): number {
  return from === to ? 0 : text.slice(from, to).split('\n').length - 1;
}
