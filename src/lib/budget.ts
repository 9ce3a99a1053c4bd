import { CallFailure } from './failures.ts';

export interface BudgetOptions {
  /** What all together may hold. */
  readonly bytes: number;
  /** What one key may hold, so that none takes all of it. */
  readonly bytesEach: number;
  /** How many of one key may wait. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

/** There is no room now, and too many wait for it already or have waited too long. */
export class BusyFailure extends CallFailure {
  override readonly name = 'BusyFailure';

  constructor() {
    const message = 'The server holds as much data as it may at once. Nothing was done; try again in a few seconds.';
    super(JSON.stringify({ error: 'BusyError', code: 'BUSY', message, retryable: true }));
  }
}

interface Waiting {
  readonly key: string;
  readonly bytes: number;
  grant(reservation: Reservation): void;
}

/** Bytes that may be held at once. A request that finds no room waits in line; one that finds the line full is told to come again. */
export class Budget {
  /** What is held now. */
  held = 0;
  /** How many were told to come again. */
  refused = 0;
  readonly #heldBy = new Map<string, number>();
  #line: Waiting[] = [];

  constructor(private readonly options: BudgetOptions) {}

  get waiting(): number {
    return this.#line.length;
  }

  /** Whether all of it is held. */
  get isSpent(): boolean {
    return this.held >= this.options.bytes;
  }

  /**
   * Reserves bytes, at once or when there is room. Rejects with a `BusyFailure`, or with the reason of the signal. What is
   * larger than a share counts as one, so that it neither waits for ever nor keeps out all others.
   */
  async reserve(key: string, wanted: number, signal?: AbortSignal): Promise<Reservation> {
    const bytes = Math.min(wanted, this.options.bytesEach);
    signal?.throwIfAborted();
    if (this.#line.length === 0 && this.#fits(key, bytes)) return this.charge(key, bytes);
    if (this.#line.filter((waiting) => waiting.key === key).length >= this.options.maxWaiting) throw this.#busy();
    return this.#wait(key, bytes, signal);
  }

  /** Counts bytes that are there already, whether there is room or not. */
  charge(key: string, bytes: number): Reservation {
    this.#add(key, bytes);
    return new Reservation(bytes, (more) => this.#change(key, more));
  }

  #wait(key: string, bytes: number, signal: AbortSignal | undefined): Promise<Reservation> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        this.#line = this.#line.filter((other) => other !== waiting);
      };
      const waiting: Waiting = {
        key,
        bytes,
        grant: (reservation) => {
          leave();
          resolve(reservation);
        },
      };
      const giveUp = () => {
        leave();
        reject(signal?.aborted ? (signal.reason as Error) : this.#busy());
        this.#admit();
      };
      // A timer takes no longer time than this; with it, the wait has no end.
      const { maxWaitMs } = this.options;
      const timer = maxWaitMs < 2 ** 31 ? setTimeout(giveUp, maxWaitMs) : undefined;
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#line.push(waiting);
      this.#admit();
    });
  }

  #change(key: string, more: number): void {
    this.#add(key, more);
    if (more < 0) this.#admit();
  }

  #add(key: string, bytes: number): void {
    this.held += bytes;
    const own = (this.#heldBy.get(key) ?? 0) + bytes;
    if (own === 0) this.#heldBy.delete(key);
    else this.#heldBy.set(key, own);
  }

  /** In order of arrival; nobody waits behind a key that has only used up its own share. */
  #admit(): void {
    for (const waiting of this.#line) {
      const { key, bytes } = waiting;
      if (!this.#fitsShare(key, bytes)) continue;
      if (!this.#fits(key, bytes)) return;
      waiting.grant(this.charge(key, bytes));
    }
  }

  #fits(key: string, bytes: number): boolean {
    return this.#fitsShare(key, bytes) && (this.held === 0 || this.held + bytes <= this.options.bytes);
  }

  #fitsShare(key: string, bytes: number): boolean {
    const own = this.#heldBy.get(key) ?? 0;
    return own === 0 || own + bytes <= this.options.bytesEach;
  }

  #busy(): BusyFailure {
    this.refused++;
    return new BusyFailure();
  }
}

/** Bytes that somebody holds. */
export class Reservation {
  constructor(
    private bytes: number,
    private readonly onChange: (more: number) => void,
  ) {}

  /** Counts what is really held. */
  resize(bytes: number): void {
    const more = bytes - this.bytes;
    this.bytes = bytes;
    if (more !== 0) this.onChange(more);
  }

  release(): void {
    this.resize(0);
  }

  /** Takes over what another one holds. */
  absorb(other: Reservation): void {
    this.bytes += other.bytes;
    other.bytes = 0;
  }

  /** Gives back what is above this. */
  shrink(bytes: number): void {
    if (bytes < this.bytes) this.resize(bytes);
  }
}

/** What one request holds: its own bytes, then those of its answer, until that has left. */
export class Holding {
  #held: Reservation | undefined;
  #isOver = false;

  constructor(
    private readonly budget: Budget,
    private readonly key: string,
  ) {}

  /** Waits until so many more bytes may be held; rejects when all has been given back meanwhile. */
  async reserve(bytes: number, signal?: AbortSignal): Promise<void> {
    this.#add(await this.budget.reserve(this.key, bytes, signal));
    if (this.#isOver) throw new CallFailure('The call was cancelled.');
  }

  /** Counts bytes that are there already. */
  charge(bytes: number): void {
    this.#add(this.budget.charge(this.key, bytes));
  }

  shrink(bytes: number): void {
    this.#held?.shrink(bytes);
  }

  /** Gives all back, also what is granted later. */
  release(): void {
    this.#isOver = true;
    this.#held?.release();
  }

  #add(more: Reservation): void {
    if (this.#isOver) more.release();
    else if (this.#held === undefined) this.#held = more;
    else this.#held.absorb(more);
  }
}
