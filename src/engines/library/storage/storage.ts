import type { Readable } from 'node:stream';
import type { VersionStore } from './version-store.ts';

/** What a listing or a look tells about a stored object. */
export interface ObjectInfo {
  /** The storage key, such as `books/ai-python/content/01-Part/01-Chapter/01-intro.md`. */
  readonly key: string;
  readonly size: number;
  /** Changes whenever the object does, as far as the storage can tell without reading it. */
  readonly version: string;
  readonly modifiedAt: Date;
  /** Changed so lately that a further change might keep the version: not to be remembered by it. */
  readonly isFresh?: boolean;
}

export interface StoredObject extends ObjectInfo {
  readonly bytes: Buffer;
}

/** Waits until so many bytes may be held; rejects when they may not. */
export type Admit = (bytes: number) => Promise<void>;

/** What is read without asking. */
export const SMALL_OBJECT = 512 * 1024;

/** Told of what cannot be shown: the key of a link, a special file or a file, or the prefix of a folder that cannot be read. */
export type OnUnreadable = (place: string, failure: StorageFailure) => void;

/** A folder in which something may have changed, as it is now. */
export interface ChangedFolder {
  /** Ends with a slash. */
  readonly prefix: string;
  readonly files: readonly ObjectInfo[];
  /** The prefixes of folders in it whose files are not among `files`. */
  readonly without: readonly string[];
  /** What the listing had to pass over: folders by their prefix, links and the like by their key. */
  readonly unreadable: ReadonlyMap<string, StorageFailure>;
}

/** Tells what somebody else may have changed below a prefix. */
export interface ChangeFeed {
  /** The folders in which something may have changed since the last question; everything, the first time. */
  changed(): Promise<readonly ChangedFolder[]>;
  /** Asks for the folder of a key once more with the next question. */
  again(key: string): void;
  /** Asks for everything once more with the next question. */
  restart(): void;
  close(): void;
}

/**
 * Writes that are in place before they are on the disk, for those who have the bytes elsewhere and can tell after a power cut which objects to look at. Only
 * where a storage is on the disk of one machine.
 */
export interface UnsyncedWrites {
  /** As `Storage.stage` and `publish`, but a power cut may take or damage the object. */
  stage(bytes: Buffer): Promise<string>;
  publish(staged: string, key: string, replaces?: string | null): Promise<ObjectInfo>;
  /** Brings objects with all their names to the disk; nothing happens for those that are gone. */
  sync(keys: readonly string[]): Promise<void>;
  /** Whether what is there was last written no later than a version: if it holds something else, nobody has changed it, it was damaged. */
  isNoNewer(found: ObjectInfo, version: string): boolean;
}

/** Where the bytes are. Keys are trusted here: `model/files.ts` is the only maker of keys. Every method throws a `StorageFailure`, or the reason of an aborted signal. */
export interface Storage {
  /** `fs`, `s3` or `supabase`: what `storage_backend` shows. */
  readonly kind: string;
  /** Whether each request travels: then it is worth having many under way. */
  readonly remote?: boolean;
  /** Where the bytes of former versions are kept; a storage without it keeps none. */
  readonly versions?: VersionStore;
  readonly unsynced?: UnsyncedWrites | undefined;

  /** The object, bytes and version from one moment; undefined when there is none. Before it reads something large, it asks. */
  read(key: string, admit?: Admit): Promise<StoredObject | undefined>;
  /** The object as a stream, for archives; a failure when there is none. Aborting the signal ends a hanging read. */
  stream(key: string, signal?: AbortSignal): Promise<Readable>;
  stat(key: string): Promise<ObjectInfo | undefined>;
  /** The version of an object, if it can be told at once; undefined says nothing, not even that there is none. */
  versionAtOnce?(key: string): string | undefined;
  /** A small object, if it can be given at once; undefined says nothing, not even that there is none. */
  readAtOnce?(key: string): StoredObject | undefined;
  /**
   * Every object below a prefix (`books/x/content/`), sorted by key; never staging, temporary or dot files, never links. A
   * folder that cannot be read is a failure, unless somebody wants to be told of it and of what else is passed over. With
   * `after`, only objects whose key is greater.
   */
  list(prefix: string, signal?: AbortSignal, onUnreadable?: OnUnreadable, after?: string): AsyncIterable<ObjectInfo>;
  /** Tells what others change below a prefix, where there is a better way than to list it again and again. */
  changes?(prefix: string): ChangeFeed;
  /** The names of the folders directly below a prefix, empty or not, sorted: the books below `books/`. */
  folders(prefix: string): Promise<string[]>;
  /** Whether anything, even an empty folder, exists at a prefix. */
  exists(prefix: string): Promise<boolean>;

  /** Makes bytes durable under a name that nothing else can see; gives the name, which a power cut may take before the bytes are published. */
  stage(bytes: Buffer): Promise<string>;
  /** The same for bytes that come one after the other and need not fit into memory. When they break off, nothing stays, and their error is thrown. */
  stageStream(chunks: AsyncIterable<Uint8Array>): Promise<string>;
  /** Makes the names of all that was staged before durable too: for changes that are to be finished from their staged bytes after a power cut. Not there where `stage` does it. */
  syncStaged?(): Promise<void>;
  /**
   * Makes staged bytes the object at a key, durably and at once: a reader sees the old object or the new one. Refuses
   * when it would not replace the named version (null: nothing), as exactly as the storage can tell.
   */
  publish(staged: string, key: string, replaces?: string | null): Promise<ObjectInfo>;
  /** Forgets staged bytes, which cannot be published afterwards; nothing happens when they are gone. */
  discard(staged: string): Promise<void>;
  /** Removes an object durably; false when there was none. Refuses when it is another than the named version. */
  remove(key: string, version?: string): Promise<boolean>;
  /** Staged bytes that somebody has left behind, older than a moment. */
  leftovers(olderThan: Date): Promise<string[]>;

  close(): Promise<void>;
}

/** What a change is told that would replace or remove something else than it means to. */
export function changedMeanwhile(): StorageFailure {
  return new StorageFailure(
    'The file was changed by somebody else in the same moment. Read it again, then retry.',
    true,
  );
}

/** The storage did not do its part. The message holds no path of the machine and no secret. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';

  constructor(
    message: string,
    readonly retryable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Somebody has put a file in the place of a folder, and so removed what was in it. */
export class NoFolder extends StorageFailure {
  constructor(name: string) {
    super(`A file named ${name} stands where a folder is needed.`, false);
  }
}
