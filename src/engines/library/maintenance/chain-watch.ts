import type { Log } from '../../../lib/log.ts';
import { realWorld, type Timer, type World } from '../../../lib/world.ts';
import type { Journal } from '../journal/journal.ts';

const EVERY_MS = 600_000;

/** Looks at the audit chain of one book after the other, so that a server that runs for years notices tampering by itself. */
export class ChainWatch {
  readonly #timer: Timer;
  #next = 0;
  #checking: Promise<void> | undefined;

  constructor(
    private readonly journal: Journal,
    private readonly log: Log,
    everyMs = EVERY_MS,
    world: World = realWorld,
  ) {
    this.#timer = world.every(everyMs, () => {
      this.#checking = this.#checkNext();
    });
  }

  async stop(): Promise<void> {
    this.#timer.cancel();
    await this.#checking;
  }

  async #checkNext(): Promise<void> {
    try {
      const books = await this.journal.books();
      const book = books[this.#next++ % books.length];
      if (book === undefined) return;
      const { valid, breaks } = await this.journal.verifyChain(book);
      if (!valid) this.log.error({ book, first: breaks[0] }, 'the audit log of this book has been tampered with');
    } catch (error) {
      this.log.warn({ err: error }, 'the audit log could not be checked');
    }
  }
}
