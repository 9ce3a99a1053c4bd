import { setImmediate } from 'node:timers/promises';
import type { Page } from '../storage/page.ts';
import { LineCounter } from './line-counter.ts';
import type { Needle } from './needle.ts';

/** A line that matches: the index of its file in the page, its number and the line. */
export type Line = readonly [file: number, number: number, line: string];

export const MAX_LINE = 2000;
const PIECE = 256 * 1024;
const SLICE_MS = 5;

/** What to look for; with needles, in lines that hold one of them. */
export interface Expression {
  readonly expression: RegExp;
  readonly needles: readonly Needle[];
}

/** Looks through a page on this thread, in slices short enough for nobody to notice. */
export async function searchNatively(page: Page, what: Expression, limit: number): Promise<Line[]> {
  const { text } = page;
  const finder = new LineFinder(page, what, limit);
  let sliceEnd = performance.now() + SLICE_MS;
  for (let start = 0; start < text.length && !finder.isFull; ) {
    const end = endOfPiece(text, start);
    finder.search(start, end);
    start = end;
    if (start === text.length || performance.now() < sliceEnd) continue;
    await setImmediate();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return finder.lines;
}

/** A piece holds whole lines only. */
function endOfPiece(text: string, start: number): number {
  return text.length - start <= PIECE ? text.length : text.indexOf('\n', start + PIECE) + 1;
}

class LineFinder {
  readonly lines: Line[] = [];
  #file = 0;
  #number = 1;
  /** Where the line of that number begins. */
  #start = 0;

  readonly #lines: LineCounter;
  /** Where each needle is next. */
  readonly #next: number[];

  constructor(
    private readonly page: Page,
    private readonly what: Expression,
    private readonly limit: number,
  ) {
    this.#lines = LineCounter.of(page);
    this.#next = what.needles.map(() => -1);
  }

  get isFull(): boolean {
    return this.lines.length >= this.limit;
  }

  search(from: number, to: number): void {
    if (this.what.needles.length > 0) this.#searchNearNeedles(from, to);
    else this.#searchEverywhere(from, to);
  }

  /** Several times as fast as the expression alone, which can seldom leap over what it does not look for. */
  #searchNearNeedles(from: number, to: number): void {
    const { text } = this.page;
    const { expression } = this.what;
    for (let at = this.#nextNeedle(from); at < to && !this.isFull; ) {
      const start = text.lastIndexOf('\n', at) + 1;
      const end = text.indexOf('\n', at);
      const line = text.slice(start, end);
      expression.lastIndex = 0;
      if (expression.test(line)) this.#add(start, line);
      at = this.#nextNeedle(end + 1);
    }
  }

  #nextNeedle(from: number): number {
    let nearest = Number.POSITIVE_INFINITY;
    for (const [index, needle] of this.what.needles.entries()) {
      if ((this.#next[index] as number) < from) this.#next[index] = needle.next(this.page.text, from);
      nearest = Math.min(nearest, this.#next[index] as number);
    }
    return nearest;
  }

  #searchEverywhere(from: number, to: number): void {
    const { text } = this.page;
    const { expression } = this.what;
    const piece = from === 0 && to === text.length ? text : text.slice(from, to);
    expression.lastIndex = 0;
    for (let match = expression.exec(piece); match && match.index < piece.length; match = expression.exec(piece)) {
      const at = from + match.index;
      const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
      const end = text.indexOf('\n', at);
      this.#add(start, text.slice(start, end));
      if (this.isFull) return;
      expression.lastIndex = end + 1 - from;
    }
  }

  /** Adds the line that begins at a position, which is behind all that were added before. */
  #add(start: number, line: string): void {
    const { starts } = this.page;
    if (start >= (starts[this.#file + 1] as number)) {
      while (start >= (starts[this.#file + 1] as number)) this.#file++;
      this.#start = starts[this.#file] as number;
      this.#number = 1;
    }
    if (start > this.#start) this.#number += this.#lines.between(this.#start, start);
    this.#start = start;
    this.lines.push([this.#file, this.#number, cut(line)]);
  }
}

function cut(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const last = line.charCodeAt(MAX_LINE - 1);
  return line.slice(0, last >= 0xd800 && last < 0xdc00 ? MAX_LINE - 1 : MAX_LINE);
}
