import { Worker } from 'node:worker_threads';
import type { Line } from './lines.ts';

export interface RegexRequest {
  readonly pattern: string;
  readonly literal: string | undefined;
  readonly texts: readonly string[];
  readonly limit: number;
  readonly maxLine: number;
}

type RegexAnswer = { readonly lines: Line[] } | { readonly refused: string };

interface TimedAnswer {
  readonly answer: RegexAnswer;
  readonly elapsedMs: number;
}

/** The worker thread has not answered in time and is gone. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** Runs RE2 in a worker thread, one request at a time; the thread starts when it is needed and again when it has died. */
export class RegexWorker {
  readonly #url: URL;
  #worker: Worker | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(url: URL = new URL('./grep-worker.js', import.meta.url)) {
    this.#url = url;
  }

  /** Starts the thread, so that it is ready sooner. */
  warm(): void {
    this.#worker ??= this.#start();
  }

  run(request: RegexRequest, timeLimitMs: number, signal?: AbortSignal): Promise<TimedAnswer> {
    const answer = this.#turn.then(() => this.#ask(request, timeLimitMs, signal));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #ask(request: RegexRequest, timeLimitMs: number, signal?: AbortSignal): Promise<TimedAnswer> {
    signal?.throwIfAborted();
    const started = performance.now();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return await new Promise((resolve, reject) => {
      const stop = (reason: unknown) => {
        end();
        void this.#discard(worker);
        reject(reason);
      };
      const onMessage = (answer: RegexAnswer) => {
        end();
        resolve({ answer, elapsedMs: performance.now() - started });
      };
      const onExit = () => stop(new Error('The search thread has ended.'));
      const onAbort = () => stop(signal?.reason);
      const timer = setTimeout(() => stop(new TookTooLong()), timeLimitMs);
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        worker.off('message', onMessage).off('error', stop).off('exit', onExit).unref();
      };
      worker.on('message', onMessage).on('error', stop).on('exit', onExit).ref();
      signal?.addEventListener('abort', onAbort, { once: true });
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#url, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } });
    // Also a thread that dies between two requests must not be asked again, nor end the program.
    worker.on('error', () => void this.#discard(worker));
    worker.on('exit', () => void this.#discard(worker));
    worker.unref();
    return worker;
  }

  async #discard(worker: Worker): Promise<void> {
    if (this.#worker === worker) this.#worker = undefined;
    await worker.terminate();
  }
}
