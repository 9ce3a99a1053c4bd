import { fold } from '../match/fold.ts';
import { type Letters, lettersIn } from '../match/letters.ts';

const FIRST_SLOTS = 1 << 9;
const FIRST_BYTES = 1 << 12;
/** How many bytes it takes at most. */
const MOST_BYTES = 3 << 18;
const HEADER = 1;
const WORD = /\p{L}{4,24}/gu;
const LONGEST_BYTES = 96;
/** How much of a text is learned: what it is about is said early. */
const LEARNED = 4096;

/**
 * Words that occur in texts, or once did: what a query with wrong letters may mean. One run of bytes, so that forty thousand words take less
 * than a megabyte; when it is full, no further words are learned.
 */
export class Vocabulary {
  // Where the words are, by their hashes; at most half of the slots are taken.
  #slots = new Uint32Array(0);
  // Each word as its length and its bytes; no word is at 0.
  #bytes = Buffer.alloc(0);
  #end = 1;
  #count = 0;
  readonly #word = Buffer.alloc(LONGEST_BYTES);

  readonly #most: number;

  constructor(mostBytes = MOST_BYTES) {
    this.#most = Math.min(mostBytes, MOST_BYTES);
  }

  get bytes(): number {
    return this.#slots.byteLength + this.#bytes.length;
  }

  learn(words: Iterable<string>): void {
    for (const word of words) this.#add(word);
  }

  /** Those whose letters are of interest. */
  *words(isOfInterest: (letters: Letters) => boolean = () => true): Generator<string> {
    for (let at = 1; at < this.#end; ) {
      const start = at + HEADER;
      const end = start + (this.#bytes[at] as number);
      if (isOfInterest(lettersIn(this.#bytes, start, end))) yield this.#bytes.toString('utf8', start, end);
      at = end;
    }
  }

  #add(word: string): void {
    if (this.#count * 2 >= this.#slots.length && !this.#spread()) return;
    const length = this.#word.write(word);
    const slot = this.#find(length);
    if (this.#slots[slot] !== 0 || !this.#hasRoom(length)) return;
    this.#bytes[this.#end] = length;
    this.#word.copy(this.#bytes, this.#end + HEADER, 0, length);
    this.#slots[slot] = this.#end;
    this.#end += HEADER + length;
    this.#count++;
  }

  #hasRoom(length: number): boolean {
    if (this.#end + HEADER + length <= this.#bytes.length) return true;
    const larger = Math.max(FIRST_BYTES, this.#bytes.length * 2);
    if (this.#slots.byteLength + larger > this.#most) return false;
    this.#bytes = Buffer.concat([this.#bytes], larger);
    return true;
  }

  // The slot of the word, or the free one where it belongs.
  #find(length: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(this.#word, 0, length) & mask; ; slot = (slot + 1) & mask) {
      const at = this.#slots[slot] as number;
      if (at === 0) return slot;
      const end = at + HEADER + (this.#bytes[at] as number);
      if (this.#word.compare(this.#bytes, at + HEADER, end, 0, length) === 0) return slot;
    }
  }

  // False when there is no room for more slots.
  #spread(): boolean {
    const mask = Math.max(FIRST_SLOTS, this.#slots.length * 2) - 1;
    if ((mask + 1) * 4 + this.#bytes.length > this.#most) return false;
    this.#slots = new Uint32Array(mask + 1);
    for (let at = 1; at < this.#end; ) {
      const end = at + HEADER + (this.#bytes[at] as number);
      let slot = hashOf(this.#bytes, at + HEADER, end) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = at;
      at = end;
    }
    return true;
  }
}

/** The words at the beginning of a text, each once. */
export function headWords(text: string): ReadonlySet<string> {
  return wordsIn(text.slice(0, LEARNED));
}

/** The words of a text that can be learned, folded, each once. */
export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(fold(text).match(WORD));
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
