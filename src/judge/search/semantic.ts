import { setTimeout as sleep } from 'node:timers/promises';
import { type Embedder, normalised } from '../embed/embedder.ts';
import type { Problem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import type { Coverage, Vectors } from '../store/vectors.ts';
import { descending, fuse, keyOf, type Rankings } from './fusion.ts';
import { Indexer } from './indexer.ts';
import { LexicalSearcher } from './lexical.ts';
import type { SearchAnswer, Searcher, SearchFilter, Similar } from './searcher.ts';
import { wordsOf } from './words.ts';

const DEPTH = 50;
// Words only help the vectors here, and each more of them lets more problems match.
const WORDS_OF_SEED = 8;
// How long a search waits for the vectors of the catalogue, which come with Quartet, and for the model.
const INDEX_WAIT_MS = 2000;
const MODEL_WAIT_MS = 10_000;

export interface SemanticOptions {
  readonly open: () => Promise<Embedder>;
  readonly onFailure?: (failure: unknown) => void;
  readonly modelWaitMs?: number;
}

interface Ready {
  readonly embedder: Embedder;
  readonly vectors: Vectors;
  readonly indexer: Indexer;
}

/** Searches by meaning and by words at once; by words alone, and saying so, as long as the vectors are not there. */
export class SemanticSearcher implements Searcher {
  readonly #lexical: LexicalSearcher;
  #opening: Promise<Ready> | undefined;

  constructor(
    private readonly store: Store,
    private readonly options: SemanticOptions,
  ) {
    this.#lexical = new LexicalSearcher(store);
  }

  async byText(text: string, filter: SearchFilter): Promise<SearchAnswer> {
    const searched = text.replace(/\s+/g, ' ').trim();
    const byMeaning = await this.#prepare(async ({ embedder }) => (await embedder.embed([searched]))[0]);
    if ('missing' in byMeaning) return noted(await this.#lexical.byText(text, filter), searched, byMeaning.missing);
    return this.#fused(byMeaning, this.#lexical.rankings(text, this.#deep(filter)), searched, filter);
  }

  async byProblem(seed: Problem, filter: SearchFilter): Promise<SearchAnswer> {
    const searched = seed.title ?? seed.title_cn ?? seed.id;
    const byMeaning = await this.#prepare(async ({ vectors }) => mean(vectors.ofProblem(seed.source, seed.id)));
    if ('missing' in byMeaning) return noted(await this.#lexical.byProblem(seed, filter), searched, byMeaning.missing);
    const rankings = this.#lexical.rankingsOf(seed, this.#deep(filter), WORDS_OF_SEED);
    return this.#fused(byMeaning, rankings, searched, filter, seed);
  }

  /** Gives every problem its vectors. */
  async index(onProgress?: (done: number, total: number) => void): Promise<void> {
    try {
      const { indexer, vectors } = await this.#open();
      await indexer.start(() => {
        const { embedded, total } = vectors.coverage();
        onProgress?.(embedded, total);
      });
    } catch (failure) {
      this.options.onFailure?.(failure);
    }
  }

  async close(): Promise<void> {
    const ready = await this.#opening?.catch(() => undefined);
    ready?.indexer.stop();
    await ready?.embedder.close();
  }

  #fused(
    { vector, vectors, words, note }: Meaning,
    lexical: Omit<Rankings, 'meaning'>,
    searched: string,
    { limit, threshold, sources }: SearchFilter,
    seed?: Problem,
  ): SearchAnswer {
    const meaning = vectors.nearest(vector, sources, Math.max(DEPTH, limit + 1));
    const cosines = new Map(meaning.map((hit) => [keyOf(hit), hit.similarity]));
    const ranked: Similar[] = [];
    for (const hit of fuse({ ...lexical, meaning }, words)) {
      if (ranked.length === limit) break;
      if (seed !== undefined && keyOf(hit) === keyOf(seed)) continue;
      const cosine = cosines.get(keyOf(hit)) ?? vectors.similarity(vector, hit.source, hit.id);
      const similarity = cosine ?? hit.similarity;
      if (similarity >= threshold) ranked.push({ ...hit, similarity });
    }
    return { rewritten_query: searched + note, results: descending(ranked) };
  }

  /** The vector to search with, or why there is none. */
  async #prepare(vectorFor: (ready: Ready) => Promise<Float32Array | undefined>): Promise<Meaning | Missing> {
    try {
      const ready = await this.#open();
      const { vectors, indexer } = ready;
      const { embedded, total } = await this.#covered(vectors, indexer);
      if (embedded === 0) return { missing: `the vectors of ${total} problems are still being made` };
      const vector = await within(this.options.modelWaitMs ?? MODEL_WAIT_MS, vectorFor(ready));
      if (vector === undefined) return { missing: 'the vector is still being made' };
      const left = total - embedded;
      const note = left > 0 ? ` (${left} of ${total} problems by words only: their vectors are still being made)` : '';
      return { vector, vectors, words: ready.embedder.words, note };
    } catch (failure) {
      this.options.onFailure?.(failure);
      return { missing: 'the model cannot be used' };
    }
  }

  async #covered(vectors: Vectors, indexer: Indexer): Promise<Coverage> {
    const before = vectors.coverage();
    if (before.embedded >= before.total) return before;
    await within(INDEX_WAIT_MS, indexer.start());
    return vectors.coverage();
  }

  #open(): Promise<Ready> {
    this.#opening ??= this.#create().catch((failure: unknown) => {
      this.#opening = undefined;
      throw failure;
    });
    return this.#opening;
  }

  async #create(): Promise<Ready> {
    const embedder = await this.options.open();
    const vectors = this.store.vectorsOf(embedder.id, embedder.dimensions);
    return { embedder, vectors, indexer: new Indexer(embedder, vectors, this.options.onFailure) };
  }

  #deep = (filter: SearchFilter): SearchFilter => ({ ...filter, limit: Math.max(DEPTH, filter.limit + 1) });
}

interface Meaning {
  readonly vector: Float32Array;
  readonly vectors: Vectors;
  readonly words: number;
  readonly note: string;
}

interface Missing {
  readonly missing: string;
}

function noted(answer: SearchAnswer, searched: string, reason: string): SearchAnswer {
  return { ...answer, rewritten_query: `${wordsOf(searched).join(' ')} (by words only: ${reason})` };
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result | undefined> {
  const late = new AbortController();
  const timer = sleep(limitMs, undefined, { signal: late.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, timer]);
  } finally {
    late.abort();
  }
}

/** The direction between the chunks of a problem. */
function mean(chunks: readonly Float32Array[]): Float32Array | undefined {
  const [first] = chunks;
  if (first === undefined) return undefined;
  const sum = new Float32Array(first.length);
  for (const chunk of chunks) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (chunk[i] ?? 0);
  return normalised(sum);
}
