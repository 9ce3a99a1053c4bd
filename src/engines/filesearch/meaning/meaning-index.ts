import { setTimeout as sleep } from 'node:timers/promises';
import { mapInParallel } from '../../../lib/in-parallel.ts';
import type { FileInfo } from '../engine.ts';
import type { PreviewTools } from '../preview/preview.ts';
import type { TextEmbedder } from './embedder.ts';
import type { KeptVectors } from './kept-vectors.ts';
import { outlineOf } from './outline.ts';
import { keyOf, type VectorStore } from './vector-store.ts';

/** What is known of a document: when it was looked at, and under which key its vector is. */
interface Known {
  readonly modifiedMs: number;
  readonly size: number;
  readonly key: string;
  readonly passage: string;
}

export interface NearFile {
  readonly file: FileInfo;
  readonly similarity: number;
  readonly passage: string;
}

const MOST_OUTLINE_BYTES = 32 * 1024 * 1024;
const READ_AT_ONCE = 4;
const READ_AHEAD = 16;
/** A process that ends suddenly loses the work of some minutes at most. */
const SAVE_EVERY = 1000;

/** The vectors of documents, made one by one: at full speed while a search waits for them, else with pauses and only while none runs. */
export class MeaningIndex {
  readonly #known = new Map<string, Known>();
  readonly #vectors: VectorStore;
  readonly #embedder: TextEmbedder;
  readonly #documents: PreviewTools['documents'];
  readonly #kept: KeptVectors | undefined;
  #unsaved = 0;
  #outlineBytes = 0;
  #wanted: readonly FileInfo[] = [];
  #work: Promise<void> | undefined;
  #waiting = 0;
  #searches = 0;
  #isClosed = false;
  readonly #sleeping = new Set<() => void>();

  constructor(
    embedder: TextEmbedder,
    vectors: VectorStore,
    documents: PreviewTools['documents'],
    kept: KeptVectors | undefined,
  ) {
    this.#embedder = embedder;
    this.#vectors = vectors;
    this.#documents = documents;
    this.#kept = kept;
    kept?.load(vectors);
  }

  /** Runs a search that needs no vectors, during which none are made. */
  async pauseDuring<T>(search: () => Promise<T>): Promise<T> {
    this.#searches++;
    try {
      return await search();
    } finally {
      this.#searches--;
      this.#wake();
    }
  }

  /** Makes the vectors of these files, in their order, and waits for them so long at most; then goes on without anybody waiting. */
  async prepare(files: readonly FileInfo[], waitMs: number, signal: AbortSignal): Promise<void> {
    this.#wanted = files;
    this.#work ??= this.#make().finally(() => {
      this.#work = undefined;
      this.#save();
    });
    this.#waiting++;
    this.#wake();
    const stop = new AbortController();
    try {
      const over = sleep(waitMs, undefined, { signal: AbortSignal.any([signal, stop.signal]) });
      await Promise.race([this.#work, over]);
    } finally {
      stop.abort();
      this.#waiting--;
    }
  }

  /** How near each of the files is whose vector is known. */
  async compare(text: string, files: readonly FileInfo[]): Promise<NearFile[]> {
    const [vector] = await this.#embedder.embed([text]);
    return files.flatMap((file) => {
      const known = this.#current(file);
      const similarity = known && vector && this.#vectors.similarity(known.key, vector);
      return similarity === undefined ? [] : [{ file, similarity, passage: known?.passage ?? '' }];
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await this.#embedder.close();
    await this.#work?.catch(() => undefined);
    this.#save();
  }

  #save(): void {
    if (this.#unsaved > 0) this.#kept?.save(this.#vectors);
    this.#unsaved = 0;
  }

  #current({ path, modifiedMs, size }: FileInfo): Known | undefined {
    const known = this.#known.get(path);
    return known?.modifiedMs === modifiedMs && known.size === size ? known : undefined;
  }

  // The list may be another one after each step: whoever asked last is served first.
  async #make(): Promise<void> {
    const failed = new Set<string>();
    for (;;) {
      const missing = this.#missing(failed);
      if (missing.length === 0 || this.#isClosed || !this.#hasRoom) return;
      const outlines = await mapInParallel(missing, READ_AT_ONCE, (file) => this.#outline(file));
      for (const [at, outline] of outlines.entries()) {
        if (outline === undefined || !(await this.#embed(outline))) failed.add(missing[at]?.path ?? '');
        if (this.#isClosed) return;
      }
    }
  }

  #missing(failed: ReadonlySet<string>): FileInfo[] {
    const missing: FileInfo[] = [];
    for (const file of this.#wanted) {
      const known = this.#current(file);
      if ((known && this.#vectors.has(known.key)) || failed.has(file.path)) continue;
      if (missing.push(file) === READ_AHEAD) break;
    }
    return missing;
  }

  get #hasRoom(): boolean {
    return this.#vectors.hasRoom && this.#outlineBytes < MOST_OUTLINE_BYTES;
  }

  async #outline(file: FileInfo): Promise<{ readonly key: string; readonly text: string } | undefined> {
    await this.#idle();
    const outline = await outlineOf(file.path, this.#documents).catch(() => undefined);
    if (outline === undefined) return undefined;
    const { path, modifiedMs, size } = file;
    const key = keyOf(outline.text);
    if (!this.#known.has(path)) this.#outlineBytes += 2 * (path.length + outline.passage.length) + 200;
    this.#known.set(path, { modifiedMs, size, key, passage: outline.passage });
    return { key, text: outline.text };
  }

  async #embed({ key, text }: { readonly key: string; readonly text: string }): Promise<boolean> {
    if (this.#vectors.has(key)) return true;
    await this.#idle();
    if (this.#isClosed) return false;
    const startedMs = performance.now();
    const [vector] = await this.#embedder.embed([text]).catch(() => []);
    if (vector === undefined) return false;
    this.#vectors.add(key, vector);
    if (++this.#unsaved >= SAVE_EVERY) this.#save();
    // Nobody waits: half of a processor is enough.
    if (this.#waiting === 0) await this.#pause(performance.now() - startedMs);
    return true;
  }

  async #pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms).unref();
      this.#sleeping.add(resolve);
    });
    clearTimeout(timer);
  }

  async #idle(): Promise<void> {
    while (this.#searches > 0 && this.#waiting === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#sleeping.add(resolve));
    }
  }

  #wake(): void {
    for (const wake of this.#sleeping) wake();
    this.#sleeping.clear();
  }
}
