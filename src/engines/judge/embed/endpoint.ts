import { fetchWithinOrigin } from '../../../lib/same-origin.ts';
import { normalised } from '../vector.ts';
import type { Embedder } from './embedder.ts';

const TIME_LIMIT_MS = 30_000;
// As for the model of our own, which is the weakest to be expected.
const WORDS = 0.2;

export interface EndpointOptions {
  /** The address above `/embeddings`, such as `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
}

/** Vectors from a server that speaks OpenAI's embeddings API. It is asked once for the length of its vectors. */
export async function openEndpoint({ url, model, key }: EndpointOptions): Promise<Embedder> {
  const base = url.replace(/\/+$/, '');
  const embed = async (texts: readonly string[]) => {
    const response = await fetchWithinOrigin(`${base}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input: texts }),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`the embeddings endpoint answered ${response.status}`);
    return vectorsOf(await response.json(), texts.length);
  };
  const [probe] = await embed(['dimension']);
  const dimensions = probe?.length ?? 0;
  return {
    id: `${base} ${model}:${dimensions}`,
    dimensions,
    words: WORDS,
    embed: async (texts) => {
      const vectors = await embed(texts);
      if (vectors.some(({ length }) => length !== dimensions))
        throw new Error('the embeddings endpoint changed the length of its vectors');
      return vectors;
    },
    close: async () => {},
  };
}

function vectorsOf(body: unknown, expected: number): Float32Array[] {
  const data = (body as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== expected)
    throw new Error(`the embeddings endpoint did not answer with "data" for ${expected} texts`);
  const sorted = [...(data as { index?: unknown; embedding?: unknown }[])];
  sorted.sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0));
  return sorted.map(({ embedding }) => {
    if (!Array.isArray(embedding) || embedding.length === 0 || !embedding.every(Number.isFinite))
      throw new Error('the embeddings endpoint sent an "embedding" that is no list of numbers');
    return normalised(embedding as number[]);
  });
}
