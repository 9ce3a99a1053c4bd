import type { Log } from '../../kernel/log.ts';
import { sha256 } from './hash.ts';
import { BASE, type FileKey, type FileRow, type Intent, type Journal, UnknownIntent } from './journal/journal.ts';
import type { FileRef } from './library.ts';
import { type BookId, contentPrefix, keyOf, placeOf, staticPrefix } from './paths.ts';
import type { Storage } from './storage/storage.ts';
import { inParallel } from './sync/in-parallel.ts';

/** The agent that takes in what it finds in storage. */
const KEEPER = 'quartet-recovery';

/** Where each file travels. */
const AT_ONCE = 16;

const LEFTOVER_AGE_MS = 3_600_000;

/** What is known of who carries out a change; of one on another machine, only its lease tells. */
export type Standing = 'at work' | 'gone' | 'unknown';

/** Brings journal and storage together again after a crash or a change by hand. Never removes content. */
export class Recovery {
  constructor(
    private readonly storage: Storage,
    private readonly journal: Journal,
    private readonly owner: string,
    private readonly standing: (intent: Intent) => Standing,
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
    const intents = await this.journal.intents();
    if (intents.length === 0) return [];
    const expired = new Set((await this.journal.intents('expired')).map(({ id }) => id));
    const left = intents.filter((intent) => {
      const standing = this.standing(intent);
      return standing === 'gone' || (standing === 'unknown' && expired.has(intent.id));
    });
    if (left.length === 0) return left;
    // Who has ended its change meanwhile is not at work on it any more either.
    const still = new Set((await this.journal.intents()).map(({ id }) => id));
    return left.filter(({ id }) => still.has(id));
  }

  /** Settles every change that nobody carries out any more; gives their number. What fails does not keep the others waiting. */
  async settleOrphans(): Promise<number> {
    let settled = 0;
    const failures: unknown[] = [];
    await inParallel(await this.orphans(), AT_ONCE, async (intent) => {
      const done = await this.settleUnlessAlive(intent).catch((error: unknown) => void failures.push(error));
      if (done) settled++;
    });
    if (failures.length > 0) throw failures[0];
    return settled;
  }

  /** Settles a change if nobody carries it out any more; false when somebody does, or somebody else settles it. */
  async settleUnlessAlive(intent: Intent): Promise<boolean> {
    const standing = this.standing(intent);
    return standing !== 'at work' && (await this.#settle(intent, standing === 'gone' ? 'always' : 'expired'));
  }

  /** Settles a change of our own by looking at what really is in storage; false when it is not ours any more. */
  async settle(id: string): Promise<boolean> {
    const intent = (await this.journal.intents()).find((candidate) => candidate.id === id);
    return intent?.owner === this.owner && (await this.#settle(intent, 'always'));
  }

  /** Settles the change of a file that nobody carries out any more; false when there is none. */
  async settleOrphan({ bookId, path, userId }: FileRef): Promise<boolean> {
    const intent = (await this.journal.intents()).find(
      (one) => one.bookId === bookId && one.path === path && one.userId === userId,
    );
    return intent !== undefined && (await this.settleUnlessAlive(intent));
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
    const unknown: FileKey[] = [];
    for (const prefix of [contentPrefix(book), staticPrefix(book)]) {
      for await (const info of this.storage.list(prefix)) {
        const place = placeOf(info.key);
        if (place && rows.get(place.path)?.version !== info.version) unknown.push(place);
      }
    }
    await inParallel(unknown, this.storage.remote ? AT_ONCE : 1, async (place) => {
      await this.takeIn({ ...place, key: keyOf(place) }, rows.get(place.path));
    });
  }

  /** In this order: once the staged bytes are gone, who may still be at work on the change cannot publish them behind our back. */
  async #settle(intent: Intent, condition: 'expired' | 'always'): Promise<boolean> {
    if (!(await this.journal.claim(intent.id, intent.owner, this.owner, condition))) return false;
    if (intent.staged !== null) await this.storage.discard(intent.staged);
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
    return true;
  }
}

function unlessSettled(error: unknown): void {
  if (!(error instanceof UnknownIntent)) throw error;
}
