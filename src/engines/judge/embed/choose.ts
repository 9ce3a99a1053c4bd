import type { Embedder } from './embedder.ts';
import { type EndpointOptions, openEndpoint } from './endpoint.ts';
import { HashedEmbedder } from './hashed.ts';
import { hasMiniLm, MiniLmEmbedder } from './minilm.ts';

interface EmbedderChoice {
  /** A server to ask instead of a model of our own. */
  readonly endpoint?: EndpointOptions | undefined;
  readonly onLoaded?: ((milliseconds: number) => void) | undefined;
}

/** What that would be, for people, without loading anything. */
export function embedderName(endpoint?: Pick<EndpointOptions, 'url' | 'model'>): string {
  if (endpoint !== undefined) return `${endpoint.model}, asked at ${new URL(endpoint.url).host}`;
  return hasMiniLm() ? 'MiniLM, in a thread' : 'hashes of words, as no model is installed';
}

/** The best embedder there is: the endpoint if one was named, else the model if it is installed, else hashes. */
export async function chooseEmbedder({ endpoint, onLoaded }: EmbedderChoice = {}): Promise<Embedder> {
  if (endpoint !== undefined) return openEndpoint(endpoint);
  return hasMiniLm() ? new MiniLmEmbedder({ onLoaded }) : new HashedEmbedder();
}
