import type { Log } from '../../../lib/log.ts';
import { realWorld, type Timer, type World } from '../../../lib/world.ts';
import type { Recovery } from './recovery.ts';

/** Settles, every so often, what replicas that are gone have left under way, whether anybody asks for those files or not. */
export class Sweeper {
  readonly #timer: Timer;
  #sweeping: Promise<void> | undefined;
  #failing = false;

  constructor(
    private readonly recovery: Recovery,
    everyMs: number,
    private readonly log: Log,
    world: World = realWorld,
  ) {
    this.#timer = world.every(everyMs, () => {
      this.#sweeping ??= this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
    });
  }

  async close(): Promise<void> {
    this.#timer.cancel();
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
