import { inParallel } from '../../../lib/in-parallel.ts';
import type { Log } from '../../../lib/log.ts';
import type { World } from '../../../lib/world.ts';
import { groupOf } from '../journal/change-group.ts';
import { type FileRow, type Intent, type Journal, UnknownIntent } from '../journal/journal.ts';
import { BookFailure } from '../model/failures.ts';
import type { FileKey } from '../model/file-key.ts';
import type { FileRef } from '../model/files.ts';
import { type Storage, StorageFailure } from '../storage/storage.ts';
import type { Leases } from './contention.ts';
import { KeyedLock } from './contention.ts';
import { foundContent } from './found-content.ts';
import { GroupRecovery } from './group-recovery.ts';
import { madeDurable, takeStaged, wholeContent } from './put-back.ts';
import { takeIn } from './take-in.ts';
import type { UnsyncedFiles } from './unsynced-files.ts';
import type { Versions } from './versions.ts';

/** Longer than a lease: a caller that wants a file of a replica that is gone settles its change and goes on. */
export const PATIENCE_MS = 15_000;
const TURN_MS = 7;
/** How often a waiting caller asks, more or less, whether the other process has lost the file. */
const LOOK_EVERY_MS = 500;

/** Where each file travels. */
const AT_ONCE = 16;

const LEFTOVER_AGE_MS = 3_600_000;

/** A change that cannot be settled before its file can be read. */
export interface SetAside {
  readonly intent: Intent;
  readonly failure: StorageFailure;
}

interface RecoveryContext {
  readonly storage: Storage;
  readonly journal: Journal;
  readonly leases: Leases;
  readonly versions: Versions;
  readonly unsynced: UnsyncedFiles;
  readonly world: World;
}

/** Brings journal and storage together again after a crash or a change by hand. Never removes content. */
export class Recovery {
  readonly #setAside = new Map<string, SetAside>();
  readonly #locks = new KeyedLock();
  readonly groups: GroupRecovery;
  private readonly storage: Storage;
  private readonly journal: Journal;
  private readonly leases: Leases;

  constructor(
    private readonly context: RecoveryContext,
    private readonly log?: Log,
    at: (point: 'claimed' | 'resumed' | 'restored') => void = () => {},
  ) {
    const { storage, journal, leases } = context;
    this.storage = storage;
    this.journal = journal;
    this.leases = leases;
    this.groups = new GroupRecovery({ storage, journal, leases, log, at });
  }

  /** The changes that could not be settled when somebody last tried. Nothing else waits for them. */
  get setAside(): readonly SetAside[] {
    return [...this.#setAside.values(), ...this.groups.setAside];
  }

  /** Settles every change that nobody carries out any more, and clears what was staged and never used. */
  async settleAll(): Promise<number> {
    await this.context.unsynced.check();
    const settled = await this.settleOrphans();
    const leftovers = await this.storage.leftovers(new Date(this.context.world.now() - LEFTOVER_AGE_MS));
    const needed = await this.groups.stagedBytes();
    for (const staged of leftovers) if (!needed.has(staged)) await this.storage.discard(staged);
    return settled;
  }

  /** The changes that nobody carries out any more. */
  async orphans(): Promise<Intent[]> {
    const intents = await this.journal.intents();
    if (intents.length === 0) return [];
    const expired = new Set((await this.journal.intents('expired')).map(({ id }) => id));
    const left = intents.filter((intent) => {
      const standing = this.leases.standing(intent);
      return standing === 'gone' || (standing === 'unknown' && expired.has(intent.id));
    });
    left.push(...(await this.groups.orphans(intents)));
    if (left.length === 0) return left;
    // A process that has ended its change meanwhile is not at work on it any more either.
    const still = new Set((await this.journal.intents()).map(({ id }) => id));
    return left.filter(({ id }) => still.has(id));
  }

  /** Settles every change that nobody carries out any more; gives their number. What cannot be settled is set aside. */
  async settleOrphans(): Promise<number> {
    let settled = 0;
    const failures: unknown[] = [];
    const orphans = await this.orphans();
    for (const id of this.#setAside.keys()) if (!orphans.some((one) => one.id === id)) this.#setAside.delete(id);
    await inParallel(onePerGroup(orphans), AT_ONCE, async (intent) => {
      try {
        if (await this.settleUnlessAlive(intent)) settled++;
      } catch (error) {
        if (!(error instanceof StorageFailure)) failures.push(error);
      }
    });
    if (failures.length > 0) throw failures[0];
    return settled;
  }

  /** Settles a change if nobody carries it out any more; false when somebody does, or somebody else settles it. */
  async settleUnlessAlive(intent: Intent): Promise<boolean> {
    const group = groupOf(intent);
    if (group !== undefined) return this.groups.settleUnlessAlive(group);
    const standing = this.leases.standing(intent);
    return standing !== 'at work' && (await this.#settle(intent, standing === 'gone' ? 'always' : 'expired'));
  }

  /** Settles a change of our own by looking at what really is in storage; false when it is not ours any more. */
  async settle(id: string): Promise<boolean> {
    const intent = (await this.journal.intents()).find((candidate) => candidate.id === id);
    return intent?.owner === this.leases.owner && (await this.#settle(intent, 'always'));
  }

  /** The change of a file that has begun and not ended. */
  async underWay({ bookId, path, userId }: FileKey): Promise<Intent | undefined> {
    const intents = await this.journal.intents();
    return intents.find((one) => one.bookId === bookId && one.path === path && one.userId === userId);
  }

  /** Waits until a change has ended, or settles it; throws why it cannot be settled. */
  async ended(intent: Intent): Promise<true> {
    const deadline = this.context.world.monotonic() + PATIENCE_MS;
    while ((await this.underWay(intent))?.id === intent.id) await this.waitFor(intent, deadline);
    return true;
  }

  /** Takes in a file that storage and journal disagree about, after whatever change of it is under way; gives the journal's row. */
  async broughtUpToDate(file: FileRef, deadline: number): Promise<FileRow | undefined> {
    for (;;) {
      // One at a time, since many may ask for the same large file at once, and one needs to read it.
      const taken = await this.#locks.run('take in', async () => {
        const [row, info] = await Promise.all([this.journal.get(file), this.storage.stat(file.key)]);
        return row?.version === info?.version ? row : this.takeIn(file, row);
      });
      if (taken !== 'busy') return taken;
      const intent = await this.underWay(file);
      if (intent === undefined || !(await this.settleUnlessAlive(intent))) await this.#pause(file, deadline);
    }
  }

  /** Waits a moment for a change of somebody else, or settles it when nobody carries it out any more. */
  async waitFor(intent: Intent, deadline: number): Promise<void> {
    // Whether a lease has run out is a question to the journal: not at every turn.
    const looks = this.leases.standing(intent) === 'gone' || this.context.world.random() < TURN_MS / LOOK_EVERY_MS;
    if (!looks || !(await this.settleUnlessAlive(intent))) await this.#pause(intent, deadline);
  }

  /** Takes in a file that storage and journal disagree about; `busy` when a change of it is under way. */
  takeIn(file: FileRef, row: FileRow | undefined): Promise<FileRow | undefined | 'busy'> {
    return takeIn(this.context, file, row);
  }

  async #settle(intent: Intent, condition: 'expired' | 'always'): Promise<boolean> {
    try {
      // What could not be settled stays with whoever has it until it can.
      if (this.#setAside.has(intent.id)) await foundContent(this.storage, this.journal, intent);
      const settled = await this.#settleClaimed(intent, condition);
      this.#setAside.delete(intent.id);
      return settled;
    } catch (error) {
      if (error instanceof StorageFailure) this.#putAside(intent, error);
      throw error;
    }
  }

  /** In this order: once the staged bytes are gone, a process that may still be at work on the change cannot publish them behind our back. */
  async #settleClaimed(intent: Intent, condition: 'expired' | 'always'): Promise<boolean> {
    if (!(await this.journal.claim(intent.id, intent.owner, this.leases.owner, condition))) return false;
    // What may be published is known for sure only now: its last owner may have staged bytes of its own.
    const staged = (await this.underWay(intent))?.staged ?? intent.staged;
    if (staged !== null) await takeStaged(this.storage, intent, staged);
    const { hash, version } = await wholeContent(this.context, intent);
    if (hash === intent.newHash) {
      const beside = await madeDurable(this.context, intent);
      await this.journal.finish(intent.id, version, 0, 'recovered', beside).catch(unlessSettled);
    } else {
      if (hash !== undefined && hash !== intent.oldHash) {
        this.log?.warn(
          { operation: intent.operation, startedAt: intent.startedAt },
          'a file is neither as before nor as written',
        );
      }
      await this.journal.abandon(intent.id, this.leases.owner);
    }
    return true;
  }

  async #pause({ path }: FileKey, deadline: number): Promise<void> {
    const { world } = this.context;
    if (world.monotonic() > deadline) {
      const sentence = 'Somebody else has been changing this file for a long time; try again later.';
      throw new BookFailure('StorageError', 'STORAGE_ERROR', sentence, { path, retryable: true });
    }
    await world.sleep(2 + world.random() * 2 * (TURN_MS - 2));
  }

  #putAside(intent: Intent, failure: StorageFailure): void {
    if (!this.#setAside.has(intent.id)) {
      const { bookId: book, path, userId: user, operation, startedAt } = intent;
      const facts = { book, path, user, operation, startedAt, reason: failure.message };
      this.log?.warn(facts, 'a change was interrupted and waits until its file can be read: see quartet books verify');
    }
    this.#setAside.set(intent.id, { intent, failure });
  }
}

function onePerGroup(intents: readonly Intent[]): Intent[] {
  return [...new Map(intents.map((intent) => [groupOf(intent) ?? intent.id, intent])).values()];
}

function unlessSettled(error: unknown): void {
  if (!(error instanceof UnknownIntent)) throw error;
}
