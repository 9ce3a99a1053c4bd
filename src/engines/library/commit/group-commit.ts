import { inParallel, mapInParallel } from '../../../lib/in-parallel.ts';
import type { GroupDecision, NewMember } from '../journal/change-group.ts';
import type { FileRow, Outcome } from '../journal/journal.ts';
import { keyOf, sha256 } from '../model/files.ts';
import { type Actor, type Change, type CommitContext, currentRow } from './commit.ts';
import { lost } from './contention.ts';
import { isChanging, publishMember, restoreMember } from './group-member.ts';
import { allRefusals, failedAt } from './group-refusals.ts';
import type { HashedBytes } from './new-content.ts';
import { putBackStaged, unlessStorage } from './put-back.ts';
import { PATIENCE_MS } from './recovery.ts';
import { quotaExceeded } from './refusals.ts';

/** One of several changes of a book that shall happen all or not at all. */
export interface GroupedChange extends Omit<Change, 'actor' | 'content'> {
  readonly content: HashedBytes | null;
  /** What the audit log says of it beside the group. */
  readonly note?: string;
  /** The path of the file whose history goes on with this one. */
  readonly movedFrom?: string;
}

/** Whose bytes are in memory at once: those that were there before, beside those that shall be. */
const STAGED_AT_ONCE = 4;
const AT_ONCE = 16;
const [LOOK_EVERY_MS, LOOK_AT_LEAST_EVERY_MS] = [50, 1000];

/** A change of the group, and the version of its file when it began. */
interface Staged {
  readonly member: NewMember;
  readonly version: string | undefined;
}

/**
 * Several changes as one: all bytes are staged, those that are there too; the journal decides once for all of them; then they are published, and
 * recorded together. From the decision on the group happens, whoever carries it out: see `GroupRecovery`. Only when something keeps this process from
 * publishing, all is put back as it was.
 */
export class GroupCommit {
  readonly #started: number;
  readonly #id: string;
  /** The bytes that shall be, by the place of the change: staged once, whatever becomes of the first attempt. */
  readonly #staged = new Map<GroupedChange, string>();
  readonly #versions = new Map<string, string>();

  constructor(
    private readonly context: CommitContext,
    private readonly changes: readonly GroupedChange[],
    private readonly actor: Actor,
  ) {
    this.#started = context.world.monotonic();
    this.#id = context.world.uuid();
  }

  /** Carries out all changes; gives what was there before, in their order. */
  async run(): Promise<(FileRow | undefined)[]> {
    const { recovery, leases } = this.context;
    const deadline = this.#started + PATIENCE_MS;
    for (;;) {
      const current = await mapInParallel(this.changes, AT_ONCE, ({ file }) =>
        currentRow(this.context, file, deadline),
      ).catch((error: unknown) => this.#discarded([], error));
      const refusal = allRefusals(this.changes, current);
      if (refusal !== undefined) return this.#discarded([], refusal);
      const staged = await this.#stage(current);
      // A file was changed by hand since it was looked at.
      if (staged === undefined) continue;
      const decision = await leases.during(this.#id, () => this.#attempt(staged));
      if (decision.kind === 'begun') return current;
      const previous = staged.flatMap(({ member }) => member.previous ?? []);
      if (decision.kind === 'exceeds')
        return this.#discarded(previous, quotaExceeded(this.changes[0]?.file.path ?? '', decision));
      for (const name of previous) await this.context.storage.discard(name);
      if (decision.kind !== 'busy') continue;
      await recovery.waitFor(decision.intent, deadline).catch((error: unknown) => this.#discarded([], error));
    }
  }

  /** Forgets what is staged for a group that has not begun. */
  async #discarded(previous: readonly string[], reason: unknown): Promise<never> {
    const { storage } = this.context;
    await inParallel([...this.#staged.values(), ...previous], AT_ONCE, (name) => storage.discard(name)).catch(() => {});
    throw reason;
  }

  /** Makes everything durable that the group needs; undefined when a file is not in its version any more. */
  async #stage(current: readonly (FileRow | undefined)[]): Promise<Staged[] | undefined> {
    const previous: string[] = [];
    let isOvertaken = false;
    try {
      const staged = await mapInParallel([...this.changes.entries()], STAGED_AT_ONCE, async ([at, change]) => {
        const row = current[at];
        const member = this.#member(change, row);
        if (!isChanging(member)) return { member, version: row?.version };
        const bytes = row && (await this.context.storage.read(change.file.key))?.bytes;
        isOvertaken ||= row !== undefined && (bytes === undefined || sha256(bytes) !== row.sha256);
        const before = bytes === undefined ? null : await this.context.storage.stage(bytes);
        if (before !== null) previous.push(before);
        const objects = await this.context.versions.keepFor(change.file, change.content, row);
        this.context.at('kept');
        return {
          member: { ...member, staged: await this.#stagedOnce(change), previous: before, objects },
          version: row?.version,
        };
      });
      // From the decision on, the staged bytes are all that the group can be carried out or undone with.
      await this.context.storage.syncStaged?.();
      if (!isOvertaken) return staged;
    } catch (error) {
      return this.#discarded(previous, error);
    }
    for (const name of previous) await this.context.storage.discard(name);
    return undefined;
  }

  async #stagedOnce(change: GroupedChange): Promise<string | null> {
    if (change.content === null) return null;
    const staged = this.#staged.get(change) ?? (await this.context.storage.stage(change.content.bytes));
    this.#staged.set(change, staged);
    this.context.at('staged');
    return staged;
  }

  #member({ file, content, note, movedFrom }: GroupedChange, row: FileRow | undefined): NewMember {
    return {
      id: this.context.world.uuid(),
      bookId: file.bookId,
      path: file.path,
      userId: file.userId,
      ...this.actor,
      oldHash: row?.sha256 ?? null,
      newHash: content?.sha256 ?? null,
      size: content?.bytes.length ?? 0,
      staged: null,
      previous: null,
      note: note ?? null,
      movedFrom: movedFrom ?? null,
    };
  }

  async #attempt(staged: readonly Staged[]): Promise<GroupDecision> {
    const { journal, leases, recovery, world, at } = this.context;
    const bookId = this.changes[0]?.file.bookId ?? '';
    const members = staged.map(({ member }) => member);
    const group = { id: this.#id, bookId, owner: leases.owner, members };
    const decision = await journal.groups.begin(group).catch(async (error: unknown) => {
      // It may have begun all the same; then nobody shall carry it out.
      await this.#rolledBack().catch(() => {});
      return this.#discarded([], error);
    });
    if (decision.kind !== 'begun') return decision;
    at('begun');
    try {
      await inParallel(staged, this.context.storage.remote ? AT_ONCE : 1, (one) => this.#publish(one));
      await journal.groups.finish(this.#id, leases.owner, this.#versions, world.monotonic() - this.#started);
    } catch (error) {
      await this.#undo(members, error);
    }
    at('finished');
    await recovery.groups.discard(group);
    return decision;
  }

  async #publish({ member, version }: Staged): Promise<void> {
    const { storage, leases, at } = this.context;
    await leases.hold(this.#id);
    try {
      this.#versions.set(member.id, await publishMember(storage, member, version));
    } catch (error) {
      throw failedAt(member.path, error);
    }
    at('published');
  }

  /** Sees to it that nothing stays of a group that could not be carried out to its end. Returns when it was carried out after all. */
  async #undo(members: readonly NewMember[], reason: unknown): Promise<void> {
    const { journal, world } = this.context;
    // What fails here is left to those who settle what was interrupted.
    const outcome = await journal.outcome(this.#id).catch(() => 'unknown' as const);
    if (outcome === 'recorded') return this.#withdrawLate(members);
    if (outcome === 'unknown') throw reason;
    if (outcome === 'pending' && (await this.#rolledBack().catch(() => true))) throw reason;
    // It may take them longer than its maker waits; what came too late is taken back all the same.
    const withdrawn = this.#endBySomebodyElse().then((end) => this.#withdrawn(members, end));
    const inTime = new Promise<Outcome>((resolve) => world.after(PATIENCE_MS, () => resolve('pending')));
    withdrawn.catch(() => {});
    if ((await Promise.race([withdrawn, inTime])) !== 'recorded') throw lost();
  }

  /** Takes back what was published too late for a group that somebody else has ended. */
  async #withdrawn(members: readonly NewMember[], end: Outcome): Promise<Outcome> {
    const { storage } = this.context;
    if (end === 'recorded') await this.#withdrawLate(members);
    if (end === 'recorded') return end;
    for (const member of members) {
      const version = this.#versions.get(member.id);
      if (version === undefined || !isChanging(member)) continue;
      // Only what was published too late: where somebody has put it back or changed it since, it is another version.
      if (version !== '' || member.oldHash === null) {
        await restoreMember(storage, member, version || undefined).catch(unlessStorage);
      } else await this.#restoreUnlessDeleted(member, member.oldHash).catch(unlessStorage);
    }
    return end;
  }

  /** As for a single change. */
  async #restoreUnlessDeleted({ bookId, path, userId, size, previous }: NewMember, oldHash: string): Promise<void> {
    const { leases, world } = this.context;
    if (previous === null) return;
    const work = { bookId, path, userId, sha256: oldHash, size, id: world.uuid(), owner: leases.owner };
    await putBackStaged(this.context, { ...work, staged: previous });
  }

  /** Somebody else has carried out the group, and a file of it may have been removed since: what was made there too late goes again. */
  async #withdrawLate(members: readonly NewMember[]): Promise<void> {
    const { journal, storage } = this.context;
    for (const member of members) {
      const version = this.#versions.get(member.id);
      if (!version || member.oldHash !== null || (await journal.get(member)) !== undefined) continue;
      await storage.remove(keyOf(member), version).catch(unlessStorage);
    }
  }

  /** Puts everything back; false when the group is not ours any more. */
  async #rolledBack(): Promise<boolean> {
    const { journal, leases, recovery } = this.context;
    const [group] = await journal.groups.underWay(this.#id);
    if (group?.owner !== leases.owner || !(await recovery.groups.rollBack(group))) return false;
    await recovery.groups.discard(group);
    return true;
  }

  async #endBySomebodyElse(): Promise<Outcome> {
    const { journal, world } = this.context;
    for (let looks = 1; ; looks++) {
      const outcome = await journal.outcome(this.#id);
      if (outcome !== 'pending') return outcome;
      await world.sleep(Math.min(looks * LOOK_EVERY_MS, LOOK_AT_LEAST_EVERY_MS));
    }
  }
}
