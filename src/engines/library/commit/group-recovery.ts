import { inParallel } from '../../../lib/in-parallel.ts';
import type { Log } from '../../../lib/log.ts';
import { type ChangeGroup, type GroupMember, groupOf } from '../journal/change-group.ts';
import { type Intent, type Journal, UnknownIntent } from '../journal/journal.ts';
import { keyOf } from '../model/files.ts';
import { type Storage, StorageFailure } from '../storage/storage.ts';
import { KeyedLock, type Leases } from './contention.ts';
import { foundContent } from './found-content.ts';
import { isChanging, publishMember, restoreMember } from './group-member.ts';

const AT_ONCE = 16;

export interface GroupRecoveryContext {
  readonly storage: Storage;
  readonly journal: Journal;
  readonly leases: Leases;
  readonly log?: Log | undefined;
  at(point: 'claimed' | 'resumed' | 'restored'): void;
}

/** A change of a group that could not be settled, and why. */
interface SetAsideMember {
  readonly intent: Intent;
  readonly failure: StorageFailure;
}

/**
 * Ends groups of changes whose process is gone: all of one, or nothing. A group has been decided when it was begun, so it is carried out if
 * that is possible, and undone if not. Whoever settles it owns all of it; its former owner can neither record nor abandon it any more, and what it
 * may still publish or remove must be the version that the group began with.
 */
export class GroupRecovery {
  readonly #setAside = new Map<string, { group: ChangeGroup; failure: StorageFailure }>();
  readonly #locks = new KeyedLock();

  constructor(private readonly context: GroupRecoveryContext) {}

  /** The changes of groups that could not be settled when somebody last tried. */
  get setAside(): SetAsideMember[] {
    return [...this.#setAside.values()].flatMap(({ group, failure }) =>
      group.members.map((intent) => ({ intent, failure })),
    );
  }

  /** The changes, among those under way, of groups that nobody carries out any more. */
  async orphans(intents: readonly Intent[]): Promise<Intent[]> {
    if (!intents.some(groupOf)) return [];
    const left = (await this.context.journal.groups.underWay()).filter((group) => this.#isLeft(group));
    for (const id of this.#setAside.keys()) if (!left.some((group) => group.id === id)) this.#setAside.delete(id);
    return left.flatMap(({ members }) => members);
  }

  /** What groups under way have staged: it is needed until they have ended, however old it is. */
  async stagedBytes(): Promise<Set<string>> {
    const groups = await this.context.journal.groups.underWay();
    const names = groups.flatMap(({ members }) => members.flatMap(({ staged, previous }) => [staged, previous]));
    return new Set(names.filter((name) => name !== null));
  }

  /** Settles a group if nobody carries it out any more; false when somebody does, or it has ended. */
  settleUnlessAlive(id: string): Promise<boolean> {
    return this.#locks.run(id, async () => {
      const [group] = await this.context.journal.groups.underWay(id);
      if (group === undefined || !this.#isLeft(group)) return false;
      const condition = this.context.leases.standing(group) === 'gone' ? 'always' : 'expired';
      try {
        const settled = await this.context.leases.during(id, () => this.#settle(group, condition));
        this.#setAside.delete(id);
        return settled;
      } catch (error) {
        if (error instanceof StorageFailure) this.#putAside(group, error);
        throw error;
      }
    });
  }

  #isLeft(group: ChangeGroup): boolean {
    const standing = this.context.leases.standing(group);
    return standing === 'gone' || (standing === 'unknown' && group.hasRunOut);
  }

  async #settle(group: ChangeGroup, condition: 'expired' | 'always'): Promise<boolean> {
    const { journal, leases, at } = this.context;
    if (!(await journal.groups.claim(group.id, group.owner, leases.owner, condition))) return false;
    at('claimed');
    const versions = group.isUndone ? undefined : await this.#carriedOut(group);
    if (versions === undefined) return this.rollBack(group);
    await this.#makeDurable(group);
    try {
      await journal.groups.finish(group.id, leases.owner, versions, 0, 'recovered');
    } catch (error) {
      if (error instanceof UnknownIntent) return false;
      throw error;
    }
    await this.discard(group);
    return true;
  }

  /** Publishes what is not published yet; gives the versions, or undefined where that is not possible any more. */
  async #carriedOut(group: ChangeGroup): Promise<Map<string, string> | undefined> {
    const { storage, journal, leases, at } = this.context;
    const versions = new Map<string, string>();
    for (const member of group.members) {
      let found = await foundContent(storage, journal, member);
      if (found.hash === member.oldHash && isChanging(member)) {
        await leases.hold(group.id);
        try {
          found = { hash: member.newHash, version: await publishMember(storage, member, found.version || undefined) };
          at('resumed');
        } catch (error) {
          if (!(error instanceof StorageFailure)) throw error;
          found = await foundContent(storage, journal, member);
          // The same attempt may well succeed later.
          if (found.hash === member.oldHash && error.retryable) throw error;
        }
      }
      if (found.hash !== member.newHash) return undefined;
      versions.set(member.id, found.version);
    }
    return versions;
  }

  /** Makes all files of a group of ours what they were before it; what somebody else has made of one of them stays. False when the group is not ours any more. */
  async rollBack(group: ChangeGroup): Promise<boolean> {
    const { storage, journal, leases, at } = this.context;
    if (!(await journal.groups.undo(group.id, leases.owner))) return false;
    // First, so that a process that may still be at work on it cannot publish them any more.
    for (const { staged } of group.members) if (staged !== null) await storage.discard(staged);
    for (const member of group.members.filter(isChanging)) {
      const { hash, version } = await foundContent(storage, journal, member);
      if (hash !== member.newHash) continue;
      await leases.hold(group.id);
      await restoreMember(storage, member, version || undefined);
      at('restored');
    }
    await this.#makeDurable(group);
    await journal.groups.abandon(group.id, leases.owner);
    return true;
  }

  /** A process that is gone may have moved a file without waiting for the disk; once the group has ended, nobody looks at that again. */
  async #makeDurable({ members }: ChangeGroup): Promise<void> {
    await this.context.storage.unsynced?.sync(members.filter(isChanging).map(keyOf));
  }

  /** Forgets what a group has staged that has ended. */
  async discard({ members }: { members: readonly Pick<GroupMember, 'staged' | 'previous'>[] }): Promise<void> {
    const names = members.flatMap(({ staged, previous }) => [staged, previous]).filter((name) => name !== null);
    await inParallel(names, AT_ONCE, (name) => this.context.storage.discard(name).catch(unlessStorage));
  }

  #putAside(group: ChangeGroup, failure: StorageFailure): void {
    if (!this.#setAside.has(group.id)) {
      const facts = { group: group.id, book: group.bookId, changes: group.members.length, reason: failure.message };
      this.context.log?.warn(
        facts,
        'a group of changes was interrupted and cannot be settled: see quartet books verify',
      );
    }
    this.#setAside.set(group.id, { group, failure });
  }
}

function unlessStorage(error: unknown): void {
  if (!(error instanceof StorageFailure)) throw error;
}
