import type { Writable } from 'node:stream';

interface Line {
  readonly order: number;
  readonly text: string;
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

  post(order: number, text: string): void {
    if (this.#closed) return;
    this.#lines.push({ order, text });
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
    if (this.#lines.length === 0 || this.#closed) return;
    const texts = this.#lines.sort((a, b) => a.order - b.order).map((line) => line.text);
    this.#lines = [];
    this.#length = 0;
    const taken = this.output.write(`${texts.join('\n')}\n`);
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
