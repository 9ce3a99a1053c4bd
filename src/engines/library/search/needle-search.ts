import { fileOf, isText, MOST_ON_A_PAGE, type TextPage } from '../storage/text-page.ts';
import { cut, type Line, MAX_LINE } from './lines.ts';
import type { NeedlePlan } from './plan.ts';

const LF = 0x0a;
const CR = 0x0d;
/** Steps that take a few milliseconds, and what each line takes beside those of the expression. */
const MOST_STEPS = 2_000_000;
const STEPS_FOR_A_LINE = 200;

/** From the most common byte of texts to rarer ones; all others are rarer still. */
const COMMON_BYTES = Buffer.from(' etaoinsrhldcumfpgwybv,.k-\nETAOINSRHLDCUMFPGWYBVK');
const SHORTEST_PROBE = 3;
/** For longer ones Node gives up its quick search for the first byte as soon as a few places look alike. */
const LONGEST_PROBE = 7;
const MOST_MISSES = 10_000;

/** The part of a needle that is looked for, because it begins with a rare byte. */
interface Probe {
  readonly needle: Buffer;
  readonly part: Buffer;
  readonly offset: number;
}

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
  #probes: readonly Probe[];
  /** Where each needle is next. */
  readonly #next: number[];
  #misses = 0;
  #file = 0;
  #fileIsText: boolean | undefined;
  /** The number of a line of the file, and where it begins. */
  #number = 1;
  #start = 0;

  constructor(
    private readonly page: TextPage,
    private readonly plan: NeedlePlan,
  ) {
    this.#probes = plan.needles.map(probeOf);
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
      if ((this.#next[needle] as number) < from) this.#next[needle] = this.#find(needle, from);
      nearest = Math.min(nearest, this.#next[needle] as number);
    }
    return nearest;
  }

  #find(which: number, from: number): number {
    const { bytes } = this.page;
    const { needle, part, offset } = this.#probes[which] as Probe;
    for (let at = bytes.indexOf(part, from + offset); at !== -1; at = bytes.indexOf(part, at + 1)) {
      if (isAt(bytes, needle, at - offset)) return at - offset;
      if (++this.#misses <= MOST_MISSES) continue;
      this.#probes = this.plan.needles.map((whole) => ({ needle: whole, part: whole, offset: 0 }));
      return this.#find(which, at - offset + 1);
    }
    return Number.POSITIVE_INFINITY;
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
    if (this.#start < start) {
      const passed = this.page.bytes.toString('latin1', this.#start, start);
      for (let at = passed.indexOf('\n'); at !== -1; at = passed.indexOf('\n', at + 1)) this.#number++;
      this.#start = start;
    }
    return this.#number;
  }
}

function probeOf(needle: Buffer): Probe {
  let offset = 0;
  for (let at = 1; at <= needle.length - SHORTEST_PROBE; at++) {
    if (commonness(needle[at]) < commonness(needle[offset])) offset = at;
  }
  return { needle, part: needle.subarray(offset, offset + LONGEST_PROBE), offset };
}

function commonness(byte: number | undefined): number {
  const rank = COMMON_BYTES.indexOf(byte as number);
  return rank === -1 ? 0 : COMMON_BYTES.length - rank;
}

function isAt(bytes: Buffer, needle: Buffer, start: number): boolean {
  let same = 0;
  while (same < needle.length && bytes[start + same] === needle[same]) same++;
  return same === needle.length;
}
