import { isAscii } from 'node:buffer';
import { readSync } from 'node:fs';
import { type Page, pageOf, textOf } from './page.ts';

/** What is larger gets no place on a page. */
export const MOST_ON_A_PAGE = 512 * 1024;

const LF = 0x0a;
/** One for all, because nobody waits for anything while a page is being written; with room for a line end. */
const scratch = Buffer.allocUnsafeSlow(MOST_ON_A_PAGE + 1);

/** Puts files on pages; their bytes become text together. To be used in one go. */
export class PageWriter {
  #keys: string[] = [];
  #starts: number[] = [0];
  #end = 0;

  constructor(private readonly onPage: (page: Page) => void) {}

  /** A file that is open. */
  addFile(key: string, fd: number, size: number): void {
    this.#makeRoom(size);
    let end = this.#end;
    for (let left = size; left > 0; ) {
      const count = readSync(fd, scratch, end, left, null);
      if (count === 0) break;
      end += count;
      left -= count;
    }
    if (end > this.#end && scratch[end - 1] !== LF) scratch[end++] = LF;
    this.#add(key, end);
  }

  /** A file whose text was on a page before. */
  addText(key: string, text: string): void {
    this.#makeRoom(Buffer.byteLength(text));
    this.#add(key, this.#end + scratch.write(text, this.#end));
  }

  /** Ends the page that is being written; what comes next begins another one. */
  finish(): void {
    if (this.#keys.length > 0) this.onPage(this.#page());
    this.#keys = [];
    this.#starts = [0];
    this.#end = 0;
  }

  #makeRoom(size: number): void {
    if (this.#end + size + 1 > scratch.length) this.finish();
  }

  #add(key: string, end: number): void {
    this.#keys.push(key);
    this.#starts.push(end);
    this.#end = end;
  }

  #page(): Page {
    const bytes = scratch.subarray(0, this.#end);
    const plain = isAscii(bytes) && !bytes.includes(0) && !bytes.includes('\r\n');
    if (plain) return { keys: this.#keys, starts: this.#starts, text: bytes.toString('latin1') };
    return pageOf(
      this.#keys.flatMap((key, index) => {
        const text = textOf(scratch.subarray(this.#starts[index], this.#starts[index + 1]));
        return text === undefined ? [] : [{ key, text }];
      }),
    );
  }
}
