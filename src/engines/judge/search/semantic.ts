import { inTime } from '../../../lib/abort.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { Problem, SimilarProblem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import type { Coverage, Vectors } from '../store/vectors.ts';
import { mean } from '../vector.ts';
import { Indexer } from './indexer.ts';
import { keyOf, LexicalSearcher, type Rankings, wordsOf } from './lexical.ts';
import type { SearchAnswer, Searcher, SearchFilter } from './searcher.ts';

const DEPTH = 50;
// Words only help the vectors here, and each more of them lets more problems match.
const WORDS_OF_SEED = 8;
// How long the first searches wait for vectors where there are none, since those of the catalogue come with Quartet, and for the model.
const INDEX_WAIT_MS = 2000;
const MODEL_WAIT_MS = 10_000;

interface SemanticOptions {
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
  #firstFill: Promise<void> | undefined;

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
    const fused = fuse({ ...lexical, meaning }, words, ({ source, id }) => vectors.similarity(vector, source, id));
    const others = seed === undefined ? fused : fused.filter((hit) => keyOf(hit) !== keyOf(seed));
    const results = others.filter(({ similarity }) => similarity >= threshold).slice(0, limit);
    return { rewritten_query: searched + note, results: descending(results) };
  }

  /** The vector to search with, or why there is none. */
  async #prepare(vectorFor: (ready: Ready) => Promise<Float32Array | undefined>): Promise<Meaning | Missing> {
    try {
      const ready = await this.#open();
      const { vectors, indexer } = ready;
      const { embedded, total } = await this.#covered(vectors, indexer);
      if (embedded === 0) return { missing: `the vectors of ${total} problems are still being made` };
      const vector = await inTime(this.options.modelWaitMs ?? MODEL_WAIT_MS, vectorFor(ready));
      if (vector === undefined) return { missing: 'the vector is still being made' };
      const left = total - embedded;
      const note = left > 0 ? ` (${left} of ${total} problems by words only: their vectors are still being made)` : '';
      return { vector, vectors, words: ready.embedder.words, note };
    } catch (failure) {
      this.options.onFailure?.(failure);
      return { missing: 'the model cannot be used' };
    }
  }

  /** Missing vectors are made in the background; only where there is none at all, and only once, they are waited for. */
  async #covered(vectors: Vectors, indexer: Indexer): Promise<Coverage> {
    const before = vectors.coverage();
    if (before.embedded >= before.total) return before;
    const indexing = indexer.start();
    if (before.embedded > 0) return before;
    this.#firstFill ??= inTime(INDEX_WAIT_MS, indexing);
    await this.#firstFill;
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

/** What a name that holds the whole query counts beside a cosine. */
const NAMES = 0.5;

/** One ranking out of several by the sum of their similarities, the best first; `words` is what theirs counts beside a cosine. */
export function fuse({ meaning, ...lexical }: Rankings, words: number, cosineOf: CosineOf): SimilarProblem[] {
  const found = new Map(meaning.map((hit) => [keyOf(hit), unscored(hit, hit.similarity)]));
  for (const [ranking, weight] of [
    [lexical.words, words],
    [lexical.names, NAMES],
  ] as const) {
    for (const hit of ranking) {
      const scored = found.get(keyOf(hit)) ?? unscored(hit, cosineOf(hit) ?? hit.similarity);
      scored.points += weight * hit.similarity;
      found.set(keyOf(hit), scored);
    }
  }
  return [...found.values()].sort((a, b) => b.points - a.points).map(({ hit }) => hit);
}

function unscored(hit: SimilarProblem, similarity: number) {
  return { hit: { ...hit, similarity }, points: similarity };
}

/** The similarity of a problem by its vectors, where it has some. */
type CosineOf = (hit: SimilarProblem) => number | undefined;

/** No result is shown as less similar than one that ranks below it. */
function descending(results: readonly SimilarProblem[]): SimilarProblem[] {
  let highest = 0;
  const lifted = [...results].reverse().map((hit) => {
    highest = Math.max(highest, hit.similarity);
    return { ...hit, similarity: Math.round(highest * 10_000) / 10_000 };
  });
  return lifted.reverse();
}
