import { Arena } from './arena.ts';

// 128 bits fill one unit of the arena.
const MIN_BITS = 7;
const MAX_BITS = 20;
// Half full is smallest for what it tells, since nearly every query is tested by several bits.
const DENSEST = 0.5;
const SPACE = 32;

const foldedByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 65 && byte <= 90) return byte + 32;
  return byte >= 9 && byte <= 13 ? SPACE : byte;
});

/** Hashes of what a text must have to hold another: its runs of three and of five bytes. */
export type Grams = Int32Array;

/** The grams of folded text. */
export function gramsOf(folded: string): Grams {
  const hashes = new Set<number>();
  const bytes = Buffer.from(folded, 'utf8');
  let last = 0;
  bytes.forEach((byte, at) => {
    const fifth = last >>> 24;
    last = (last << 8) | byte;
    if (at >= 4) hashes.add(ofFive(fifth, last));
    if (at >= 2) hashes.add(ofThree(last));
  });
  return Int32Array.from(hashes);
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
    let fifth = 0;
    for (let at = start; at < end; at++) {
      const byte = foldedByte[bytes[at] as number] as number;
      if (byte === SPACE && (last & 0xff) === SPACE) continue;
      fifth = last >>> 24;
      last = (last << 8) | byte;
      const five = ofFive(fifth, last) & mask;
      scratch[five >>> 5] = (scratch[five >>> 5] as number) | (1 << five);
      const three = ofThree(last) & mask;
      scratch[three >>> 5] = (scratch[three >>> 5] as number) | (1 << three);
    }
  }

  /** Ends the signature: as small as keeps it sparse. */
  end(): number {
    const scratch = this.#scratch;
    let bits = this.#bits;
    for (; bits > MIN_BITS; bits--) {
      const half = 1 << (bits - 6);
      let ones = 0;
      for (let at = 0; at < half; at++) ones += popcount((scratch[at] as number) | (scratch[at + half] as number));
      if (ones > DENSEST * half * 32) break;
      for (let at = 0; at < half; at++) scratch[at] = (scratch[at] as number) | (scratch[at + half] as number);
    }
    const slot = this.#arena.take(bits - MIN_BITS);
    this.#arena.page(slot).set(scratch.subarray(0, 1 << (bits - 5)), this.#arena.offset(slot));
    return (slot << 5) | bits;
  }

  /** Whether the text may have all the grams. */
  mayHold(signature: number, grams: Grams): boolean {
    const slot = signature >>> 5;
    const page = this.#arena.page(slot);
    const offset = this.#arena.offset(slot);
    const mask = (1 << (signature & 31)) - 1;
    for (let at = 0; at < grams.length; at++) {
      const bit = (grams[at] as number) & mask;
      if (((page[offset + (bit >>> 5)] as number) & (1 << bit)) === 0) return false;
    }
    return true;
  }

  forget(signature: number): void {
    this.#arena.give(signature >>> 5, (signature & 31) - MIN_BITS);
  }
}

function ofThree(bytes: number): number {
  const mixed = Math.imul(bytes & 0xffffff, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
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
