import { createHash } from 'node:crypto';
import { normalised } from '../vector.ts';

interface KnownVectors {
  readonly embedder: string;
  /** Each vector as bytes from -127 to 127 in base64, by the hash of its text. */
  readonly vectors: Readonly<Record<string, string>>;
}

/** The vectors that come with Quartet, for the texts of the catalogue. */
export async function loadKnownVectors(embedder: string): Promise<(text: string) => Float32Array | undefined> {
  const { default: file } = await import('../catalogue/vectors.json', { with: { type: 'json' } });
  const known = file as KnownVectors;
  if (known.embedder !== embedder) return () => undefined;
  return (text) => {
    const packed = known.vectors[textHash(text)];
    return packed === undefined ? undefined : normalised(new Int8Array(Buffer.from(packed, 'base64')));
  };
}

/** The vector in a byte a number. */
export function packVector(vector: Float32Array): string {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / largest) * 127)).buffer).toString('base64');
}

export const textHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);
