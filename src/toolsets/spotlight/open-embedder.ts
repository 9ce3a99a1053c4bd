import type { TextEmbedder } from '../../engines/filesearch/meaning/embedder.ts';

/** The sentence model that comes with the judge, in a thread of its own; undefined when it is not installed. */
export async function openEmbedder(): Promise<TextEmbedder | undefined> {
  const { hasMiniLm, MiniLmEmbedder } = await import('../../engines/judge/embed/minilm.ts');
  return hasMiniLm() ? new MiniLmEmbedder() : undefined;
}
