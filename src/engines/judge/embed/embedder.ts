/** Turns texts into vectors of length 1. */
export interface Embedder {
  /** Names the model; vectors of two names are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** What the similarity by words counts beside the cosine of these vectors. */
  readonly words: number;
  /** One vector a text, in their order. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
