import { Arena } from './arena.ts';
import { BitSlices } from './bit-slices.ts';
import { bitOf, type Grams, isFive, isWordByte, ofFive, ofFour, ofThree } from './grams.ts';

const MIN_BITS = 7;
const MAX_BITS = 20;
// A little more than half full is smallest for what it tells, since nearly every query is tested by several bits.
const DENSITY = 0.61;
const BITS_PER_ONE = -1 / Math.log(1 - DENSITY);
// By how many bits the grams of a text are told apart beyond those that its signature has.
const SPARE_BITS = 2;
const MOST_IN_SLICES = 512;
// The last bit of a signature that is in no slice.
const ALONE = 1;
const SPACE = 32;

const foldedByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 65 && byte <= 90) return byte + 32;
  return byte >= 9 && byte <= 13 ? SPACE : byte;
});

/** Signatures of texts: which grams a text may have. They are never wrong in saying that it lacks one. */
export class Signatures {
  readonly #arena = new Arena();
  readonly #slices = new BitSlices(this.#arena);
  readonly #scratch = new Uint32Array(1 << (MAX_BITS - 5));
  readonly #ended = new Uint32Array(1 + (1 << (MAX_BITS - 5)));
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
    const words = Math.min(most, sizeNear(Math.max(1, (ones * BITS_PER_ONE) / 32)));
    const bits = this.#halve(Math.ceil(Math.log2(words * 32)) + SPARE_BITS);
    const ended = this.#ended.fill(0, 0, 1 + words);
    ended[0] = (words << 5) | bits;
    const scale = (words * 32) / (1 << bits);
    for (let at = 0; at < 1 << (bits - 5); at++) {
      for (let left = scratch[at] as number; left !== 0; left &= left - 1) {
        const bit = ((at * 32 + 31 - Math.clz32(left & -left)) * scale) | 0;
        ended[1 + (bit >>> 5)] = (ended[1 + (bit >>> 5)] as number) | (1 << bit);
      }
    }
    return this.#store(ended, 0);
  }

  /** Whether the text may have all the grams. */
  mayHold(signature: number, grams: Grams): boolean {
    const place = signature >>> 1;
    if ((signature & ALONE) === 0) return this.#slices.mayHold(place, grams);
    return mayHoldAt(this.#arena.page(place), this.#arena.offset(place), grams);
  }

  /** How many slots there are. */
  get slots(): number {
    return this.#slices.slots;
  }

  /** Where a signature is among others of its size; undefined when it is alone. */
  slot(signature: number): number | undefined {
    return (signature & ALONE) === 0 ? signature >>> 1 : undefined;
  }

  /** The slots of those whose texts may have all of some grams and all grams of one of the choices, as a bit each. */
  slotsThatMayHold(all: Grams, choices: readonly Grams[]): Int32Array {
    const held = this.#slices.whichMayHold(all);
    if (choices.length === 1 && choices[0] === all) return held;
    const chosen = choices.map((grams) => this.#slices.whichMayHold(grams));
    return held.map((bits, at) => bits & chosen.reduce((either, each) => either | (each[at] as number), 0));
  }

  /** Takes over a signature that `words` gave; undefined when it cannot be one. */
  adopt(from: Uint32Array, start: number): number | undefined {
    return isSignature(from, start) ? this.#store(from, start) : undefined;
  }

  /** How many words a signature is kept in. */
  length(signature: number): number {
    return 1 + (this.#header(signature) >>> 5);
  }

  /** A signature as it is kept. */
  words(signature: number): Uint32Array {
    const place = signature >>> 1;
    if ((signature & ALONE) === 0) return this.#slices.words(place);
    const first = this.#arena.offset(place);
    return this.#arena.page(place).subarray(first, first + this.length(signature));
  }

  forget(signature: number): void {
    const place = signature >>> 1;
    if ((signature & ALONE) === 0) this.#slices.remove(place);
    else this.#arena.give(place, this.length(signature));
  }

  #header(signature: number): number {
    const place = signature >>> 1;
    if ((signature & ALONE) === 0) return this.#slices.header(place);
    return this.#arena.page(place)[this.#arena.offset(place)] as number;
  }

  // Few texts have one of the larger sizes, and a block of them would be mostly empty.
  #store(from: Uint32Array, start: number): number {
    const words = (from[start] as number) >>> 5;
    if (words <= MOST_IN_SLICES) return this.#slices.add(from, start) << 1;
    const place = this.#arena.take(1 + words);
    this.#arena.page(place).set(from.subarray(start, start + 1 + words), this.#arena.offset(place));
    return (place << 1) | ALONE;
  }

  // To as few bits as signatures of one size shall all have, so that there are few sorts of them.
  #halve(wanted: number): number {
    const scratch = this.#scratch;
    let bits = this.#bits;
    for (; bits > wanted; bits--) {
      const half = 1 << (bits - 6);
      for (let at = 0; at < half; at++) scratch[at] = (scratch[at] as number) | (scratch[at + half] as number);
    }
    return bits;
  }
}

// Few sizes, so that blocks are full; those of a signature that is alone leave no room unused.
function sizeNear(words: number): number {
  if (words > MOST_IN_SLICES) return Arena.room(1 + Math.ceil(words)) - 1;
  const step = 2 ** Math.max(0, Math.floor(Math.log2(words)) - 2);
  return Math.ceil(words / step) * step;
}

/** The same for a signature that lies anywhere. */
export function mayHoldAt(page: Uint32Array, start: number, grams: Grams): boolean {
  const first = start + 1;
  const header = page[start] as number;
  for (let at = 0; at < grams.length; at++) {
    const bit = bitOf(header, grams[at] as number);
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

function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
