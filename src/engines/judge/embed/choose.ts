import type { Embedder } from './embedder.ts';
import { type EndpointOptions, openEndpoint } from './endpoint.ts';
import { HashedEmbedder } from './hashed.ts';
import { hasMiniLm, MiniLmEmbedder } from './minilm.ts';

interface EmbedderChoice {
  /** A server to ask instead of a model of our own. */
  readonly endpoint?: EndpointOptions | undefined;
  readonly onLoaded?: ((milliseconds: number) => void) | undefined;
}

/** The best embedder there is: the endpoint if one was named, else the model if it is installed, else hashes. */
export async function chooseEmbedder({ endpoint, onLoaded }: EmbedderChoice = {}): Promise<Embedder> {
  if (endpoint !== undefined) return openEndpoint(endpoint);
  return hasMiniLm() ? new MiniLmEmbedder({ onLoaded }) : new HashedEmbedder();
}
