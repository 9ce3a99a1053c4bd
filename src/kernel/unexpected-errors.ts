import type { Log } from '../lib/log.ts';

const LOG_EVERY_MS = 1000;

/** Errors that no part of the program has expected. Each is a bug, but none of them ends a server: they are counted and logged. */
export class UnexpectedErrors {
  count = 0;
  lastAt: Date | undefined;
  #loggedMs = Number.NEGATIVE_INFINITY;
  #unlogged = 0;
  #onError: (() => void) | undefined;

  constructor(private readonly log: Log) {}

  /** Has something told of every error. */
  watch(onError: () => void): void {
    this.#onError = onError;
  }

  note(error: unknown, origin: string): void {
    this.count++;
    this.lastAt = new Date();
    this.#onError?.();
    // An error that comes in a loop must not fill the disk with its log.
    if (performance.now() - this.#loggedMs < LOG_EVERY_MS) {
      this.#unlogged++;
      return;
    }
    this.#loggedMs = performance.now();
    const unlogged = this.#unlogged > 0 ? this.#unlogged : undefined;
    this.#unlogged = 0;
    this.log.error({ err: error, origin, unlogged }, 'an unexpected error; the server goes on, please report it');
  }
}
