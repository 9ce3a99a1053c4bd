/** The user id of shared content. No caller can use it as a name. */
export const BASE = '__base__';

/** Names one file: base when `userId` is `__base__`, else that user's overlay. `path` is book-relative. */
export interface FileKey {
  readonly bookId: string;
  readonly path: string;
  readonly userId: string;
}

/** What the journal knows about a file. */
export interface FileRow extends FileKey {
  readonly sha256: string;
  readonly size: number;
  /** The storage's version of the object when it was recorded; tells a file that was changed by hand. */
  readonly version: string;
  /** RFC 3339 in UTC with milliseconds; strictly increasing within a book. */
  readonly lastWrittenAt: string;
  readonly writtenBy: string;
  readonly storageBackend: string;
}

/** A file that is gone. */
export interface Tombstone extends FileKey {
  readonly deletedAt: string;
}

/** A change that has been decided and is being carried out. */
export interface Intent extends FileKey {
  readonly id: string;
  /** The tool, such as `write_content`. */
  readonly operation: string;
  readonly agentId: string;
  /** Null when the file did not exist. */
  readonly oldHash: string | null;
  /** Null for a deletion. */
  readonly newHash: string | null;
  readonly size: number;
  readonly staged: string | null;
  /** The process that carries it out: host, process and start, so that a dead one can be told. */
  readonly owner: string;
  readonly startedAt: string;
}

export type NewIntent = Omit<Intent, 'startedAt'>;

export type Outcome = 'pending' | 'recorded' | 'abandoned';

/** The answer of the single decision point. */
export type Decision =
  | { readonly kind: 'begun' }
  /** The file is not as expected; null says that it does not exist. */
  | { readonly kind: 'differs'; readonly currentHash: string | null }
  /** Somebody else is changing this very file. */
  | { readonly kind: 'busy'; readonly intent: Intent };

export interface AuditEntry {
  readonly agentId: string;
  readonly operation: string;
  readonly bookId: string;
  readonly path: string;
  readonly userId: string;
  readonly prevHash: string | null;
  readonly newHash: string | null;
  readonly status: 'success' | 'error' | 'conflict';
  readonly errorMessage: string | null;
  readonly executionTimeMs: number;
}

/** An audit entry as stored: numbered, timed and linked. `stateChange` entries form the hash chain of their file. */
export interface AuditRow extends AuditEntry {
  readonly id: number;
  readonly timestamp: string;
  readonly stateChange: boolean;
  /** SHA-256 over all columns and the entry hash before it in the same book. */
  readonly entryHash: string;
  readonly prevEntryHash: string;
}

export interface AuditFilter {
  readonly from?: string;
  readonly to?: string;
  readonly agentId?: string;
  readonly operation?: string;
  readonly status?: string;
  readonly bookId?: string;
  /** An SQL LIKE pattern. */
  readonly path?: string;
  readonly limit?: number;
  /** Only rows with a smaller id: the continuation of an earlier answer, newest first. */
  readonly before?: number;
}

export interface AuditedFile extends FileKey {
  readonly sha256: string;
}

export interface ChainReport {
  readonly valid: boolean;
  readonly entries: number;
  /** The ids of rows at which a chain does not hold, with the reason. */
  readonly breaks: readonly { readonly id: number; readonly reason: string }[];
}

/** The record of what is where, what is under way, and who did what. One transaction a method. */
export interface Journal {
  get(key: FileKey): Promise<FileRow | undefined>;
  /** The rows of a book for some users, sorted by path then user. */
  rows(bookId: string, userIds: readonly string[]): Promise<FileRow[]>;
  /** The hash of a book's shared files as `manifestHash` defines it, without fetching their rows. */
  manifest(bookId: string): Promise<string>;
  /** The books that have files, sorted. */
  books(): Promise<string[]>;
  /** Whose files the journal knows in a book, `__base__` among them, sorted: for looking after the library, not for callers. */
  users(bookId: string): Promise<string[]>;
  /** What `changedSince` and `deletedSince` give, both of the same moment: nothing has happened in between. */
  changesSince(
    bookId: string,
    userIds: readonly string[],
    since: string,
  ): Promise<{ changed: FileRow[]; deleted: Tombstone[] }>;
  /** The rows written strictly later than an instant, which may have any offset; sorted like `rows`. */
  changedSince(bookId: string, userIds: readonly string[], since: string): Promise<FileRow[]>;
  /** The files deleted strictly later than an instant and not created again; sorted like `rows`. */
  deletedSince(bookId: string, userIds: readonly string[], since: string): Promise<Tombstone[]>;

  /**
   * Decides whether a change may happen, and if so records it: looks for other intents and compares hashes, atomically.
   * Asked again with the same id, it answers as before.
   */
  begin(intent: NewIntent): Promise<Decision>;
  /**
   * Records that a begun change is done: row or tombstone, audit entry, end of the intent, all or nothing. Gives the row,
   * undefined for a deletion; equal content keeps its `lastWrittenAt`. The note goes into the entry's `errorMessage`.
   * Throws `UnknownIntent` when somebody has settled it already.
   */
  finish(id: string, version: string, executionTimeMs: number, note?: string): Promise<FileRow | undefined>;
  /** Records that a begun change did not happen; nothing when somebody has settled it already. */
  abandon(id: string): Promise<void>;
  /** What is under way, oldest first; only what its owner has not renewed in time, when asked so. */
  intents(which?: 'all' | 'expired'): Promise<Intent[]>;

  /**
   * How long a change belongs to its owner alone after `begin`, `renew` or `claim`, by the clock of the database: the first
   * half of its lease. The second half is for others, to see that the owner is gone and to settle the change.
   */
  readonly holdMs: number;
  /** Gives changes that still belong to an owner to it for the full time again; gives the ids of those that do. */
  renew(ids: readonly string[], owner: string): Promise<string[]>;
  /**
   * Makes somebody else the owner of a change, who then settles it; false when it does not belong to `from` any more, or
   * when its owner must have lost it and has not.
   */
  claim(id: string, from: string, to: string, condition: 'expired' | 'always'): Promise<boolean>;
  /** What became of a change, for who began it: nobody can tell from an error whether it was recorded. */
  outcome(id: string): Promise<Outcome>;

  /**
   * Takes in a file found in storage, or changed there by hand, with an audit entry unless only its version is new;
   * undefined, and nothing done, when the row has changed meanwhile or a change of the file is under way.
   */
  adopt(row: Omit<FileRow, 'lastWrittenAt'>, previousHash: string | null): Promise<FileRow | undefined>;
  /** Takes note that a file has vanished from storage, with an audit entry and a tombstone; false as for `adopt`. */
  forget(key: FileKey, agentId: string, previousHash: string): Promise<boolean>;

  /** Appends entries that changed nothing: reads, refusals. */
  note(entries: readonly AuditEntry[]): Promise<void>;
  /** Entries, newest first, 100 unless told. Both ends of the time range are included. */
  audit(filter: AuditFilter): Promise<AuditRow[]>;
  /** What each file of a book holds according to its last entry, sorted like `rows`; files that are gone are left out. */
  audited(bookId: string): Promise<AuditedFile[]>;
  /** Looks for entries that were edited, removed, added or reordered, and for changes that do not follow each other. */
  verifyChain(bookId: string): Promise<ChainReport>;

  close(): Promise<void>;
}

/** The journal cannot be used. The message says what to do and holds no path of the machine. */
export class JournalFailure extends Error {
  override readonly name: string = 'JournalFailure';
}

/** The change is no longer under way: somebody has settled it, so whoever carried it out has lost it. */
export class UnknownIntent extends JournalFailure {
  override readonly name = 'UnknownIntent';

  constructor() {
    super('This change is no longer under way; somebody else has settled it.');
  }
}
