/** A finished archive. */
export interface StoredArchive {
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/**
 * Where finished archives stand. Unfinished ones are invisible, and so is whatever has no name of an archive. Every method
 * throws a `StorageFailure`.
 */
export interface ArchiveStore {
  find(name: string): Promise<StoredArchive | undefined>;
  /** The bytes of a finished archive from one position up to another, which is not included. */
  read(name: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Begins an archive; nobody sees it before `commit`. Several at once may have the same name: the last one stays. */
  create(name: string): Promise<ArchiveSink>;
  /** Makes a finished archive count as made now, so that it is not swept away. */
  touch(name: string): Promise<void>;
  /** Gives a finished archive another name, replacing what had it. */
  rename(from: string, to: string): Promise<void>;
  /** False when there was none. */
  remove(name: string): Promise<boolean>;
  /** Sorted by name. */
  list(): Promise<StoredArchive[]>;
  /** Removes what is older than a moment, also what a dead process has left unfinished; gives the number. */
  sweep(olderThan: Date): Promise<number>;
  /** An address that anybody can read an archive at until a moment, where there is such a thing. */
  addressOf?(name: string, expires: Date): string | undefined;
  /** Where an archive lies that is not beside the books. */
  fileAddressOf?(name: string): string | undefined;
  /** Lets go of what nobody can fetch any more. */
  close?(): Promise<void>;
}

/** An archive that is being written. */
export interface ArchiveSink {
  /** Writes at a position; the headers of large members are written after their data. */
  write(chunks: readonly Buffer[], position: number): Promise<void>;
  /** Cuts the archive to its length, makes it durable and puts it into the store. */
  commit(length: number): Promise<void>;
  /** Leaves nothing behind; nothing happens after `commit`. */
  abort(): Promise<void>;
}
