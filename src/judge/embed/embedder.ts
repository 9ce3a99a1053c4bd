/** Turns texts into vectors of length 1. */
export interface Embedder {
  /** Names the model; vectors of two names are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** What a ranking by words counts beside one by these vectors. */
  readonly words: number;
  /** One vector a text, in their order. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** The vector with the length 1; one without a direction stays as it is. Padded to whole bytes of signs. */
export function normalised(vector: ArrayLike<number>): Float32Array {
  const unit = new Float32Array(Math.ceil(vector.length / 8) * 8);
  unit.set(vector);
  let squares = 0;
  for (const value of unit) squares += value * value;
  if (squares > 0) for (let i = 0; i < unit.length; i++) unit[i] = (unit[i] ?? 0) / Math.sqrt(squares);
  return unit;
}
