import { type Scan, scanOf } from '../bytes/room.ts';
import { fileOf, isText, type Page } from '../storage/page.ts';
import { cut, type Line } from './lines.ts';

const LF = 0x0a;
const CR = 0x0d;

/** An expression, and texts at least one of which a line must hold to match it. */
export interface Needles {
  readonly expression: RegExp;
  readonly needles: readonly Buffer[];
}

/** Looks through the bytes of a page for lines near the needles; nothing else of it becomes text. */
export function linesWithNeedles(page: Page, what: Needles, limit: number): Line[] {
  return new NeedleSearch(page, what).lines(limit);
}

class NeedleSearch {
  readonly #scan: Scan;
  /** Where each needle is next. */
  readonly #next: number[];
  #file = 0;
  #fileIsText: boolean | undefined;
  /** The number of a line of the file, and where it begins. */
  #number = 1;
  #start = 0;

  constructor(
    private readonly page: Page,
    private readonly what: Needles,
  ) {
    this.#scan = scanOf(page.bytes, what.needles);
    this.#next = what.needles.map(() => -1);
  }

  lines(limit: number): Line[] {
    const { bytes } = this.page;
    const { expression } = this.what;
    const lines: Line[] = [];
    for (let at = this.#nextNeedle(0); at < bytes.length && lines.length < limit; ) {
      const start = bytes.lastIndexOf(LF, at) + 1;
      const end = bytes.indexOf(LF, at);
      this.#enterFileAt(start);
      const line = bytes.toString('utf8', start, bytes[end - 1] === CR ? end - 1 : end);
      expression.lastIndex = 0;
      if (expression.test(line) && this.#isText()) lines.push([this.#file, this.#numberOf(start), cut(line)]);
      at = this.#nextNeedle(end + 1);
    }
    return lines;
  }

  #nextNeedle(from: number): number {
    let nearest = Number.POSITIVE_INFINITY;
    for (let needle = 0; needle < this.#next.length; needle++) {
      if ((this.#next[needle] as number) < from) {
        const found = this.#scan.find(needle, from);
        this.#next[needle] = found === -1 ? Number.POSITIVE_INFINITY : found;
      }
      nearest = Math.min(nearest, this.#next[needle] as number);
    }
    return nearest;
  }

  #enterFileAt(start: number): void {
    const { starts } = this.page;
    if (start < (starts[this.#file + 1] as number)) return;
    while (start >= (starts[this.#file + 1] as number)) this.#file++;
    this.#fileIsText = undefined;
    this.#number = 1;
    this.#start = starts[this.#file] as number;
  }

  #isText(): boolean {
    this.#fileIsText ??= this.page.isAllText || isText(fileOf(this.page, this.#file));
    return this.#fileIsText;
  }

  #numberOf(start: number): number {
    this.#number += this.#scan.countLines(this.#start, start);
    this.#start = start;
    return this.#number;
  }
}
