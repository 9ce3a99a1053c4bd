import { normalised } from '../vector.ts';
import type { Embedder } from './embedder.ts';

const DIMENSIONS = 384;
// A piece of a word tells less than the word.
const PIECE_WEIGHT = 0.3;
const PIECE = 3;

/**
 * Vectors without a model: each word, and each three letters of it, is a direction of its own, drawn from its hash. Texts
 * that share words and stems come close; synonyms do not.
 */
export class HashedEmbedder implements Embedder {
  readonly id = `hashed-words-1:${DIMENSIONS}`;
  static readonly WORDS = 0.6;
  readonly words = HashedEmbedder.WORDS;
  readonly dimensions = DIMENSIONS;

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    return texts.map(vectorOf);
  }

  async close(): Promise<void> {}
}

function vectorOf(text: string): Float32Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const [feature, weight] of featuresOf(text)) addDirection(sum, hash(feature), weight);
  return normalised(sum);
}

function featuresOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (feature: string, weight: number) => counts.set(feature, (counts.get(feature) ?? 0) + weight);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    // Long words are rarer, and so tell more.
    count(word, Math.min(1, word.length / 8));
    const letters = ` ${word} `;
    for (let at = 0; at + PIECE <= letters.length; at++)
      count(letters.slice(at, at + PIECE), PIECE_WEIGHT / word.length);
  }
  // The tenth time a word occurs says less than the first.
  return new Map([...counts].map(([feature, weight]) => [feature, Math.sqrt(weight)]));
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** Adds the weight with the signs that a generator (xorshift) draws from the seed. */
function addDirection(sum: Float64Array, seed: number, weight: number): void {
  let state = seed | 1;
  for (let i = 0; i < sum.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    sum[i] = (sum[i] ?? 0) + (state < 0 ? -weight : weight);
  }
}
