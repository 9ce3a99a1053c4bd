import type { Readable } from 'node:stream';
import { Turns } from '../../../../lib/turns.ts';
import type { FolderReader, MayReadFolders } from '../folder-reader.ts';
import { ListedChanges } from '../listed-changes.ts';
import {
  type Admit,
  type ChangeFeed,
  type ObjectInfo,
  type OnUnreadable,
  SMALL_OBJECT,
  type Storage,
  StorageFailure,
  type StoredObject,
  type UnsyncedWrites,
} from '../storage.ts';
import type { VersionStore } from '../version-store.ts';
import { dropStaged, inStaging, oldStaged, Publisher, removeFile, stagedName, writeStaged } from './change.ts';
import { asFailure, guarded, namingFolder } from './errors.ts';
import { infoOf, isAbsentSync, look, openFile, plainFileSync, readWhole, readWholeSync, versionOf } from './files.ts';
import { inFolder, namesOf, type Root } from './folder.ts';
import { FsFolderReader } from './folder-reader.ts';
import { PackStore } from './pack-store.ts';
import { prepareRoot, readOnlyRoot } from './root.ts';
import { SharedFolders } from './shared-folders.ts';
import { streamOf } from './stream.ts';
import { FsUnsyncedWrites } from './unsynced-writes.ts';
import { foldersOf, walk } from './walk.ts';
import { WatchBudget, WatchedChanges } from './watch.ts';

/** A folder of this machine: a key is the path of a plain file below it, so a library can be read and edited with any tool. */
export class FileSystemStorage implements Storage, MayReadFolders {
  readonly kind = 'fs';
  /** For what else lies in the folder. */
  readonly root: Root;
  readonly #folders: SharedFolders;
  readonly #publisher: Publisher;
  readonly #turns = new Turns();
  readonly #watches = new WatchBudget();
  readonly folderReader: FolderReader;
  readonly versions: VersionStore;
  readonly unsynced: UnsyncedWrites | undefined;

  private constructor(root: Root) {
    this.root = root;
    this.#folders = new SharedFolders(root);
    this.#publisher = new Publisher(root, this.#folders);
    this.folderReader = new FsFolderReader(root, this.#turns);
    this.versions = new PackStore(root);
    // There is a machine whose power is cut, and nobody else's memory is between this folder and its disk.
    if (root.anchored && root.tellsChanges) this.unsynced = new FsUnsyncedWrites(root, this.#folders, this.#publisher);
  }

  /** Opens a folder, made if need be. What its system can do is found out by default. */
  static open(folder: string, told: Partial<Omit<Root, 'path'>> = {}): Promise<FileSystemStorage> {
    return guarded(async () => new FileSystemStorage({ ...(await prepareRoot(folder)), ...told }));
  }

  /** Opens a folder that is there, and makes nothing in it. */
  static openReadOnly(folder: string): Promise<FileSystemStorage> {
    return guarded(async () => new FileSystemStorage(await readOnlyRoot(folder)));
  }

  async read(key: string, admit?: Admit): Promise<StoredObject | undefined> {
    const read = await guarded(async () => {
      await this.#turns.next();
      return this.readAtOnce(key) ?? readWhole(this.root, key, admit ? SMALL_OBJECT : Number.POSITIVE_INFINITY);
    });
    if (typeof read !== 'number') return read;
    await admit?.(read);
    return this.read(key);
  }

  stream(key: string, signal?: AbortSignal): Promise<Readable> {
    return guarded(async () => {
      signal?.throwIfAborted();
      const handle = await openFile(this.root, key);
      if (!handle) throw new StorageFailure(`There is nothing at ${key}.`, false);
      if (signal?.aborted) await handle.close();
      signal?.throwIfAborted();
      return streamOf(handle, signal);
    });
  }

  stat(key: string): Promise<ObjectInfo | undefined> {
    return guarded(async () => {
      await this.#turns.next();
      const stats = plainFileSync(this.root, key);
      if (stats) return infoOf(key, stats);
      return isAbsentSync(this.root, key) ? undefined : look(this.root, key);
    });
  }

  versionAtOnce(key: string): string | undefined {
    const stats = plainFileSync(this.root, key);
    return stats && versionOf(stats);
  }

  readAtOnce(key: string): StoredObject | undefined {
    return readWholeSync(this.root, key);
  }

  async *list(
    prefix: string,
    signal?: AbortSignal,
    onUnreadable?: OnUnreadable,
    after = '',
  ): AsyncGenerator<ObjectInfo> {
    try {
      yield* walk(this.root, namesOf(prefix), this.#turns, signal, onUnreadable, after);
    } catch (error) {
      throw asFailure(error);
    }
  }

  changes(prefix: string): ChangeFeed {
    if (!this.root.tellsChanges) return new ListedChanges(this, prefix);
    return new WatchedChanges(this.root, prefix, this.#turns, this.#watches);
  }

  folders(prefix: string): Promise<string[]> {
    return guarded(() => foldersOf(this.root, namesOf(prefix)));
  }

  exists(prefix: string): Promise<boolean> {
    return guarded(async () => (await inFolder(this.root, namesOf(prefix), async () => true)) ?? false);
  }

  stage(bytes: Buffer): Promise<string> {
    return this.#staged(bytes);
  }

  stageStream(chunks: AsyncIterable<Uint8Array>): Promise<string> {
    return this.#staged(chunks);
  }

  #staged(bytes: Buffer | AsyncIterable<Uint8Array>): Promise<string> {
    return namingFolder('.quartet/staging', () => inStaging(this.#folders, (staging) => writeStaged(staging, bytes)));
  }

  syncStaged(): Promise<void> {
    return guarded(async () => {
      await inStaging(this.#folders, async (staging) => {
        await staging.sync();
        return true;
      });
    });
  }

  publish(staged: string, key: string, replaces?: string | null): Promise<ObjectInfo> {
    return guarded(() => {
      const name = stagedName(staged);
      return inStaging(this.#folders, (staging) => this.#publisher.publish(staging, name, key, replaces));
    });
  }

  discard(staged: string): Promise<void> {
    return guarded(async () => {
      const name = stagedName(staged);
      await inStaging(this.#folders, (staging) => dropStaged(staging, name));
    });
  }

  remove(key: string, version?: string): Promise<boolean> {
    return guarded(() => removeFile(this.root, key, version));
  }

  leftovers(olderThan: Date): Promise<string[]> {
    return guarded(() => inStaging(this.#folders, (staging) => oldStaged(staging, olderThan)));
  }

  close(): Promise<void> {
    return this.versions.close();
  }
}
