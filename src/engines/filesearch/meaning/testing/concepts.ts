import type { TextEmbedder } from '../embedder.ts';

const CONCEPTS = ['car automobile garage', 'soup dish kitchen', 'tax levy treasury'].map((line) => line.split(' '));

/** A model that knows three concepts, each by three words; the rest of a text is noise. */
export class ConceptEmbedder implements TextEmbedder {
  readonly id = 'concepts:4';
  readonly dimensions = 4;
  readonly heard: string[] = [];
  isClosed = false;

  /** Is waited for before each text. */
  constructor(private readonly gate: () => Promise<void> = async () => {}) {}

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      this.heard.push(text);
      await this.gate();
      vectors.push(vectorOf(text));
    }
    return vectors;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

function vectorOf(text: string): Float32Array {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const counts = CONCEPTS.map((concept) => words.filter((word) => concept.includes(word)).length);
  const vector = [...counts, counts.every((count) => count === 0) ? 1 : 0];
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}
