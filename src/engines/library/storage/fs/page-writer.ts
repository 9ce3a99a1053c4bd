import { readSync } from 'node:fs';
import { MOST_ON_A_PAGE, type TextPage } from '../text-page.ts';

const LF = 0x0a;

/** One for all, because a page is filled and looked at in one go; fresh memory for each would cost half of the reading. */
let scratchPage: Buffer | undefined;

/** Puts files on pages. A page is good only while `onPage` looks at it; all is to be done in one go. */
export class PageWriter {
  readonly #page = (scratchPage ??= Buffer.allocUnsafeSlow(MOST_ON_A_PAGE + 1));
  #keys: string[] = [];
  #starts: number[] = [0];
  #end = 0;

  constructor(private readonly onPage: (page: TextPage) => void) {}

  /** A file that is open; false when it is too large for a page, and then it is not added. */
  addFile(key: string, fd: number): boolean {
    // To read once more at the end costs less than to ask for the size.
    for (let end = this.#end; ; ) {
      const count = readSync(fd, this.#page, end, MOST_ON_A_PAGE + 1 - end, null);
      end += count;
      if (count === 0) {
        if (end > this.#end && this.#page[end - 1] !== LF) this.#page[end++] = LF;
        this.#add(key, end);
        return true;
      }
      if (end <= MOST_ON_A_PAGE) continue;
      if (this.#end === 0) return false;
      const start = this.#end;
      this.finish();
      this.#page.copyWithin(0, start, end);
      end -= start;
    }
  }

  /** A file that was on a page before. */
  addBytes(key: string, bytes: Buffer): void {
    this.#finishUnlessFits(bytes.length);
    this.#page.set(bytes, this.#end);
    this.#add(key, this.#end + bytes.length);
  }

  /** Ends the page that is being written; what comes next begins another one. */
  finish(): void {
    const [keys, starts, end] = [this.#keys, this.#starts, this.#end];
    this.#keys = [];
    this.#starts = [0];
    this.#end = 0;
    if (keys.length > 0) this.onPage({ keys, starts, bytes: this.#page.subarray(0, end) });
  }

  #finishUnlessFits(size: number): void {
    if (this.#end + size > MOST_ON_A_PAGE) this.finish();
  }

  #add(key: string, end: number): void {
    this.#keys.push(key);
    this.#starts.push(end);
    this.#end = end;
  }
}
