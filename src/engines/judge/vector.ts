// What the second best chunk counts beside the best: a problem that fits in both its story and its abstract fits better.
const SECOND = 0.2;

/** The vector with the length 1; one without a direction stays as it is. Padded to whole bytes of signs. */
export function normalised(vector: ArrayLike<number>): Float32Array {
  const unit = new Float32Array(Math.ceil(vector.length / 8) * 8);
  unit.set(vector);
  let squares = 0;
  for (const value of unit) squares += value * value;
  if (squares > 0) for (let i = 0; i < unit.length; i++) unit[i] = (unit[i] ?? 0) / Math.sqrt(squares);
  return unit;
}

/** The direction between the chunks of a problem. */
export function mean(chunks: readonly Float32Array[]): Float32Array | undefined {
  const [first] = chunks;
  if (first === undefined) return undefined;
  const sum = new Float32Array(first.length);
  for (const chunk of chunks) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (chunk[i] ?? 0);
  return normalised(sum);
}

/** How close a problem comes to a vector, by its best chunks: a cosine, as all vectors have the length 1; never below 0. */
export function problemScore(wanted: Float32Array, chunks: readonly Float32Array[]): number {
  let best = Number.NEGATIVE_INFINITY;
  let second = Number.NEGATIVE_INFINITY;
  for (const chunk of chunks) {
    const cosine = dot(wanted, chunk);
    if (cosine > best) [best, second] = [cosine, best];
    else if (cosine > second) second = cosine;
  }
  const score = chunks.length < 2 ? best : (best + SECOND * second) / (1 + SECOND);
  return Math.min(1, Math.max(0, score));
}

/** The bytes of a column as numbers; they are copied where their place in memory is not a multiple of four. */
export function vectorOf(bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

/** The numbers as bytes of a column. */
export const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
