import { fileOf, isText, MOST_ON_A_PAGE, type TextPage } from '../storage/text-page.ts';
import { cut, type Line, MAX_LINE } from './lines.ts';
import { commonnessOn, NeedleFinder } from './needle-finder.ts';
import type { NeedlePlan } from './plan.ts';

const LF = 0x0a;
const CR = 0x0d;
/** Steps that take a few milliseconds, and what each line takes beside those of the expression. */
const MOST_STEPS = 2_000_000;
const STEPS_FOR_A_LINE = 200;

/**
 * Looks through the bytes of a page for lines with needles; nothing else of it becomes text. Undefined when so much of it would
 * have to be looked at that others on this thread would notice.
 */
export function linesWithNeedles(page: TextPage, plan: NeedlePlan, limit: number): Line[] | undefined {
  // One byte more: the end of the last line.
  if (page.bytes.length > MOST_ON_A_PAGE + 1) return undefined;
  return new NeedleSearch(page, plan).lines(limit);
}

class NeedleSearch {
  readonly #finders: readonly NeedleFinder[];
  /** Where each needle is next. */
  readonly #next: number[];
  #file = 0;
  #fileIsText: boolean | undefined;
  /** The number of a line of the file, and where it begins. */
  #number = 1;
  #start = 0;

  constructor(
    private readonly page: TextPage,
    private readonly plan: NeedlePlan,
  ) {
    const commonness = commonnessOn(page.bytes);
    this.#finders = plan.needles.map((needle) => new NeedleFinder(page.bytes, needle, commonness));
    this.#next = plan.needles.map(() => -1);
  }

  lines(limit: number): Line[] | undefined {
    const { bytes, starts } = this.page;
    const { shape } = this.plan;
    const lines: Line[] = [];
    let steps = 0;
    for (let at = this.#nextNeedle(0); at < bytes.length && lines.length < limit; ) {
      const start = bytes.lastIndexOf(LF, at) + 1;
      const end = bytes.indexOf(LF, at);
      this.#enterFileAt(start);
      if (!this.#isText()) {
        at = this.#nextNeedle(starts[this.#file + 1] as number);
        continue;
      }
      steps += STEPS_FOR_A_LINE + (end - start) * (shape?.width ?? 1);
      if (steps > MOST_STEPS) return undefined;
      const line = bytes.toString('utf8', start, bytes[end - 1] === CR ? end - 1 : end);
      const match = shape ? line.search(shape.expression) : 0;
      if (match >= 0) {
        const isLong = shape === undefined && line.length > MAX_LINE;
        const place = isLong ? bytes.toString('utf8', start, at).length : match;
        lines.push([this.#file, this.#numberOf(start), cut(line, place)]);
      }
      at = this.#nextNeedle(end + 1);
    }
    return lines;
  }

  #nextNeedle(from: number): number {
    let nearest = Number.POSITIVE_INFINITY;
    for (let needle = 0; needle < this.#next.length; needle++) {
      if ((this.#next[needle] as number) < from) {
        const found = (this.#finders[needle] as NeedleFinder).next(from);
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
    const { bytes, lineCounter } = this.page;
    if (lineCounter && this.#start < start) {
      this.#number += lineCounter.before(start) - lineCounter.before(this.#start);
      this.#start = start;
    }
    for (; this.#start < start; this.#number++) this.#start = bytes.indexOf(LF, this.#start) + 1;
    return this.#number;
  }
}
