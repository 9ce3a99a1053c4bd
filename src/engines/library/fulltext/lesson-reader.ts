import { basename } from 'node:path/posix';
import { inParallel } from '../../../lib/in-parallel.ts';
import type { Library } from '../commit/library.ts';
import type { IndexedLesson } from '../journal/text-index.ts';
import type { MarkdownParser } from '../markdown/markdown-parser.ts';
import { BookFailure } from '../model/failures.ts';
import type { FileKey } from '../model/file-key.ts';
import { keyOf } from '../model/files.ts';
import { type Admit, SMALL_OBJECT, StorageFailure } from '../storage/storage.ts';
import { isText } from '../storage/text-page.ts';
import { passagesOf } from './passages.ts';

/** A version of a lesson that is to be indexed. */
export interface DueLesson extends FileKey {
  readonly stamp: string;
  readonly size: number;
}

/** What came of reading lessons. */
export interface ReadLessons {
  readonly lessons: readonly IndexedLesson[];
  /** Those that are not there any more. */
  readonly gone: readonly DueLesson[];
  /** Those among them that could not be read, and are to be tried again. */
  readonly unreadable: readonly DueLesson[];
}

/** The longest lesson that can be written; somebody may have put a longer file there. */
export const LONGEST_LESSON_BYTES = 10_000_000;
const AT_ONCE = 16;
/** The bytes, the text, its words, and those on their way to the database. */
const COPIES = 5;

/** Reads lessons and takes them apart into passages. */
export async function readLessons(
  library: Library,
  parser: MarkdownParser,
  due: readonly DueLesson[],
  admit?: Admit,
): Promise<ReadLessons> {
  const lessons: IndexedLesson[] = [];
  const gone: DueLesson[] = [];
  const unreadable: DueLesson[] = [];
  await inParallel(due, AT_ONCE, async (file) => {
    try {
      const lesson = await readLesson(library, parser, file, admit);
      if (lesson) lessons.push(lesson);
      else gone.push(file);
    } catch (error) {
      if (!(error instanceof StorageFailure) || error.retryable) throw error;
      lessons.push(withoutWords(file));
      unreadable.push(file);
    }
  });
  return { lessons, gone, unreadable };
}

async function readLesson(
  library: Library,
  parser: MarkdownParser,
  file: DueLesson,
  admit?: Admit,
): Promise<IndexedLesson | undefined> {
  const empty = withoutWords(file);
  const { path, size } = file;
  if (size > LONGEST_LESSON_BYTES) return empty;
  if (size > SMALL_OBJECT) await admit?.(size * COPIES);
  const found = await library.read({ ...file, key: keyOf(file) });
  if (found === undefined) return undefined;
  const { bytes, sha256 } = found;
  if (bytes.length > LONGEST_LESSON_BYTES || !isText(bytes)) return { ...empty, sha256 };
  const text = bytes.toString('utf8');
  const sections = await parser.sections(text).then(({ all }) => all, unlessTooMuch);
  return { ...empty, sha256, ...(await passagesOf(text, sections, basename(path))) };
}

/** What is not text, too long or unreadable: it is there, and takes the place of the shared lesson. */
function withoutWords({ bookId, userId, path, stamp }: DueLesson): IndexedLesson {
  return { bookId, userId, path, stamp, sha256: '', title: '', passages: [] };
}

/** Some texts cannot be taken apart: they are searched as a whole. */
function unlessTooMuch(error: unknown): [] {
  if (error instanceof BookFailure && error.code === 'VALIDATION_ERROR') return [];
  throw error;
}
