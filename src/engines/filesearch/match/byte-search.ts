import type { Pattern } from './pattern.ts';

/** Looks for folded ASCII in bytes of ASCII of any case, as its pattern does in text: to make texts of all files would take longer. */
export class ByteSearch {
  readonly #last: number;
  /** Both cases of each character. */
  readonly #lower: Uint8Array;
  readonly #upper: Uint8Array;
  /** How far a byte at the end moves the word on; nothing if it may be the last of it. */
  readonly #skips = new Uint8Array(256);
  /** How far to go on after a place that was looked at. */
  readonly #step: number;

  private constructor(sought: string) {
    this.#last = sought.length - 1;
    this.#lower = Buffer.from(sought, 'latin1');
    this.#upper = Buffer.from(sought.toUpperCase(), 'latin1');
    this.#skips.fill(sought.length);
    for (let at = 0; at < this.#last; at++) this.#set(at, this.#last - at);
    this.#step = this.#skips[this.#lower[this.#last] as number] as number;
    this.#set(this.#last, 0);
  }

  /** Undefined for what is more than a word: white space may be any, and of long patterns only the beginning is looked for. */
  static of({ folded, ascii, isExact }: Pattern): ByteSearch | undefined {
    return ascii && isExact && !folded.includes(' ') ? new ByteSearch(folded) : undefined;
  }

  isIn(bytes: Uint8Array): boolean {
    const skips = this.#skips;
    const { length } = bytes;
    for (let at = this.#last; at < length; ) {
      const skip = skips[bytes[at] as number] as number;
      if (skip !== 0) at += skip;
      else if (this.#endsAt(bytes, at)) return true;
      else at += this.#step;
    }
    return false;
  }

  #endsAt(bytes: Uint8Array, end: number): boolean {
    const start = end - this.#last;
    for (let at = this.#last - 1; at >= 0; at--) {
      const byte = bytes[start + at];
      if (byte !== this.#lower[at] && byte !== this.#upper[at]) return false;
    }
    return true;
  }

  #set(at: number, skip: number): void {
    this.#skips[this.#lower[at] as number] = skip;
    this.#skips[this.#upper[at] as number] = skip;
  }
}
