import { readFileSync } from 'node:fs';

const USUAL_LIMIT = 16_384;

/**
 * Notices when the kernel may have lost events. Node hides the kernel's own word for it, but a full queue is always read in one turn
 * of the event loop, so a turn with very many events, or one that ended very many watches, is taken for a loss.
 */
export class Flood {
  readonly #limit: number;
  #events = 0;
  #lost = 0;

  constructor(limit = queueLimit() / 4) {
    this.#limit = limit;
  }

  /** How often events may have been lost. */
  get losses(): number {
    return this.#events >= this.#limit ? this.#lost + 1 : this.#lost;
  }

  count(): void {
    if (this.#events++ > 0) return;
    setImmediate(() => {
      this.#lost = this.losses;
      this.#events = 0;
    });
  }
}

function queueLimit(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8')) || USUAL_LIMIT;
  } catch {
    return USUAL_LIMIT;
  }
}
