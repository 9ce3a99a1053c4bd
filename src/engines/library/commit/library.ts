import type { Log } from '../../../lib/log.ts';
import { realWorld, type World } from '../../../lib/world.ts';
import type { FileRow, Intent, Journal } from '../journal/journal.ts';
import { BASE } from '../model/file-key.ts';
import type { FileRef } from '../model/files.ts';
import { sha256 } from '../model/files.ts';
import type { BookId, Owner } from '../model/names.ts';
import { type Admit, type Storage, StorageFailure } from '../storage/storage.ts';
import { type Actor, type Change, type ChangePoint, Commit, type CommitContext, currentRow } from './commit.ts';
import { Fairness, KeyedLock, Leases } from './contention.ts';
import { type FileContent, FileReader } from './file-reader.ts';
import { GroupCommit, type GroupedChange } from './group-commit.ts';
import { type NewContent, sizeOf } from './new-content.ts';
import { bootId, type Processes, processesOf } from './owner.ts';
import { type Area, Reconciler, type UnreadableFile } from './reconciler.ts';
import { PATIENCE_MS, Recovery } from './recovery.ts';
import { unexpected } from './refusals.ts';
import { type StagedContent, staged } from './staged-content.ts';
import { UnsyncedFiles } from './unsynced-files.ts';
import { Versions } from './versions.ts';
import { WholeGroups } from './whole-groups.ts';

export interface Written {
  readonly mode: 'created' | 'updated';
  readonly sha256: string;
  readonly size: number;
}

export interface LibraryHooks {
  /** Called at each named point of a change; a test kills the process there. */
  readonly at?: (point: ChangePoint) => void;
  readonly host?: string;
  /** What tells this start of the machine from others (default: what the system says). */
  readonly boot?: string;
  /** Whether the storage cannot be written, so that nothing can be settled. */
  readonly readOnly?: boolean;
  /** Who else is at work (default: what the system says, on `host`). */
  readonly processes?: Processes;
  readonly world?: World;
}

/** Storage and journal as one. Each change is a `Commit`; what a crash has interrupted is settled by `Recovery`. */
export class Library {
  readonly recovery: Recovery;
  readonly versions: Versions;
  readonly #locks = new KeyedLock();
  readonly world: World;
  readonly #fairness: Fairness;
  readonly #reconciler: Reconciler;
  readonly #context: CommitContext;
  readonly #readOnly: boolean;
  readonly #unsynced: UnsyncedFiles;
  readonly #groups: WholeGroups | undefined;
  readonly #reader: FileReader;

  constructor(
    readonly storage: Storage,
    readonly journal: Journal,
    log?: Log,
    { at = () => {}, host, boot = bootId(), readOnly = false, world = realWorld, ...rest }: LibraryHooks = {},
  ) {
    const { processes = processesOf(host) } = rest;
    this.world = world;
    this.#fairness = new Fairness(world);
    const leases = new Leases(journal, processes, world);
    const writer = boot === undefined || readOnly ? undefined : { owner: leases.owner, boot };
    this.versions = new Versions(storage, journal, readOnly, world);
    const { versions } = this;
    const settle = (intent: Intent) => this.recovery.settleUnlessAlive(intent);
    this.#unsynced = new UnsyncedFiles({ storage, journal, versions, processes, writer, log, world, settle });
    const unsynced = this.#unsynced;
    this.recovery = new Recovery({ storage, journal, leases, versions, unsynced, world }, log, at);
    this.#groups = readOnly ? undefined : new WholeGroups(journal, this.recovery, world);
    this.#reader = new FileReader({ storage, journal, versions, unsynced, groups: this.#groups });
    this.#context = { storage, journal, leases, recovery: this.recovery, versions, unsynced, world, at };
    this.#reconciler = new Reconciler(storage, journal, this.recovery, world);
    this.#readOnly = readOnly;
  }

  /** The file as it is; bytes and hash always belong together. A large one is read when it is admitted. */
  read(file: FileRef, admit?: Admit): Promise<FileContent | undefined> {
    return this.#reader.read(file, admit);
  }

  /** What is read of a book, or of all: each group of changes as a whole or not at all. It may be read several times. */
  wholeGroups<Result>(book: BookId | undefined, read: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#groups === undefined ? read() : this.#groups.read(book, read, signal);
  }

  /** Whether a file is still in a version that was read before. */
  async isStill(file: FileRef, version: string): Promise<boolean> {
    return (await this.storage.stat(file.key))?.version === version;
  }

  /** What the journal knows of a file, after a look at what is really there. */
  known(file: FileRef): Promise<FileRow | undefined> {
    return currentRow(this, file, this.world.monotonic() + PATIENCE_MS);
  }

  /** Creates a file when no hash is expected, updates it when the expected hash is the current one, refuses otherwise. */
  write(file: FileRef, bytes: Buffer, expected: string | undefined, actor: Actor): Promise<Written> {
    const check = (current: FileRow | undefined) => {
      if (current?.sha256 !== expected) throw unexpected(file.path, current, expected);
    };
    return this.#fairness.around(file.key, () => this.#replace(file, bytes, actor, check));
  }

  /**
   * Makes the next version of a file out of the one that is there. When another writer was quicker, it is made anew out of what that one
   * has written, so whoever makes it decides what a conflict is.
   */
  revise(file: FileRef, actor: Actor, next: (current: FileContent | undefined) => Promise<Buffer>): Promise<Written> {
    return this.#fairness.around(file.key, () => this.#locks.run(file.key, () => this.#revise(file, actor, next)));
  }

  async #revise(file: FileRef, actor: Actor, next: (current: FileContent | undefined) => Promise<Buffer>) {
    for (const deadline = this.world.monotonic() + PATIENCE_MS; ; ) {
      const current = await this.read(file);
      const bytes = await next(current);
      const check = (row: FileRow | undefined) => {
        if (row?.sha256 !== current?.sha256) throw new Overtaken();
      };
      const content = { bytes, sha256: sha256(bytes) };
      try {
        return written(await new Commit(this.#context, { file, actor, content, check }).run(), content);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        if (this.world.monotonic() > deadline)
          throw new StorageFailure('Others keep changing this file. Try again.', true);
      }
    }
  }

  /** Carries out several changes of one book, all or none; gives what was there before each of them. */
  async changeTogether(changes: readonly GroupedChange[], actor: Actor): Promise<(FileRow | undefined)[]> {
    const keys = changes.map(({ file }) => file.key).sort();
    const commit = () => new GroupCommit(this.#context, changes, actor).run();
    // Everybody takes them in the same order, so that nobody waits for somebody who waits.
    const locked = keys.reduceRight<() => ReturnType<typeof commit>>(
      (work, key) => () => this.#locks.run(key, work),
      commit,
    );
    return locked();
  }

  /** Creates or replaces a file, whatever it holds. */
  put(file: FileRef, bytes: Buffer, actor: Actor): Promise<Written> {
    return this.#replace(file, bytes, actor, () => {});
  }

  /** Creates or replaces a file with what a stream brings, however much that is; nobody sees it before it is whole and `accept` has agreed. */
  async putStream(
    file: FileRef,
    chunks: AsyncIterable<Uint8Array>,
    actor: Actor,
    accept: (received: StagedContent) => Promise<void>,
  ): Promise<Written> {
    const content = await staged(this.storage, chunks);
    try {
      await accept(content);
      return written(await this.#commit({ file, actor, content, check: () => {} }), content);
    } finally {
      // Gone when they were published; not needed when the same were there already.
      await this.storage.discard(content.staged).catch(() => {});
    }
  }

  /** Removes a file, whatever it holds or only if its hash is the expected one; false when there was none. */
  async remove(file: FileRef, actor: Actor, expected?: string): Promise<boolean> {
    const check = (current: FileRow | undefined) => {
      if (current && expected !== undefined && expected !== current.sha256)
        throw unexpected(file.path, current, expected);
    };
    return (await this.#commit({ file, actor, content: null, check })) !== undefined;
  }

  async #replace(file: FileRef, bytes: Buffer, actor: Actor, check: Change['check']): Promise<Written> {
    const content = { bytes, sha256: sha256(bytes) };
    return written(await this.#commit({ file, actor, content, check }), content);
  }

  #commit(change: Change): Promise<FileRow | undefined> {
    return this.#locks.run(change.file.key, () => new Commit(this.#context, change).run());
  }

  /**
   * Sees to it that the journal tells what is there: settles what a dead process left, and takes in what was put into the
   * folders of the book or changed there by hand. Gives the paths of files that cannot be read, with the reason.
   */
  async reconciled(book: BookId, user: Owner = BASE, folders: readonly Area['folder'][] = ['content/', 'static/']) {
    if (!this.#readOnly) await this.recovery.settleOrphans();
    const areas: Area[] = folders.map((folder) => ({ bookId: book, userId: BASE, folder }));
    if (user !== BASE) areas.push({ bookId: book, userId: user, folder: 'content/' });
    const unreadable: UnreadableFile[] = [];
    for (const area of areas) {
      const { userId } = area;
      for (const [path, error] of await this.#reconciler.reconcile(area)) unreadable.push({ path, userId, error });
    }
    return unreadable;
  }

  /** Lets go of everything. */
  async close(): Promise<void> {
    await this.#reconciler.close();
    await this.#unsynced.close();
    await this.journal.close();
    await this.storage.close();
  }
}

/** Thrown inside a change: the file is another one than the change was made for. */
class Overtaken extends Error {}

function written(before: FileRow | undefined, content: NewContent): Written {
  return { mode: before === undefined ? 'created' : 'updated', sha256: content.sha256, size: sizeOf(content) };
}
