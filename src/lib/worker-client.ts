import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

export interface WorkerClientOptions {
  /** What the thread finds in `workerData`. */
  readonly data?: unknown;
  /** Whether the thread gets a copy of the environment, and not an empty one. */
  readonly inheritsEnv?: boolean;
  readonly resourceLimits?: ResourceLimits;
  /** One request at a time, in the order in which they came. Then a request that is aborted or late is worth ending the thread. */
  readonly serial?: boolean;
  /** Hears what the thread sends beside its answers. */
  onMessage?(message: unknown, reply: (message: unknown) => void): void;
}

interface AskOptions {
  /** How long the answer is waited for, from the request's turn on; then the thread is taken for stuck and ended. */
  readonly timeLimitMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: readonly Transferable[];
}

/** A thread did not answer in time and was ended. */
export class WorkerTimeout extends Error {
  override readonly name = 'WorkerTimeout';
}

interface Pending<Answer> {
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

type Reply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failure: string }
  | { readonly id?: undefined };

/**
 * A thread of our own that is sent `{ id, request }` and sends back `{ id, answer }` or `{ id, failure }`. It starts with the first
 * request, and again after one that it did not survive; all requests that it had then fail. It keeps the program alive only while a
 * request waits.
 *
 *     const client = new WorkerClient<Page, Line[]>(new URL('./grep-worker.js', import.meta.url), { serial: true });
 *     const lines = await client.ask(page, { timeLimitMs: 5000, signal });
 */
export class WorkerClient<Request, Answer> {
  readonly #file: URL;
  readonly #options: WorkerClientOptions;
  readonly #pending = new Map<number, Pending<Answer>>();
  #worker: Worker | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #ending: Promise<unknown> | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(file: URL, options: WorkerClientOptions = {}) {
    this.#file = file;
    this.#options = options;
  }

  /** Starts the thread, so that it is ready sooner. */
  start(): void {
    if (!this.#isClosed) this.#worker ??= this.#spawn();
  }

  ask(request: Request, options: AskOptions = {}): Promise<Answer> {
    if (!this.#options.serial) return this.#ask(request, options);
    const answer = this.#turn.then(() => this.#ask(request, options));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the thread; requests that wait, and all later ones, fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#worker) await this.#end(this.#worker, closed());
  }

  async #ask(request: Request, { timeLimitMs, signal, transfer = [] }: AskOptions): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw closed();
    this.#worker ??= this.#spawn();
    const worker = this.#worker;
    const id = ++this.#lastId;
    const onLate = () => void this.#end(worker, new WorkerTimeout());
    const timer = timeLimitMs === undefined ? undefined : setTimeout(onLate, timeLimitMs);
    const onAbort = () => {
      if (this.#options.serial) void this.#end(worker, signal?.reason);
      else this.#pending.get(id)?.reject(signal?.reason);
    };
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        signal?.addEventListener('abort', onAbort, { once: true });
        worker.ref();
        worker.postMessage({ id, request }, transfer);
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
      // The end of a thread is waited for, so one that is ending keeps the program alive.
      if (this.#pending.size === 0 && this.#worker === worker) worker.unref();
      // What a thread held is given back before the next one starts.
      if (this.#options.serial) await this.#ending;
    }
  }

  #spawn(): Worker {
    const { data, inheritsEnv, resourceLimits, onMessage } = this.#options;
    const worker = new Worker(this.#file, {
      workerData: data,
      execArgv: [],
      ...(!inheritsEnv && { env: {} }),
      ...(resourceLimits && { resourceLimits }),
    });
    worker.on('message', (reply: Reply<Answer>) => {
      if (reply.id === undefined) return onMessage?.(reply, (message) => worker.postMessage(message));
      const pending = this.#pending.get(reply.id);
      if ('answer' in reply) pending?.resolve(reply.answer);
      else pending?.reject(new Error(reply.failure));
    });
    // Also a thread that dies between two requests must not be asked again, nor end the program.
    worker.on('error', (error) => void this.#end(worker, error));
    worker.on('exit', () => void this.#end(worker, new Error('The thread has ended.')));
    worker.unref();
    return worker;
  }

  async #end(worker: Worker, reason: unknown): Promise<void> {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#ending = worker.terminate();
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
    await this.#ending;
  }
}

function closed(): Error {
  return new Error('The thread has been closed.');
}
