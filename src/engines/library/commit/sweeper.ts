import type { Log } from '../../../lib/log.ts';
import type { Recovery } from './recovery.ts';

/** Settles, every so often, what replicas that are gone have left under way, whether anybody asks for those files or not. */
export class Sweeper {
  readonly #timer: NodeJS.Timeout;
  #sweeping: Promise<void> | undefined;
  #failing = false;

  constructor(
    private readonly recovery: Recovery,
    everyMs: number,
    private readonly log: Log,
  ) {
    this.#timer = setInterval(() => {
      this.#sweeping ??= this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
    }, everyMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  async #sweep(): Promise<void> {
    try {
      const settled = await this.recovery.settleOrphans();
      this.#failing = false;
      if (settled > 0) this.log.warn({ settled }, 'changes that a crash had interrupted were settled');
    } catch (error) {
      if (!this.#failing) this.log.warn({ err: error }, 'could not look for interrupted changes; goes on trying');
      this.#failing = true;
    }
  }
}
