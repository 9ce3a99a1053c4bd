import { Arena } from './arena.ts';

const MIN_BITS = 7;
const MAX_BITS = 20;
// A little more than half full is smallest for what it tells, since nearly every query is tested by several bits.
const DENSITY = 0.56;
const BITS_PER_ONE = -1 / Math.log(1 - DENSITY);
const SPACE = 32;

const foldedByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 65 && byte <= 90) return byte + 32;
  return byte >= 9 && byte <= 13 ? SPACE : byte;
});

// Letters, digits and whatever is not ASCII.
const isWordByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 122) || byte === 95 || byte >= 128),
);

// Which of the last five bytes are of a word, as bits: all, or all but one in between.
const IN_WORDS = [0b11111, 0b10111, 0b11011, 0b11101];
const isFive = Uint8Array.from({ length: 32 }, (_, last) => Number(IN_WORDS.includes(last)));

/**
 * Hashes of what a text must have to hold another: its runs of three bytes, those of four inside of a word, and those of five inside of one
 * word or two. All runs of five are as many as a text is long, and most of them tell nothing to a search for words.
 */
export type Grams = Int32Array;

/** The grams of folded text, those first that the fewest texts have. */
export function gramsOf(folded: string): Grams {
  const [threes, fours, fives] = [new Set<number>(), new Set<number>(), new Set<number>()];
  let last = 0;
  let word = 0;
  Buffer.from(folded, 'utf8').forEach((byte, at) => {
    const fifth = last >>> 24;
    last = (last << 8) | byte;
    word = ((word << 1) | (isWordByte[byte] as number)) & 31;
    if (isFive[word] === 1) fives.add(ofFive(fifth, last));
    if ((word & 15) === 15) fours.add(ofFour(last));
    if (at >= 2) threes.add(ofThree(last));
  });
  return Int32Array.from([...fives, ...fours, ...threes]);
}

/** Signatures of texts: which grams a text may have. They are never wrong in saying that it lacks one. */
export class Signatures {
  readonly #arena = new Arena();
  readonly #scratch = new Uint32Array(1 << (MAX_BITS - 5));
  #bits = MIN_BITS;

  get bytes(): number {
    return this.#arena.bytes;
  }

  /** Starts a signature for a text of about this many bytes. */
  begin(size: number): void {
    this.#bits = Math.min(MAX_BITS, Math.max(MIN_BITS, Math.ceil(Math.log2(size + 1)) + 2));
    this.#scratch.fill(0, 0, 1 << (this.#bits - 5));
  }

  /** Adds text: ASCII of any case, or folded UTF-8. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const mask = (1 << this.#bits) - 1;
    const scratch = this.#scratch;
    let last = 0;
    let word = 0;
    for (let at = start; at < end; at++) {
      const byte = foldedByte[bytes[at] as number] as number;
      if (byte === SPACE && (last & 0xff) === SPACE) continue;
      const fifth = last >>> 24;
      last = (last << 8) | byte;
      const three = ofThree(last) & mask;
      scratch[three >>> 5] = (scratch[three >>> 5] as number) | (1 << three);
      word = ((word << 1) | (isWordByte[byte] as number)) & 31;
      if ((word & 15) === 15) {
        const four = ofFour(last) & mask;
        scratch[four >>> 5] = (scratch[four >>> 5] as number) | (1 << four);
      }
      if (isFive[word] === 1) {
        const five = ofFive(fifth, last) & mask;
        scratch[five >>> 5] = (scratch[five >>> 5] as number) | (1 << five);
      }
    }
  }

  /** Ends the signature: bits are moved together until most of them are set. */
  end(): number {
    const scratch = this.#scratch;
    const most = 1 << (this.#bits - 5);
    let ones = 0;
    for (let at = 0; at < most; at++) ones += popcount(scratch[at] as number);
    const wanted = 1 + Math.min(most, Math.ceil((ones * BITS_PER_ONE) / 32));
    const words = Math.min(most, Arena.room(wanted) - 1);
    const place = this.#arena.take(wanted);
    const page = this.#arena.page(place);
    const first = this.#arena.offset(place) + 1;
    page[first - 1] = (words << 5) | this.#bits;
    page.fill(0, first, first + words);
    const scale = words / most;
    for (let at = 0; at < most; at++) {
      for (let left = scratch[at] as number; left !== 0; left &= left - 1) {
        const bit = ((at * 32 + 31 - Math.clz32(left & -left)) * scale) | 0;
        page[first + (bit >>> 5)] = (page[first + (bit >>> 5)] as number) | (1 << bit);
      }
    }
    return place;
  }

  /** Whether the text may have all the grams. */
  mayHold(signature: number, grams: Grams): boolean {
    return mayHoldAt(this.#arena.page(signature), this.#arena.offset(signature), grams);
  }

  /** Takes over a signature that `words` gave; undefined when it cannot be one. */
  adopt(from: Uint32Array, start: number): number | undefined {
    if (!isSignature(from, start)) return undefined;
    const words = (from[start] as number) >>> 5;
    const place = this.#arena.take(1 + words);
    this.#arena.page(place).set(from.subarray(start, start + 1 + words), this.#arena.offset(place));
    return place;
  }

  /** A signature as it is kept. */
  words(signature: number): Uint32Array {
    const page = this.#arena.page(signature);
    const first = this.#arena.offset(signature);
    return page.subarray(first, first + 1 + ((page[first] as number) >>> 5));
  }

  forget(signature: number): void {
    const header = this.#arena.page(signature)[this.#arena.offset(signature)] as number;
    this.#arena.give(signature, 1 + (header >>> 5));
  }
}

/** The same for a signature that lies anywhere. */
export function mayHoldAt(page: Uint32Array, start: number, grams: Grams): boolean {
  const first = start + 1;
  const header = page[start] as number;
  const bits = header & 31;
  const mask = (1 << bits) - 1;
  const scale = ((header >>> 5) * 32) / (1 << bits);
  for (let at = 0; at < grams.length; at++) {
    const bit = (((grams[at] as number) & mask) * scale) | 0;
    if (((page[first + (bit >>> 5)] as number) & (1 << bit)) === 0) return false;
  }
  return true;
}

/** Whether there can be a signature at this place. */
export function isSignature(page: Uint32Array, start: number): boolean {
  const header = page[start] ?? 0;
  const [bits, words] = [header & 31, header >>> 5];
  const isSound = bits >= MIN_BITS && bits <= MAX_BITS && words >= 1 && words <= 1 << (bits - 5);
  return isSound && start + 1 + words <= page.length;
}

function ofThree(bytes: number): number {
  const mixed = Math.imul(bytes & 0xffffff, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function ofFour(bytes: number): number {
  const mixed = Math.imul(bytes ^ (bytes >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

function ofFive(fifth: number, bytes: number): number {
  const mixed = Math.imul(bytes ^ Math.imul(fifth + 1, 0xc2b2ae35), 0x27d4eb2f);
  return mixed ^ (mixed >>> 14);
}

function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
