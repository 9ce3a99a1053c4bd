import type { Journal } from './journal/journal.ts';
import { StorageFailure } from './storage/storage.ts';

/**
 * The changes that this process carries out, and until when each is surely its own. The lease runs by the clock of the
 * database; here it is measured from before the question, with a clock that nobody sets, so it ends early rather than late.
 */
export class Leases {
  readonly #until = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly journal: Journal,
    readonly owner: string,
  ) {}

  /** Whether this process is at work on a change. */
  has(id: string): boolean {
    return this.#until.has(id);
  }

  /** Does the work on a change, from before it is begun until it has ended, and renews its lease meanwhile. */
  async during<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    this.#until.set(id, performance.now() + this.journal.holdMs);
    this.#timer ??= setInterval(
      () => void this.#renew([...this.#until.keys()]).catch(() => {}),
      this.journal.holdMs / 3,
    );
    this.#timer.unref();
    try {
      return await work();
    } finally {
      this.#until.delete(id);
      if (this.#until.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  /** Makes sure, right before something is changed, that there is time for it: half of its time at least. Throws when the change is lost. */
  async hold(id: string): Promise<void> {
    const enough = this.journal.holdMs / 2;
    while ((this.#until.get(id) ?? 0) - performance.now() < enough) {
      if (!(await this.#renew([id])).includes(id)) throw lost();
    }
  }

  async #renew(ids: readonly string[]): Promise<readonly string[]> {
    const until = performance.now() + this.journal.holdMs;
    const kept = await this.journal.renew(ids, this.owner);
    for (const id of kept) if (this.#until.has(id)) this.#until.set(id, until);
    return kept;
  }
}

/** What a change is told that somebody else has settled because it took too long. */
export function lost(): StorageFailure {
  const sentence = 'This change took so long that another server has settled it. Read the file again before you retry.';
  return new StorageFailure(sentence, true);
}
