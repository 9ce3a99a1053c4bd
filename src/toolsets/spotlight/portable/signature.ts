import { Arena } from './arena.ts';

const MIN_BITS = 7;
const MAX_BITS = 20;
const DENSEST = 0.3;
const SPACE = 32;

const foldedByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 65 && byte <= 90) return byte + 32;
  return byte >= 9 && byte <= 13 ? SPACE : byte;
});

/** Which trigrams of folded UTF-8 a text must have to hold another. */
export type Trigrams = Int32Array;

/** The hashes of the trigrams in folded text. */
export function trigramsOf(folded: string): Trigrams {
  const hashes = new Set<number>();
  const bytes = Buffer.from(folded, 'utf8');
  for (let at = 2; at < bytes.length; at++) {
    hashes.add(hash(((bytes[at - 2] as number) << 16) | ((bytes[at - 1] as number) << 8) | (bytes[at] as number)));
  }
  return Int32Array.from(hashes);
}

/** A signature is an order (log2 of its bits) and a slot; it says which trigrams a text may have, never wrongly that it lacks one. */
export class Signatures {
  readonly #arena = new Arena();
  readonly #scratch = new Uint32Array(1 << (MAX_BITS - 5));
  #bits = MIN_BITS;

  get bytes(): number {
    return this.#arena.bytes;
  }

  /** Starts a signature for a text of about this many bytes. */
  begin(size: number): void {
    this.#bits = Math.min(MAX_BITS, Math.max(MIN_BITS, Math.ceil(Math.log2(size + 1)) + 1));
    this.#scratch.fill(0, 0, 1 << (this.#bits - 5));
  }

  /** Adds text: ASCII of any case, or folded UTF-8. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const mask = 2 ** this.#bits - 1;
    const scratch = this.#scratch;
    let trigram = 0;
    let length = 0;
    for (let at = start; at < end; at++) {
      const byte = foldedByte[bytes[at] as number] as number;
      if (byte === SPACE && (trigram & 0xff) === SPACE) continue;
      trigram = ((trigram << 8) | byte) & 0xffffff;
      if (++length < 3) continue;
      const bit = hash(trigram) & mask;
      scratch[bit >>> 5] = (scratch[bit >>> 5] as number) | (1 << bit);
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
    const slot = this.#arena.take(bits - 5);
    this.#arena.page(slot).set(scratch.subarray(0, 1 << (bits - 5)), this.#arena.offset(slot));
    return slot * 32 + bits;
  }

  /** Whether the text may have all the trigrams. */
  mayHold(signature: number, trigrams: Trigrams): boolean {
    const bits = signature % 32;
    const slot = (signature - bits) / 32;
    const page = this.#arena.page(slot);
    const offset = this.#arena.offset(slot);
    const mask = 2 ** bits - 1;
    for (let at = 0; at < trigrams.length; at++) {
      const bit = (trigrams[at] as number) & mask;
      if (((page[offset + (bit >>> 5)] as number) & (1 << bit)) === 0) return false;
    }
    return true;
  }

  forget(signature: number): void {
    const bits = signature % 32;
    this.#arena.give((signature - bits) / 32, bits - 5);
  }
}

function hash(trigram: number): number {
  const mixed = Math.imul(trigram, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
