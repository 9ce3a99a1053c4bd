import type { World } from '../../../lib/world.ts';
import type { Decision, FileRow, Journal, Outcome } from '../journal/journal.ts';
import { hasHistory } from '../journal/version-journal.ts';
import type { FileRef } from '../model/files.ts';
import type { KeptObject } from '../model/kept-object.ts';
import { type Storage, StorageFailure, type UnsyncedWrites } from '../storage/storage.ts';
import { type Leases, lost } from './contention.ts';
import { type NewContent, sizeOf } from './new-content.ts';
import { PreviousBytes } from './previous-bytes.ts';
import { putBackStaged } from './put-back.ts';
import { PATIENCE_MS, type Recovery } from './recovery.ts';
import { quotaExceeded } from './refusals.ts';
import type { UnsyncedFiles } from './unsynced-files.ts';
import type { Versions } from './versions.ts';

/** The points of a change at which a crash makes a difference; the last three are those of settling a group of changes. */
export type ChangePoint = 'staged' | 'kept' | 'begun' | 'published' | 'finished' | 'claimed' | 'resumed' | 'restored';

/** The agent that does something, and its tool. */
export interface Actor {
  readonly agentId: string;
  readonly operation: string;
}

/** What shall become of a file. */
export interface Change {
  readonly file: FileRef;
  readonly actor: Actor;
  /** What the file shall hold; null to remove it. */
  readonly content: NewContent | null;
  /** Throws when the file is not as the caller believes. */
  check(current: FileRow | undefined): void;
}

export interface CommitContext {
  readonly storage: Storage;
  readonly journal: Journal;
  readonly leases: Leases;
  readonly recovery: Recovery;
  readonly versions: Versions;
  readonly unsynced: UnsyncedFiles;
  readonly world: World;
  at(point: ChangePoint): void;
}

/** What a change has made of a file. */
interface Published {
  /** What is there now; undefined when there is nothing. */
  readonly version: string | undefined;
  /** The bytes that were replaced or removed. */
  readonly previous: PreviousBytes | undefined;
}

/**
 * One change of one file: its bytes are staged and kept for its history, the journal decides whether it may begin, the bytes are published, the journal records it.
 * Two trips to the disk follow each other: one for the history and the decision, side by side, and one for the record. The file itself gets there later: see `UnsyncedFiles`.
 * When it cannot be recorded, the file is as it was before (FR-002). A crash at any point is settled by `Recovery`.
 *
 * A slow process cannot do harm (fencing). The lease is looked at right before storage is touched. Should the process stop
 * between that look and the touch, then whoever settles the change has first discarded the staged bytes, so that they
 * cannot be published any more; and what is published or removed must still be the version that the change began with.
 */
export class Commit {
  readonly #started: number;
  #id = '';
  /** The file as the journal knows it when the change begins. */
  #current: FileRow | undefined;
  #staged: string | undefined;

  constructor(
    private readonly context: CommitContext,
    private readonly change: Change,
  ) {
    this.#started = context.world.monotonic();
  }

  /** Carries out the change. Gives what was there before; where there was nothing to remove, nothing is done. */
  async run(): Promise<FileRow | undefined> {
    const { recovery, leases } = this.context;
    const { file, content } = this.change;
    const deadline = this.#started + PATIENCE_MS;
    try {
      for (;;) {
        this.#current = await currentRow(this.context, file, deadline);
        this.change.check(this.#current);
        if (content === null && this.#current === undefined) return undefined;
        const keeping = this.#keep();
        const staged = await this.#stage();
        this.#id = this.context.world.uuid();
        const decision = await leases.during(this.#id, () => this.#attempt(staged, keeping));
        if (decision.kind === 'begun') return this.#current;
        if (decision.kind === 'exceeds') throw quotaExceeded(file.path, decision);
        if (decision.kind === 'busy') await recovery.waitFor(decision.intent, deadline);
      }
    } catch (error) {
      // Unless it was published, in which case there is nothing left to discard.
      if (this.#staged !== undefined) await this.context.storage.discard(this.#staged).catch(() => {});
      throw error;
    }
  }

  /** Null when there are no bytes to publish: a removal, or content that is there already. */
  async #stage(): Promise<string | null> {
    const { content } = this.change;
    if (content === null || content.sha256 === this.#current?.sha256) return null;
    this.#staged ??=
      'staged' in content ? content.staged : await (this.#unsynced ?? this.context.storage).stage(content.bytes);
    this.context.at('staged');
    return this.#staged;
  }

  /** A file whose bytes are in the history need not be on the disk before its change is recorded. */
  get #unsynced(): UnsyncedWrites | undefined {
    const { file, content } = this.change;
    return content && 'bytes' in content && hasHistory(file) ? this.context.unsynced.writes : undefined;
  }

  /** Under way while the bytes are staged and the change begins; done before they are published. */
  #keep(): Promise<readonly KeptObject[]> {
    const { versions, at } = this.context;
    const keeping = versions.keepFor(this.change.file, this.change.content, this.#current).then((objects) => {
      at('kept');
      return objects;
    });
    // Should staging fail as well, that is what its maker hears of.
    keeping.catch(() => {});
    return keeping;
  }

  async #attempt(staged: string | null, keeping: Promise<readonly KeptObject[]>): Promise<Decision> {
    const decision = await this.#begin(staged);
    if (decision.kind !== 'begun') return decision;
    this.context.at('begun');
    const published = await this.#publish(staged, keeping);
    this.context.at('published');
    try {
      await this.#record(published, await keeping);
    } finally {
      await published.previous?.forget();
    }
    this.context.at('finished');
    return decision;
  }

  #begin(staged: string | null): Promise<Decision> {
    const { file, actor, content } = this.change;
    return this.context.journal.begin({
      id: this.#id,
      bookId: file.bookId,
      path: file.path,
      userId: file.userId,
      operation: actor.operation,
      agentId: actor.agentId,
      oldHash: this.#current?.sha256 ?? null,
      newHash: content?.sha256 ?? null,
      size: content ? sizeOf(content) : 0,
      owner: this.context.leases.owner,
      staged,
    });
  }

  async #publish(staged: string | null, keeping: Promise<unknown>): Promise<Published> {
    const { storage, leases, unsynced } = this.context;
    const { key } = this.change.file;
    const version = this.#current?.version;
    let previous: PreviousBytes | undefined;
    try {
      await keeping;
      const isSame = this.change.content !== null && staged === null;
      if (this.#current && !isSame) previous = await PreviousBytes.at(storage, key, this.#current.size);
      await leases.hold(this.#id);
      if (isSame) return { previous, version };
      if (staged === null) {
        await storage.remove(key, version);
        return { previous, version: undefined };
      }
      const info = await (this.#unsynced ?? storage).publish(staged, key, version ?? null);
      if (this.#unsynced) unsynced.add(key);
      return { previous, version: info.version };
    } catch (error) {
      await previous?.forget();
      throw (await this.#settled()) ? error : lost();
    }
  }

  async #record(published: Published, objects: readonly KeptObject[]): Promise<void> {
    const { journal, unsynced, world } = this.context;
    const unsyncedBy = this.#unsynced && unsynced.writer;
    const tookMs = world.monotonic() - this.#started;
    try {
      await journal.finish(this.#id, published.version ?? '', tookMs, undefined, { objects, unsyncedBy });
    } catch (error) {
      // A connection may break after the journal has recorded the change and before it could say so.
      const outcome = await journal.outcome(this.#id);
      if (outcome === 'recorded') return;
      await this.#undo(published, outcome);
      throw error;
    }
  }

  /** Puts the bytes back that were there, over what this change has made and nothing else. What fails here is left to `Recovery`. */
  async #undo({ previous, version }: Published, outcome: Outcome): Promise<void> {
    const { storage, leases } = this.context;
    const { key } = this.change.file;
    // Nobody else may settle it while the old bytes are put back.
    if (outcome === 'pending') await leases.hold(this.#id);
    if (version !== this.#current?.version) {
      if (version === undefined && outcome === 'abandoned') await this.#restoreUnlessDeleted(previous);
      else if (previous !== undefined) await previous.restore(key, version ?? null);
      else if (version !== undefined) await storage.remove(key, version);
    }
    if (outcome === 'abandoned') throw lost();
    await this.#settled();
  }

  /** Somebody else may have deleted the file as well since this change was settled. */
  async #restoreUnlessDeleted(previous: PreviousBytes | undefined): Promise<void> {
    const { storage, leases, world } = this.context;
    if (previous === undefined || this.#current === undefined) return;
    const staged = await previous.staged();
    const work = { ...this.#current, id: world.uuid(), owner: leases.owner, staged };
    const decision = await putBackStaged(this.context, work);
    if (decision.kind !== 'begun') await storage.discard(staged);
  }

  /** False when the change is not ours any more. Why it failed is worth more to its maker than why it could not be settled. */
  async #settled(): Promise<boolean> {
    try {
      return await this.context.recovery.settle(this.#id);
    } catch (error) {
      if (error instanceof StorageFailure) return true;
      throw error;
    }
  }
}

/** The journal's row of a file, after what was put into storage or changed there by hand is taken in. */
export async function currentRow(
  { storage, journal, recovery }: Pick<CommitContext, 'storage' | 'journal' | 'recovery'>,
  file: FileRef,
  deadline: number,
): Promise<FileRow | undefined> {
  const [row, info] = await Promise.all([journal.get(file), storage.stat(file.key)]);
  return row?.version === info?.version ? row : recovery.broughtUpToDate(file, deadline);
}
