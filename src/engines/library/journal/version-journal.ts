import type { FileKey } from '../model/file-key.ts';
import type { KeptObject, ObjectPlace } from '../model/kept-object.ts';

/** What a file held from a moment on. */
export interface VersionRow extends FileKey {
  readonly writtenAt: string;
  /** Null when the file was deleted then. */
  readonly sha256: string | null;
  readonly size: number;
  readonly agentId: string;
  readonly operation: string;
}

/** Which versions may go: those that satisfy all that is told. */
export interface VersionRetention {
  /** Only what had been replaced before this instant. */
  readonly before?: string | undefined;
  /** Only what is older than the last so many of its file. */
  readonly keepLast?: number | undefined;
}

/** Whose history: lessons and users' own versions of them have one. */
export function hasHistory({ path }: { readonly path: string }): boolean {
  return path.startsWith('content/');
}

/**
 * What the files have held, and where those bytes are. A version is recorded together with the change that made it (`Journal.finish`, `adopt`, `forget`); the
 * place of its bytes when the change begins, so that a change which somebody else finishes has them too.
 */
export interface VersionJournal {
  /** The versions of a file, newest first; only those before an instant if told. */
  list(file: FileKey, limit: number, before?: string): Promise<VersionRow[]>;
  /** What a file held at an instant; undefined when it had not been written yet. */
  at(file: FileKey, instant: string): Promise<VersionRow | undefined>;
  /** The first version of a file that is left. */
  oldest(file: FileKey): Promise<VersionRow | undefined>;
  /** The versions of a file whose hash begins so, the newest of each hash, newest first; two of them at most. */
  beginningWith(file: FileKey, start: string): Promise<VersionRow[]>;

  /** The objects that are known of these hashes. */
  objects(hashes: readonly string[]): Promise<KeptObject[]>;
  /** Says that an object is about to be used again, so that nobody removes it meanwhile; undefined when it is gone. */
  reuse(sha256: string): Promise<KeptObject | undefined>;
  /** Records objects outside of a change, in the place of what was known of them. */
  put(objects: readonly KeptObject[]): Promise<void>;
  /** Records where an object has been moved, unless it has been moved by somebody else. */
  move(object: KeptObject, to: ObjectPlace): Promise<boolean>;
  /** All objects, sorted by hash, page by page; only those of one book if told. */
  objectsAfter(sha256: string, limit: number, bookId?: string): Promise<KeptObject[]>;
  /** The objects that are in one of these containers. */
  objectsIn(containers: readonly string[]): Promise<KeptObject[]>;
  /** Some of the versions that hold these bytes. */
  holding(sha256: string, limit: number): Promise<VersionRow[]>;
  /** The versions of a book whose bytes have never been kept, of files that hold something else by now. */
  unkept(bookId: string): Promise<number>;
  /** The files of a book whose present bytes have not been kept yet. */
  unkeptFiles(bookId: string): Promise<FileKey[]>;

  /** The books that have a history, sorted. */
  books(): Promise<string[]>;
  /** Removes versions of a book, or only counts them; never the newest one of a file. */
  retire(bookId: string, which: VersionRetention, dryRun: boolean): Promise<number>;
  /** Removes the objects that no version, file or change needs and that nobody has kept for so long, or only tells of them. */
  dropUnused(unusedMs: number, dryRun: boolean): Promise<KeptObject[]>;
}
