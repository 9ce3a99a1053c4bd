import { join } from 'node:path';
import { readCacheFile, writeCacheFile } from '../index/cache-file.ts';
import type { TextEmbedder } from './embedder.ts';
import { KEY_LENGTH, type VectorStore } from './vector-store.ts';

const KIND = 'vectors 1';
const MOST_BYTES = 64 * 1024 * 1024;

/** The vectors of a model in a cache folder: hashes of texts and numbers, no text and no name. */
export class KeptVectors {
  readonly #file: string;
  readonly #dimensions: number;

  constructor(folder: string, { id, dimensions }: Pick<TextEmbedder, 'id' | 'dimensions'>) {
    this.#file = join(folder, `${id.replace(/[^\w.-]+/g, '-')}.vectors`);
    this.#dimensions = dimensions;
  }

  load(vectors: VectorStore): void {
    const sections = readCacheFile(this.#file, KIND, MOST_BYTES);
    const [keys, numbers] = [sections?.get('keys')?.toString('latin1'), sections?.get('numbers')];
    if (keys === undefined || numbers === undefined) return;
    const count = keys.length / KEY_LENGTH;
    if (numbers.length !== count * this.#dimensions) return;
    for (let at = 0; at < count && vectors.hasRoom; at++) {
      const place = at * this.#dimensions;
      // A copy: else all of the file would stay in memory for one vector.
      const packed = new Int8Array(numbers.subarray(place, place + this.#dimensions));
      vectors.addPacked(keys.slice(at * KEY_LENGTH, (at + 1) * KEY_LENGTH), packed);
    }
  }

  save(vectors: VectorStore): void {
    const keys: Buffer[] = [];
    const numbers: Buffer[] = [];
    for (const [key, packed] of vectors.entries()) {
      keys.push(Buffer.from(key, 'latin1'));
      numbers.push(Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength));
    }
    const sections = new Map([
      ['keys', keys],
      ['numbers', numbers],
    ]);
    writeCacheFile(this.#file, KIND, sections);
  }
}
