import { setImmediate as turn } from 'node:timers/promises';
import type { Embedder } from '../embed/embedder.ts';
import type { Embeddable, Vectors } from '../store/vectors.ts';
import { chunksOf } from './chunks.ts';
import { loadKnownVectors } from './known.ts';

const PROBLEMS_OF_BATCH = 16;
// Few, so that a query which comes meanwhile need not wait long for the model.
const TEXTS_OF_REQUEST = 4;

/** Gives every problem its vectors, a batch at a time; what is done stays done, whenever it is stopped. */
export class Indexer {
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(
    private readonly embedder: Embedder,
    private readonly vectors: Vectors,
    private readonly onFailure: (failure: unknown) => void = () => {},
  ) {}

  /** Runs until no problem is left, in the background; never rejects. */
  start(onBatch?: () => void): Promise<void> {
    this.#running ??= this.run(onBatch)
      .catch((failure: unknown) => {
        if (!this.#stopped) this.onFailure(failure);
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Runs until no problem is left. */
  async run(onBatch: () => void = () => {}): Promise<void> {
    const known = await loadKnownVectors(this.embedder.id);
    let after = 0;
    while (!this.#stopped) {
      const problems = this.vectors.missing(PROBLEMS_OF_BATCH, after);
      if (problems.length === 0) return;
      after = problems.at(-1)?.key ?? after;
      const embedded = await this.#embedOrSkip(problems, known);
      if (this.#stopped) return;
      this.vectors.put(embedded);
      onBatch();
      await turn();
    }
  }

  /** Ends the work after the text it is at. */
  stop(): void {
    this.#stopped = true;
  }

  /** A problem that cannot be embedded while other texts can is stored without vectors, so that it does not hold them up. */
  async #embedOrSkip(problems: readonly Embeddable[], known: KnownVector): Promise<Embedded[]> {
    try {
      return await this.#embed(problems, known);
    } catch (failure) {
      if (this.#stopped) throw failure;
      await this.embedder.embed(['probe']);
      this.onFailure(failure);
      const settled = await Promise.allSettled(problems.map((problem) => this.#embed([problem], known)));
      return settled.flatMap((one, at) =>
        one.status === 'fulfilled' ? one.value : [{ problem: problems[at] as Embeddable, vectors: [] }],
      );
    }
  }

  async #embed(problems: readonly Embeddable[], known: KnownVector): Promise<Embedded[]> {
    const texts = problems.map(chunksOf);
    const vectors = new Map<string, Float32Array>();
    for (const text of texts.flat()) {
      const vector = known(text);
      if (vector !== undefined) vectors.set(text, vector);
    }
    const unknown = [...new Set(texts.flat())].filter((text) => !vectors.has(text));
    for (let at = 0; at < unknown.length && !this.#stopped; at += TEXTS_OF_REQUEST) {
      const request = unknown.slice(at, at + TEXTS_OF_REQUEST);
      const answer = await this.embedder.embed(request);
      for (const [index, vector] of answer.entries()) vectors.set(request[index] ?? '', vector);
    }
    return problems.map((problem, at) => ({
      problem,
      vectors: (texts[at] ?? []).flatMap((text) => vectors.get(text) ?? []),
    }));
  }
}

type KnownVector = (text: string) => Float32Array | undefined;

interface Embedded {
  readonly problem: Embeddable;
  readonly vectors: readonly Float32Array[];
}
