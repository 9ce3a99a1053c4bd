import type { Writable } from 'node:stream';
import type { Exchange, RpcNotification } from '../../kernel/session.ts';
import { type Budget, Holding } from '../../lib/budget.ts';

interface Line {
  readonly order: number;
  readonly text: string;
  readonly onWritten: (() => void) | undefined;
}

const PIPEFUL = 64 * 1024;

/** Collects the lines of one turn and writes them in one go, in the order of the requests that they belong to. */
export class Outbox {
  #lines: Line[] = [];
  #length = 0;
  #scheduled = false;
  #full = false;
  #closed = false;

  constructor(
    private readonly output: Writable,
    /** Called when the reader falls behind, and again with false when it has caught up. */
    private readonly onPressure: (full: boolean) => void,
  ) {}

  /** Takes a line; `onWritten` is told when the output has taken it, or is gone. */
  post(order: number, text: string, onWritten?: () => void): void {
    if (this.#closed) return onWritten?.();
    this.#lines.push({ order, text, onWritten });
    this.#length += text.length;
    // The reader can begin with what fills a pipe while the rest is being made ready.
    if (this.#length >= PIPEFUL) this.#flush();
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Behind all that this turn still makes ready, but before the next one: a lone answer need not wait for it.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#scheduled = false;
        this.#flush();
      }),
    );
  }

  /** Writes what is left; resolves when the output has taken it, or is gone. */
  async close(): Promise<void> {
    this.#flush();
    this.#closed = true;
    if (this.output.writable) await new Promise((taken) => this.output.write('', taken));
  }

  #flush(): void {
    if (this.#lines.length === 0) return;
    const lines = this.#lines.sort((a, b) => a.order - b.order);
    const texts = lines.map((line) => line.text);
    const waiting = lines.filter(({ onWritten }) => onWritten !== undefined);
    this.#lines = [];
    this.#length = 0;
    const written = waiting.length === 0 ? undefined : () => waiting.forEach(({ onWritten }) => onWritten?.());
    const taken = this.output.write(`${texts.join('\n')}\n`, written);
    if (!taken && !this.#full) this.#waitForReader();
  }

  #waitForReader(): void {
    this.#full = true;
    this.onPressure(true);
    this.output.once('drain', () => {
      this.#full = false;
      if (!this.#closed) this.onPressure(false);
    });
  }
}

/** A request that waits for its answer. Its abort signal is made only if somebody looks at it. */
export class PendingExchange implements Exchange {
  #controller: AbortController | undefined;
  #holding: Holding | undefined;

  constructor(
    /** The client's id as JSON text. */
    readonly idText: string,
    readonly order: number,
    /** A subscription stays open as long as the connection does: the end of input does not wait for it. */
    readonly awaited: boolean,
    private readonly post: (order: number, text: string, onWritten?: () => void) => void,
    private readonly budget: Budget,
    /** Told when bytes are held, waited for, or given back. */
    private readonly onChange: () => void,
  ) {}

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  notify({ method, params }: RpcNotification): void {
    this.post(this.order, JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Counts the bytes of a long request. */
  charge(bytes: number): void {
    this.#held().charge(bytes);
    this.onChange();
  }

  reserve(bytes: number, signal: AbortSignal): Promise<void> {
    const reserving = this.#held().reserve(bytes, signal);
    this.onChange();
    return reserving;
  }

  /** Sends the answer. What was held for it is given back when it has been written. */
  answer(member: string): void {
    const text = `{"jsonrpc":"2.0","id":${this.idText},${member}}`;
    if (this.#holding === undefined) return this.post(this.order, text);
    this.#holding.shrink(text.length);
    this.post(this.order, text, () => this.release());
  }

  /** Gives back what is held. */
  release(): void {
    if (this.#holding === undefined) return;
    this.#holding.release();
    this.onChange();
  }

  #held(): Holding {
    this.#holding ??= new Holding(this.budget, 'the client');
    return this.#holding;
  }

  cancel(reason: string): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(new Error(reason));
  }
}
