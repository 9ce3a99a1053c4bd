import type { World } from '../../../lib/world.ts';
import { type ChangeGroup, groupOf } from '../journal/change-group.ts';
import type { Journal } from '../journal/journal.ts';
import type { FileKey } from '../model/file-key.ts';
import { StorageFailure } from '../storage/storage.ts';
import { PATIENCE_MS, type Recovery } from './recovery.ts';

const LOOK_EVERY_MS = 10;
const MOST_TRIES = 50;
/** A little less than what is told after it: that storage was the reason is worth more. */
const PATIENCE_WITH_STORAGE_MS = PATIENCE_MS - 1000;

/**
 * Lets readers see all of a group of changes or nothing of it, and nothing of any change that may still be taken back. What the journal has recorded
 * of a file can be shown without a question, since all files of a group are published before any of them is recorded. Who meets something else waits
 * for the end of the change; who reads many files reads them again when a group has begun meanwhile, in this process or another one.
 */
export class WholeGroups {
  /** How many groups each book had had at a moment at which none of it was under way. */
  #seen = new Map<string, number>();
  #hasLooked = false;

  constructor(
    private readonly journal: Journal,
    private readonly recovery: Recovery,
    private readonly world: World,
  ) {}

  /**
   * Waits for the end of the change that has made what was found in a file; false when there is none. Throws `UnsettledChange` as soon as storage keeps it from
   * ending.
   */
  async waitFor(file: FileKey, found: string | null): Promise<boolean> {
    const intent = await this.recovery.underWay(file);
    if (intent === undefined) return false;
    const id = groupOf(intent);
    if (id !== undefined) return this.#ended((group) => group.id === id, 0);
    return found !== intent.oldHash && (await this.recovery.ended(intent).catch(unsettled));
  }

  /** What is read of a book, or of all, as it is between two groups. It may be read several times. */
  async read<Result>(book: string | undefined, read: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (!this.#hasLooked) await this.#look(book, signal);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const seen = this.#seen;
      const result = await read();
      const states = await this.journal.groups.states();
      const isNew = ({ bookId, begun }: (typeof states)[number]) =>
        (book === undefined || bookId === book) && seen.get(bookId) !== begun;
      if (!states.some(isNew)) return result;
      await this.#look(book, signal);
    }
    throw tooLong();
  }

  /** Waits until no group of a book, or of any, is under way. */
  async #look(book: string | undefined, signal?: AbortSignal): Promise<void> {
    const isAsked = ({ bookId }: { bookId: string }) => book === undefined || bookId === book;
    for (;;) {
      const states = await this.journal.groups.states();
      if (
        states.some((state) => state.underWay > 0 && isAsked(state)) &&
        (await this.#ended(isAsked, PATIENCE_WITH_STORAGE_MS, signal))
      )
        continue;
      const quiet = states.filter((state) => state.underWay === 0 || isAsked(state));
      this.#seen = new Map(quiet.map(({ bookId, begun }) => [bookId, begun]));
      this.#hasLooked = true;
      return;
    }
  }

  /** Waits until some groups have ended; false when there is none. What cannot be carried out or undone for now is not shown half done. */
  async #ended(
    isMeant: (group: ChangeGroup) => boolean,
    patienceWithStorageMs: number,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const started = this.world.monotonic();
    for (let waited = false; ; waited = true) {
      const left = (await this.journal.groups.underWay()).filter(isMeant);
      if (left.length === 0) return waited;
      const waitedMs = this.world.monotonic() - started;
      if (waitedMs > PATIENCE_MS) throw tooLong();
      for (const { id } of left) {
        const failure = await this.#failureToSettle(id);
        if (failure && (!failure.retryable || waitedMs >= patienceWithStorageMs)) throw new UnsettledChange(failure);
      }
      signal?.throwIfAborted();
      await this.world.sleep(LOOK_EVERY_MS);
    }
  }

  async #failureToSettle(group: string): Promise<StorageFailure | undefined> {
    try {
      await this.recovery.groups.settleUnlessAlive(group);
      return undefined;
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error;
      return error;
    }
  }
}

/** A change was interrupted, and storage keeps it from being carried out or undone. */
export class UnsettledChange extends StorageFailure {
  constructor(cause: StorageFailure) {
    const sentence = `A change was interrupted, and can be neither finished nor undone at the moment: ${cause.message}`;
    super(`${sentence} The operator can run quartet books verify.`, cause.retryable, { cause });
  }
}

function unsettled(error: unknown): never {
  throw error instanceof StorageFailure ? new UnsettledChange(error) : error;
}

function tooLong(): StorageFailure {
  return new StorageFailure(
    'Others have been changing many files of this book for a long time; try again later.',
    true,
  );
}
