import type { Pattern } from './pattern.ts';

// A letter in either case, and a few signs that count as the same here.
const LOW = 31;
const LOW_BITS = 5;

/**
 * Looks for a word of ASCII in bytes of ASCII of any case, as its pattern does in text: to make texts of all files would take longer. Of each
 * stretch as long as the word one pair of bytes is looked at, since wherever the word stands, one of its own pairs is among them.
 */
export class ByteSearch {
  readonly #lower: Uint8Array;
  readonly #upper: Uint8Array;
  /** For each pair the place in the word behind the last one like it, or nothing. */
  readonly #places = new Uint8Array(1 << (2 * LOW_BITS));
  /** For each place in the word the same for those before it. */
  readonly #earlier: Uint8Array;

  private constructor(word: string) {
    this.#lower = Buffer.from(word, 'latin1');
    this.#upper = Buffer.from(word.toUpperCase(), 'latin1');
    this.#earlier = new Uint8Array(word.length);
    for (let at = 0; at < word.length - 1; at++) {
      const pair = pairAt(this.#lower, at);
      this.#earlier[at] = this.#places[pair] as number;
      this.#places[pair] = at + 1;
    }
  }

  /** Undefined for what is no single word, since white space may be any, for one letter, and for what a pattern does not look for as a whole. */
  static of({ folded, ascii, isExact }: Pattern): ByteSearch | undefined {
    return ascii && isExact && folded.length > 1 && !folded.includes(' ') ? new ByteSearch(folded) : undefined;
  }

  isIn(bytes: Uint8Array): boolean {
    const places = this.#places;
    const step = this.#lower.length - 1;
    const last = bytes.length - 1;
    for (let at = 0; at < last; at += step) {
      const place = places[pairAt(bytes, at)] as number;
      if (place !== 0 && this.#isAround(bytes, at, place)) return true;
    }
    return false;
  }

  #isAround(bytes: Uint8Array, at: number, lastPlace: number): boolean {
    for (let place = lastPlace; place !== 0; place = this.#earlier[place - 1] as number) {
      if (this.#isAt(bytes, at - (place - 1))) return true;
    }
    return false;
  }

  #isAt(bytes: Uint8Array, start: number): boolean {
    if (start < 0 || start + this.#lower.length > bytes.length) return false;
    for (let at = 0; at < this.#lower.length; at++) {
      const byte = bytes[start + at];
      if (byte !== this.#lower[at] && byte !== this.#upper[at]) return false;
    }
    return true;
  }
}

function pairAt(bytes: Uint8Array, at: number): number {
  return (((bytes[at] as number) & LOW) << LOW_BITS) | ((bytes[at + 1] as number) & LOW);
}
