import { inParallel } from '../../../lib/in-parallel.ts';
import type { Log } from '../../../lib/log.ts';
import type { Timer, World } from '../../../lib/world.ts';
import type { FileRow, Intent, Journal, Writer } from '../journal/journal.ts';
import { hasHistory } from '../journal/version-journal.ts';
import { BookFailure } from '../model/failures.ts';
import type { FileKey } from '../model/file-key.ts';
import { keyOf } from '../model/files.ts';
import { type ObjectInfo, type Storage, StorageFailure, type UnsyncedWrites } from '../storage/storage.ts';
import type { Processes } from './owner.ts';
import { putBack } from './put-back.ts';
import type { Versions } from './versions.ts';

/** By then the system has written most of them on its own, and a sync costs little. */
const SYNC_AFTER_MS = 30_000;
const MOST_PENDING = 20_000;
/** So few are brought to the disk before the library closes; more are left to those who open it next. */
const FEW = 500;
const AT_ONCE = 4;

export interface UnsyncedContext {
  readonly storage: Storage;
  readonly journal: Journal;
  readonly versions: Versions;
  readonly processes: Processes;
  readonly world: World;
  /** This process; without a boot that can be told from others, every file is on the disk before its change is recorded. */
  readonly writer: Writer | undefined;
  readonly log?: Log | undefined;
  /** Settles a change that nobody carries out any more; false when somebody does. */
  settle(intent: Intent): Promise<boolean>;
}

/**
 * Lessons that are in place and recorded before they are on the disk: their bytes are there, in the history. The journal knows from which entry on files may be missing,
 * and after a power cut they are looked at and put back; else they are brought to the disk when nobody waits for it.
 */
export class UnsyncedFiles {
  /** How to write a file that need not be on the disk at once; undefined when it must be. */
  readonly writes: UnsyncedWrites | undefined;
  readonly writer: Writer | undefined;
  readonly #pending = new Set<string>();
  #timer: Timer | undefined;
  #syncing: Promise<void> | undefined;
  #checking: Promise<number> | undefined;
  /** Files that are damaged and could not be put back, by their keys. */
  readonly #damaged = new Map<string, StorageFailure>();

  constructor(private readonly context: UnsyncedContext) {
    const { storage, journal, writer } = context;
    this.writer = storage.versions && journal.unsynced.isLocal ? writer : undefined;
    this.writes = this.writer && storage.unsynced;
  }

  /** Takes note of a file that was published and is about to be recorded. */
  add(key: string): void {
    this.#pending.add(key);
    if (this.#pending.size > MOST_PENDING) this.#startSyncing();
    else this.#timer ??= this.context.world.after(SYNC_AFTER_MS, () => this.#startSyncing());
  }

  /** Puts back, once, what a power cut has taken of the files of processes that are gone; gives their number. */
  check(): Promise<number> {
    this.#checking ??= this.#check().catch((error: unknown) => {
      this.#checking = undefined;
      throw error;
    });
    return this.#checking;
  }

  /** Sees to it that a file is not what a power cut has made of it; throws why it cannot be put back. */
  async whole(key: string): Promise<void> {
    if (this.#damaged.has(key)) this.#checking = undefined;
    await this.check();
    const failure = this.#damaged.get(key);
    if (failure !== undefined) throw failure;
  }

  async close(): Promise<void> {
    this.#timer?.cancel();
    await this.#syncing;
    if (this.#pending.size > 0 && this.#pending.size <= FEW) await this.#syncAll();
    this.#timer?.cancel();
  }

  #startSyncing(): void {
    this.#syncing ??= this.#syncAll();
  }

  async #check(): Promise<number> {
    const { journal, storage, writer, processes, log } = this.context;
    this.#damaged.clear();
    const marks = await journal.unsynced.marks();
    const gone = marks.filter(({ owner, boot }) => boot !== writer?.boot || !processes.mayBeAlive(owner));
    if (gone.length === 0 || writer === undefined) return 0;
    const entries = gone.map(({ afterEntry }) => afterEntry);
    const files = (await journal.unsynced.filesAfter(Math.min(...entries))).filter(hasHistory);
    let [restored, unsure] = [0, 0];
    await inParallel(files, AT_ONCE, async (file) => {
      try {
        if (await this.#isRestored(file, writer)) restored++;
      } catch (error) {
        if (error instanceof StorageFailure) this.#damaged.set(keyOf(file), error);
        else if (!(error instanceof BookFailure)) throw error;
        unsure++;
        log?.warn(
          { book: file.bookId, path: file.path, reason: error.message },
          'a file may have been damaged by a power cut',
        );
      }
    });
    await storage.unsynced?.sync(files.map(keyOf));
    if (unsure === 0) await journal.unsynced.drop(gone.map(({ owner }) => owner));
    if (restored > 0) log?.warn({ files: restored }, 'files that a power cut had damaged were put back');
    return restored;
  }

  /** Whoever has changed a file by hand since it was written has the last word. */
  #isRestored(file: FileKey, writer: Writer): Promise<boolean> {
    const { storage } = this.context;
    const isDamaged = (found: ObjectInfo, { version }: FileRow) => storage.unsynced?.isNoNewer(found, version) ?? false;
    return putBack({ ...this.context, writer }, file, isDamaged);
  }

  async #syncAll(): Promise<void> {
    const { journal, log } = this.context;
    this.#timer?.cancel();
    this.#timer = undefined;
    const keys: string[] = [];
    try {
      // In this order: the files of all entries up to the last one are among the pending ones.
      const upTo = await journal.unsynced.lastEntry();
      keys.push(...this.#pending);
      this.#pending.clear();
      await this.writes?.sync(keys);
      await journal.unsynced.synced(this.writer?.owner ?? '', upTo);
    } catch (error) {
      log?.warn(
        { err: error },
        'files could not be brought to the disk; their bytes are in the history. Goes on trying',
      );
      for (const key of keys) this.add(key);
    } finally {
      this.#syncing = undefined;
    }
  }
}
