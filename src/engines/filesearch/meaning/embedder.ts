/** Turns texts into vectors of length 1; handed in from outside, since a model is no part of a file search. */
export interface TextEmbedder {
  /** Names the model; vectors of two names are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** One vector a text, in their order. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
