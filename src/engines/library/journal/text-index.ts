import type { FileKey } from '../model/file-key.ts';

/** A piece of a lesson that is found as a whole. Its words are folded, with a space between them. */
export interface NewPassage {
  /** The name of the section that it belongs to; empty when the lesson could not be taken apart. */
  readonly section: string;
  /** Of its heading; the first line is 1. */
  readonly line: number;
  /** Where its text is in the lesson, without the heading. */
  readonly start: number;
  readonly end: number;
  readonly headingWords: string;
  /** Of the headings above it, and of the lesson's title. */
  readonly aboveWords: string;
  readonly textWords: string;
}

/** A version of a lesson. */
export interface IndexedVersion {
  readonly sha256: string;
  /** When the journal says it was written: an older version never takes the place of a newer one. */
  readonly stamp: string;
}

export interface IndexedLesson extends FileKey, IndexedVersion {
  readonly title: string;
  readonly passages: readonly NewPassage[];
}

/** Words that follow each other; the last one may be the beginning of a word. */
export interface Phrase {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** What is looked for: `wanted` are terms, each as phrases any of which will do. */
export interface TextQuery {
  readonly mode: 'all' | 'any';
  readonly wanted: readonly (readonly Phrase[])[];
  readonly unwanted: readonly Phrase[];
}

/** Where it is looked for. A user's own lessons, also those without a match, take the place of the shared ones. */
export interface TextScope {
  /** Undefined for all. */
  readonly bookId: string | undefined;
  readonly userId: string;
}

export interface FoundPassage extends FileKey, IndexedVersion {
  readonly title: string;
  readonly section: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Passages, best first, and the index that they are from. */
export interface FoundPassages {
  readonly generation: string;
  readonly passages: readonly FoundPassage[];
}

/**
 * The words of lessons, to be searched by rank. It holds nothing that the files do not, so it may be cleared at any time, and a power cut may
 * take the last changes: whoever uses it compares it with the journal.
 */
export interface TextIndex {
  /** Another one after everything was cleared, by whomever. */
  generation(): Promise<string>;
  /** What is indexed of a user's lessons of a book, by path. */
  lessons(bookId: string, userId: string): Promise<Map<string, IndexedVersion>>;
  /** Indexes versions of lessons in place of older ones. */
  put(lessons: readonly IndexedLesson[]): Promise<void>;
  /** Takes versions up to a stamp out. */
  remove(lessons: readonly (FileKey & { readonly stamp: string })[]): Promise<void>;
  /** Heading before text; equal ones by book, path and line. */
  search(query: TextQuery, scope: TextScope, page: { offset: number; limit: number }): Promise<FoundPassages>;
  /** What is wrong with it; nothing when there is none yet. */
  problems(): Promise<string[]>;
  clear(): Promise<void>;
  close(): Promise<void>;
}
