import type { Page } from '../storage/page.ts';

const counters = new WeakMap<Page, LineCounter>();

/** Counts the lines of a page: the first few times by looking, for a page that is asked about often by looking them up. */
export class LineCounter {
  #asked = 0;
  #starts: Uint32Array | undefined;

  private constructor(private readonly text: string) {}

  static of(page: Page): LineCounter {
    let counter = counters.get(page);
    if (counter === undefined) {
      counter = new LineCounter(page.text);
      counters.set(page, counter);
    }
    return counter;
  }

  /** How many lines begin behind one place, up to another one where a line begins. */
  between(from: number, to: number): number {
    this.#asked += to - from;
    // To split is several times as fast as to look for one line end after the other.
    if (this.#asked <= this.text.length) return this.text.slice(from, to).split('\n').length - 1;
    this.#starts ??= lineStarts(this.text);
    return indexOf(this.#starts, to) - indexOf(this.#starts, from);
  }
}

function lineStarts(text: string): Uint32Array {
  const lines = text.split('\n');
  const starts = new Uint32Array(lines.length);
  let at = 0;
  for (let line = 0; line < lines.length; line++) {
    starts[line] = at;
    at += (lines[line] as string).length + 1;
  }
  return starts;
}

/** Where a number is in a sorted list that holds it. */
function indexOf(list: Uint32Array, wanted: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
