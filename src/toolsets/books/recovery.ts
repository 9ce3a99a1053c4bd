import type { Log } from '../../kernel/log.ts';
import { sha256 } from './hash.ts';
import { BASE, type FileRow, type Intent, type Journal, UnknownIntent } from './journal/journal.ts';
import type { FileRef } from './library.ts';
import { type BookId, contentPrefix, keyOf, placeOf, staticPrefix } from './paths.ts';
import type { Storage } from './storage/storage.ts';

/** The agent that takes in what it finds in storage. */
const KEEPER = 'quartet-recovery';

const LEFTOVER_AGE_MS = 3_600_000;

/** Brings journal and storage together again after a crash or a change by hand. Never removes content. */
export class Recovery {
  constructor(
    private readonly storage: Storage,
    private readonly journal: Journal,
    /** Whether nobody carries out a change any more. */
    private readonly isOrphan: (intent: Intent) => boolean,
    private readonly log?: Log,
  ) {}

  /** Settles every change that nobody carries out any more, and clears what was staged and never used. */
  async settleAll(): Promise<number> {
    const settled = await this.settleOrphans();
    const leftovers = await this.storage.leftovers(new Date(Date.now() - LEFTOVER_AGE_MS));
    for (const staged of leftovers) await this.storage.discard(staged);
    return settled;
  }

  /** The changes that nobody carries out any more. */
  async orphans(): Promise<Intent[]> {
    return (await this.journal.intents()).filter(this.isOrphan);
  }

  /** Settles every change that nobody carries out any more; gives their number. */
  async settleOrphans(): Promise<number> {
    const orphans = await this.orphans();
    for (const intent of orphans) await this.#settle(intent);
    return orphans.length;
  }

  /** Settles one change by looking at what really is in storage; nothing when somebody else already has. */
  async settle(id: string): Promise<void> {
    const intent = (await this.journal.intents()).find((candidate) => candidate.id === id);
    if (intent) await this.#settle(intent);
  }

  /** Settles the change of a file that nobody carries out any more; false when there is none. */
  async settleOrphan({ bookId, path, userId }: FileRef): Promise<boolean> {
    const intent = (await this.journal.intents()).find(
      (one) => one.bookId === bookId && one.path === path && one.userId === userId,
    );
    if (intent === undefined || !this.isOrphan(intent)) return false;
    await this.#settle(intent);
    return true;
  }

  /** Takes in a file that storage and journal disagree about; `busy` when a change of it is under way. */
  async takeIn(file: FileRef, row: FileRow | undefined): Promise<FileRow | undefined | 'busy'> {
    const { bookId, path, userId } = file;
    const object = await this.storage.read(file.key);
    if (object === undefined) {
      if (row === undefined) return undefined;
      const forgotten = await this.journal.forget(file, KEEPER, row.sha256);
      return forgotten ? undefined : 'busy';
    }
    const found = {
      bookId,
      path,
      userId,
      sha256: sha256(object.bytes),
      size: object.size,
      version: object.version,
      writtenBy: KEEPER,
      storageBackend: this.storage.kind,
    };
    return (await this.journal.adopt(found, row?.sha256 ?? null)) ?? 'busy';
  }

  /**
   * Takes in every shared file of a book that the journal does not know as it is. What has vanished stays in the journal,
   * for `validate_book` to report: a folder that is not mounted must not look like a deletion of everything.
   */
  async reconcile(book: BookId): Promise<void> {
    const rows = new Map((await this.journal.rows(book, [BASE])).map((row) => [row.path, row]));
    for (const prefix of [contentPrefix(book), staticPrefix(book)]) {
      for await (const info of this.storage.list(prefix)) {
        const place = placeOf(info.key);
        if (place === undefined) continue;
        const row = rows.get(place.path);
        if (row?.version !== info.version) await this.takeIn({ ...place, key: keyOf(place) }, row);
      }
    }
  }

  async #settle(intent: Intent): Promise<void> {
    const object = await this.storage.read(keyOf(intent));
    const hash = object === undefined ? null : sha256(object.bytes);
    if (hash === intent.newHash) {
      await this.journal.finish(intent.id, object?.version ?? '', 0, 'recovered').catch(unlessSettled);
    } else {
      if (hash !== intent.oldHash) {
        this.log?.warn(
          { operation: intent.operation, startedAt: intent.startedAt },
          'a file is neither as before nor as written',
        );
      }
      await this.journal.abandon(intent.id);
    }
    if (intent.staged !== null) await this.storage.discard(intent.staged);
  }
}

function unlessSettled(error: unknown): void {
  if (!(error instanceof UnknownIntent)) throw error;
}
