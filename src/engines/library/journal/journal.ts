import type { FileKey } from '../model/file-key.ts';
import type { Chain, ChainReport, KeptFile } from './chains.ts';
import type { GroupJournal } from './change-group.ts';
import type { Decision, Intent, NewIntent, Outcome, Recorded, WithObjects } from './intent.ts';
import type { TextIndex } from './text-index.ts';
import type { UnsyncedJournal } from './unsynced-journal.ts';
import type { VersionJournal } from './version-journal.ts';

export type { Chain, ChainHead, ChainReport, KeptFile } from './chains.ts';
export { BrokenChain, JournalFailure, RefusedValues, UnknownCommit, UnknownIntent } from './failures.ts';
export type { Decision, Intent, NewIntent, Outcome, Quota, Quotas, Recorded, Writer } from './intent.ts';

/** The operation under which the ingest of a source folder stands in the audit log: it tells what folder and book agreed on. */
export const INGEST = 'ingest';

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

/** What has happened to some files, oldest first. */
export interface Changes {
  readonly changed: FileRow[];
  readonly deleted: Tombstone[];
  /** Whether there is something later than what was asked for at most. */
  readonly hasMore: boolean;
}

/** A file as it is in storage. */
export type FoundFile = Omit<FileRow, 'lastWrittenAt'> & WithObjects;

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
  /** HMAC-SHA-256, or SHA-256 without a key, over all columns and the entry hash before it in the same book. */
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
  /** Only rows with a larger id, oldest first. */
  readonly after?: number;
}

/** Which entries: those about everybody's files of a book or a user's overlays, or about one of these files. */
export interface TrailFilter {
  readonly bookId: string;
  readonly userId: string;
  readonly path?: string | undefined;
  /** Only rows with a smaller id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface Trail {
  readonly rows: readonly AuditRow[];
  /** What to ask for as `before` to go on; undefined when there is nothing more. */
  readonly next: number | undefined;
}

export interface AuditedFile extends FileKey {
  readonly sha256: string;
  /** The agent that made it so; undefined when that entry was taken out of the log. */
  readonly agentId?: string | undefined;
}

/** The record of what is where, what is under way, and who did what. One transaction a method. */
export interface Journal {
  /** Changes that happen all or not at all. */
  readonly groups: GroupJournal;
  /** The words of lessons, kept beside what else is known of them. */
  readonly texts: TextIndex;
  /** Files that were not on the disk when they were recorded. */
  readonly unsynced: UnsyncedJournal;

  get(key: FileKey): Promise<FileRow | undefined>;
  /**
   * The rows of a book for some users, only those below a folder (`static/`) if told, sorted by path then user. Long lists
   * are fetched page by page: a row that changes meanwhile is there as it was before or after.
   */
  rows(bookId: string, userIds: readonly string[], below?: string): Promise<FileRow[]>;
  /** The versions of a user's files below a folder of a book by path, without the rest of their rows. */
  versions(bookId: string, userId: string, below: string): Promise<Map<string, string>>;
  /** The hash of a book's shared files as `manifestHash` defines it, without fetching their rows. */
  manifest(bookId: string): Promise<string>;
  /** The stamp of the last change of some users' files in a book, empty when there is none: between two equal ones nothing has happened. */
  newestStamp(bookId: string, userIds: readonly string[]): Promise<string>;
  /** The books that have files, sorted. */
  books(): Promise<string[]>;
  /** Whose files the journal knows in a book, `__base__` among them, sorted: for looking after the library, not for callers. */
  users(bookId: string): Promise<string[]>;
  /**
   * The rows written and the files deleted, and not created again, strictly later than an instant, which may have any offset. Both are of the
   * same moment: nothing has happened in between. Oldest first, `most` of both.
   */
  changesSince(bookId: string, userIds: readonly string[], since: string, most?: number): Promise<Changes>;

  /**
   * Decides whether a change may happen, and if so records it: looks for other intents, compares hashes and looks whether there is room, atomically.
   * Asked again with the same id, it answers as before.
   */
  begin(intent: NewIntent): Promise<Decision>;
  /**
   * Records that a begun change is done: row or tombstone, audit entry, end of the intent, all or nothing. Gives the row,
   * undefined for a deletion; equal content keeps its `lastWrittenAt`. The note goes into the entry's `errorMessage`.
   * Throws `UnknownIntent` when somebody has settled it already. The bytes that were kept for it must be durable by now.
   */
  finish(
    id: string,
    version: string,
    executionTimeMs: number,
    note?: string,
    beside?: Recorded,
  ): Promise<FileRow | undefined>;
  /** Records that a begun change did not happen; nothing when somebody has settled it already, or when it does not belong to the named owner any more. */
  abandon(id: string, owner?: string): Promise<void>;
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
   * when its owner must have lost it and has not. `staged` is what the new owner may publish from now on; whoever claims the change next discards it.
   */
  claim(id: string, from: string, to: string, condition: 'expired' | 'always', staged?: string): Promise<boolean>;
  /** What became of a change, for the process that began it: nobody can tell from an error whether it was recorded. */
  outcome(id: string): Promise<Outcome>;

  /** When a file was last recorded as written or deleted; null when it never was. */
  stampOf(key: FileKey): Promise<string | null>;
  /**
   * Takes in a file found in storage, or changed there by hand, with an audit entry unless only its version is new;
   * undefined, and nothing done, when the row has changed meanwhile or a change of the file is under way. With the stamp that the file had before
   * it was looked at, also when it was deleted and written again meanwhile.
   */
  adopt(row: FoundFile, previousHash: string | null, stamp?: string | null): Promise<FileRow | undefined>;
  /** Takes note that a file has vanished from storage, with an audit entry and a tombstone; false as for `adopt`. */
  forget(key: FileKey, agentId: string, previousHash: string, stamp?: string | null): Promise<boolean>;

  /** Takes note that the address of an upload was used, which it may be until a moment; false when it was used before. */
  useUpload(id: string, expires: Date): Promise<boolean>;

  /** What the files held before. */
  readonly history: VersionJournal;

  /** Appends entries that changed nothing: reads, refusals. */
  note(entries: readonly AuditEntry[]): Promise<void>;
  /** Entries, newest first (default: 100). Both ends of the time range are included. */
  audit(filter: AuditFilter): Promise<AuditRow[]>;
  /** Entries, newest first. Only so many of a book are looked at in a call, so that there may be few or none before there are more. */
  trail(filter: TrailFilter): Promise<Trail>;
  /** What each file of a book holds according to its last entry, sorted like `rows`; files that are gone are left out. */
  audited(bookId: string): Promise<AuditedFile[]>;
  /** Looks for entries that were edited, removed, added or reordered, and for changes that do not follow each other. */
  verifyChain(bookId: string, signal?: AbortSignal): Promise<ChainReport>;
  /** What is wrong with the database itself: damage, or protection of the audit log that somebody has removed. */
  problems(): Promise<string[]>;
  /** The ends of all chains, sorted, also of books that have no files left. */
  heads(): Promise<Chain[]>;
  /** The end of one chain; that of a chain without entries when the book has none. */
  head(bookId: string): Promise<Chain>;
  /** Whether more than so many entries of a book are there. Goes by the entries themselves: what the end of a chain says may be wrong. */
  hasMoreEntries(bookId: string, than: number): Promise<boolean>;
  /** The hash that a chain had at its end when it had so many entries; undefined when that cannot be told any more. */
  hashAt(bookId: string, entries: number): Promise<string | undefined>;

  /** How many entries of a chain, from its first one on without a gap, are from before an instant. */
  olderEntries(bookId: string, before: string): Promise<number>;
  /**
   * Lets a sealed anchor stand for those entries, so that they may be removed and the chain can still be verified. Refuses when the chain does not hold, or when
   * there is no key to seal with.
   */
  anchor(bookId: string, before: string): Promise<void>;
  /** Removes the oldest of the entries that an anchor stands for, so many at most; gives their number. */
  removeAnchored(bookId: string, most: number): Promise<number>;
  /** The files of a book as they were when its oldest entry that is left was written; none unless entries were removed. */
  kept(bookId: string): Promise<KeptFile[]>;

  /** The books of which more or less is there than has been counted for quotas. */
  miscounted(): Promise<string[]>;
  /** Counts the files of a book anew. */
  recount(bookId: string): Promise<void>;

  close(): Promise<void>;
}
