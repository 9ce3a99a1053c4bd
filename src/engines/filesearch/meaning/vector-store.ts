import { createHash } from 'node:crypto';

/** What a vector takes beside its numbers: its key, and its place in the map. */
const OVERHEAD = 150;
const SCALE = 127;

/** Vectors by the text that they were made of, so that a file that is moved or copied needs no other one; bounded in bytes. */
export class VectorStore {
  readonly #vectors = new Map<string, Int8Array>();
  readonly #mostBytes: number;
  bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get hasRoom(): boolean {
    return this.bytes < this.#mostBytes;
  }

  has(key: string): boolean {
    return this.#vectors.has(key);
  }

  /** Takes a vector of length 1. */
  add(key: string, vector: Float32Array): void {
    this.addPacked(
      key,
      Int8Array.from(vector, (value) => Math.round(value * SCALE)),
    );
  }

  addPacked(key: string, packed: Int8Array): void {
    if (!this.#vectors.has(key)) this.bytes += packed.byteLength + OVERHEAD;
    this.#vectors.set(key, packed);
  }

  /** How near the text of this key is to a vector, from -1 to 1; undefined when it is not known. */
  similarity(key: string, wanted: Float32Array): number | undefined {
    const packed = this.#vectors.get(key);
    if (packed === undefined) return undefined;
    let sum = 0;
    for (let at = 0; at < packed.length; at++) sum += (packed[at] as number) * (wanted[at] ?? 0);
    return sum / SCALE;
  }

  entries(): IterableIterator<[string, Int8Array]> {
    return this.#vectors.entries();
  }
}

/** The length of a key. */
export const KEY_LENGTH = 22;

export function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, KEY_LENGTH);
}
