import type { Conditions, FileFilter, Place } from './file-criteria.ts';
import type { Kind } from './types/kind.ts';

/** What the file system says about a regular file. */
export interface FileInfo {
  readonly path: string;
  readonly size: number;
  readonly blocks: number;
  readonly modifiedMs: number;
  readonly createdMs: number;
  readonly uid: number;
  readonly gid: number;
}

/** Where a query matched in a file's text: one line's worth, white space made single, with the match as [start, end) in UTF-16 units. */
export interface Snippet {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The number of the line where the match begins; absent where nobody could go to it, as in a PDF, or where it is too far to count. */
  readonly line?: number;
}

export interface Hit extends FileInfo {
  /** Its place in the order: the group, with how well it fits there behind the point. Lower ones come first. */
  readonly rank: number;
  /** Why it has this place, in a few words. */
  readonly why?: string;
  /** It was found by what it means; its snippet is its beginning. */
  readonly byMeaning?: true;
  /** Absent also where only the name matched. */
  readonly snippet?: Snippet;
}

/** The rank of hits that were listed rather than found by a text. */
export const LISTED = 0;

/** By place, newest first, then by path. */
export function byRank(a: Hit, b: Hit): number {
  return a.rank - b.rank || b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** What a search found, and how much of the scope it could look at. */
export interface Findings {
  readonly hits: readonly Hit[];
  /** False when time ran out or a directory or file could not be read, so that "none" does not mean "there is none". */
  readonly complete: boolean;
  /** More files match than the limit lets through. */
  readonly truncated: boolean;
  readonly scanned: number;
  readonly skipped: number;
  readonly engine: string;
  /** How much memory is kept for the next searches. */
  readonly indexBytes?: number;
  readonly note?: string;
  /** The query that was answered instead, because nothing holds all words of the one that was asked. */
  readonly didYouMean?: string;
}

export interface SearchRequest {
  /** A directory that exists, links resolved. */
  readonly scope: string;
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Only files like this; a filter never changes the order of hits. */
  readonly filter?: FileFilter | undefined;
  /** What the files must hold beside what they are found by. */
  readonly conditions?: Conditions | undefined;
  /** Hears from time to time how many files were come across, and how many of them were read. */
  readonly onProgress?: ((seen: number, read: number) => void) | undefined;
  /** Hears a few times a second which hits are the best so far, until the findings are there. An engine need not tell any. */
  readonly onHits?: ((hits: readonly Hit[]) => void) | undefined;
}

/** A search by a text. */
export interface TextRequest extends SearchRequest {
  /** Whether hits tell where in their text they matched. */
  readonly snippets: boolean;
  /** Where the text may be (default: both). */
  readonly place?: Place | undefined;
  /** The text is a regular expression (RE2) for a line or a name, and one that can be compiled. */
  readonly regex?: boolean | undefined;
  /** Also documents that say the same in other words; an engine that cannot leaves them out. */
  readonly meaning?: boolean | undefined;
}

/** What is kept in memory for the next searches. */
export interface IndexSize {
  readonly files: number;
  readonly bytes: number;
}

/** The edge to the file system: portable everywhere, mdfind on macOS. */
export interface Engine {
  /** As findings call it. */
  readonly name: string;
  search(query: string, request: TextRequest): Promise<Findings>;
  byKind(kind: Kind, request: SearchRequest): Promise<Findings>;
  recent(sinceMs: number, request: SearchRequest): Promise<Findings>;
  /** What is indexed now; undefined when nobody can tell at once, or nothing was searched yet. */
  indexed(): Promise<IndexSize | undefined>;
  /** Gets ready for searches at or below these directories, as far as that disturbs nobody. */
  warmUp?(roots: readonly string[]): void;
  /** Waits until what was searched is ready for the next process, where that is asked for. */
  settle?(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
