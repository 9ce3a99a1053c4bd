import { Worker } from 'node:worker_threads';
import type { Answer, Reply, Task, WorkerSettings } from './protocol.ts';

interface Waiting {
  resolve(part: Answer): void;
  reject(error: Error): void;
}

const HEAP_MB = 1024;
// What is read and thrown away at once needs little room, and V8 does not give back what it has once taken.
const YOUNG_HEAP_MB = 2;
const UNANSWERED: Answer = { hits: [], scanned: 0, skipped: 0, isOutOfTime: true, indexBytes: 0 };

/** One worker thread: it starts with its first task, and again when it has died. */
export class Helper {
  readonly #file: URL;
  readonly #settings: WorkerSettings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(file: URL, settings: WorkerSettings) {
    this.#file = file;
    this.#settings = settings;
  }

  /** This worker's part of an answer. It is waited for `patienceMs`; then the worker is taken for stuck and given up. */
  async ask(task: Task, patienceMs: number, signal: AbortSignal): Promise<Answer> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#lastId;
    let end = () => {};
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const stop = () => reject(signal.reason as Error);
        const timer = setTimeout(() => void this.#giveUp(worker), patienceMs);
        signal.addEventListener('abort', stop, { once: true });
        end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
        };
        this.#waiting.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({ id, task });
      });
    } finally {
      end();
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref();
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#failAll(new Error('The file search has been closed.'));
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      workerData: this.#settings,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.id);
      if ('part' in reply) waiting?.resolve(reply.part);
      else waiting?.reject(new Error(reply.failure));
    });
    worker.on('error', () => this.#died(worker));
    worker.on('exit', () => this.#died(worker));
    worker.unref();
    return worker;
  }

  #died(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#failAll(new Error('The search thread ended unexpectedly. Call again: a new one is started.'));
  }

  // What the other workers have found is still an answer, though not a complete one.
  async #giveUp(worker: Worker): Promise<void> {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { resolve } of this.#waiting.values()) resolve(UNANSWERED);
    await worker.terminate();
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}
