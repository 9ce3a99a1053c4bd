import { Worker } from 'node:worker_threads';
import type { MetadataValue } from '../metadata-value.ts';

export interface Question {
  readonly id: number;
  readonly path: string;
  readonly contentType: string;
}

type Told = Record<string, MetadataValue>;

const HEAP_MB = 512;
const PATIENCE_MS = 15_000;

/**
 * Reads what files say about themselves in a thread of its own: opening a large document takes longer than others should wait, and a
 * hostile one may take forever. The thread starts with the first question, and again after one that it did not survive.
 */
export class MetadataThread {
  readonly #waiting = new Map<number, (told: Told) => void>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(private readonly file: URL = new URL('./spotlight-metadata.js', import.meta.url)) {}

  /** What the file says, and nothing when it cannot be read in time. */
  async tell(path: string, contentType: string): Promise<Told> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#lastId;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Told>((resolve) => {
        timer = setTimeout(() => void this.#discard(worker), PATIENCE_MS);
        this.#waiting.set(id, resolve);
        worker.ref();
        worker.postMessage({ id, path, contentType } satisfies Question);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref();
    }
  }

  async close(): Promise<void> {
    if (this.#worker) await this.#discard(this.#worker);
  }

  #start(): Worker {
    const worker = new Worker(this.file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    worker.on('message', ({ id, told }: { id: number; told: Told }) => this.#waiting.get(id)?.(told));
    worker.on('error', () => void this.#discard(worker));
    worker.on('exit', () => void this.#discard(worker));
    worker.unref();
    return worker;
  }

  async #discard(worker: Worker): Promise<void> {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const resolve of this.#waiting.values()) resolve({});
    await worker.terminate();
  }
}
