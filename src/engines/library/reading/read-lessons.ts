import { isUtf8 } from 'node:buffer';
import { mapInParallel } from '../../../lib/in-parallel.ts';
import type { FileContent } from '../commit/file-reader.ts';
import type { Library } from '../commit/library.ts';
import { BookFailure } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import type { FileRef } from '../model/files.ts';
import { contentPrefix, keyOf, placeOf } from '../model/files.ts';
import { type BookId, type Owner } from '../model/names.ts';
import { isAtOrBelow, mayHideLessons } from '../storage/hidden-files.ts';
import { type Admit, type OnUnreadable, SMALL_OBJECT, StorageFailure } from '../storage/storage.ts';

export type Source = 'base' | 'overlay';

/** One file as readers get it. */
export interface ReadItem extends Record<string, unknown> {
  readonly content: string;
  readonly file_size: number;
  readonly last_modified: string;
  readonly file_hash_sha256: string;
  readonly source: Source;
}

/** A file that could not be shown. */
export interface UnreadableItem extends Record<string, unknown> {
  readonly path: string;
  readonly error: string;
}

/** What an answer about many files holds at most, so that a few of them fit into memory. */
export const MAX_BULK_BYTES = 20_000_000;
export const TOO_LARGE = 'the file is too large for this answer; use get_book_archive';
const AT_ONCE = 16;
/** About what a file takes in an answer beside its content. */
const ENTRY_BYTES = 250;
/** About as much as an answer holds. */
const BATCH_BYTES = 16_000;

/** A file as text; bytes that are no text are a failure, not replaced. */
export function present(path: string, file: FileContent, source: Source): ReadItem {
  if (!isUtf8(file.bytes)) {
    const sentence = 'The stored file is not valid UTF-8. Replace it with text, or keep it under static/.';
    throw new BookFailure('StorageError', 'STORAGE_ERROR', sentence, { path, retryable: false });
  }
  return {
    content: file.bytes.toString('utf8'),
    file_size: file.bytes.length,
    last_modified: file.lastModified,
    file_hash_sha256: file.sha256,
    source,
  };
}

export interface FolderOfLessons {
  readonly book: BookId;
  /** Below `content/`; empty, or with a slash at its end. */
  readonly folder: string;
  readonly deep: boolean;
  readonly user: Owner;
  /** Only files behind this path. */
  readonly after: string;
}

/** Every Markdown file below a folder, the user's own versions in the place of the shared ones, sorted by path; a few are read at a time. */
export async function* readFolder(
  library: Library,
  { book, folder, deep, user, after }: FolderOfLessons,
  admit: Admit,
): AsyncGenerator<(ReadItem & { path: string }) | UnreadableItem> {
  const places = await findFiles(library, { book, folder, deep, user, after });
  const rest = places.filter(({ path }) => path > after);
  for (let next = 0; next < rest.length; ) {
    const first = next;
    let bytes = 0;
    do bytes += bytesOf(rest[next++] as FoundLesson | UnreadableItem);
    while (next < rest.length && bytes + bytesOf(rest[next] as FoundLesson | UnreadableItem) <= BATCH_BYTES);
    if (bytes > SMALL_OBJECT) await admit(bytes);
    const items = await mapInParallel(rest.slice(first, next), AT_ONCE, (place) => readItem(library, place));
    yield* items.filter((item) => item !== undefined);
  }
}

/** What a file takes in memory, and about what it takes in an answer. */
function bytesOf(place: FoundLesson | UnreadableItem): number {
  return ENTRY_BYTES + ('error' in place || place.size > MAX_BULK_BYTES ? 0 : place.size);
}

interface FoundLesson extends FileRef {
  readonly size: number;
  readonly source: Source;
}

/** The files below a folder, and what cannot be read of them: an own version that cannot be is never replaced by the shared one. */
async function findFiles(library: Library, { book, folder, deep, user, after }: FolderOfLessons) {
  const found = new Map<string, FoundLesson | UnreadableItem>();
  const spaces: [Source, string][] = [['base', contentPrefix(book)]];
  if (user !== BASE) spaces.push(['overlay', contentPrefix(book, user)]);
  for (const [source, prefix] of spaces) {
    const start = `${prefix}${folder}`;
    const isAskedFor = (key: string) => deep || !key.slice(start.length, -1).includes('/');
    const note: OnUnreadable = (place, failure) => {
      const path = place.slice(prefix.length - 'content/'.length);
      // A user's own versions can still be shown.
      if (place === start && user === BASE) throw failure;
      if (!isAskedFor(place) || !mayHideLessons(place)) return;
      for (const one of found.keys()) {
        if (isAtOrBelow(path, one)) found.set(one, { path: one, error: failure.message });
      }
      found.set(path, { path, error: failure.message });
    };
    const afterKey = `${prefix.slice(0, -'content/'.length)}${after}`;
    for await (const { key, size } of library.storage.list(start, undefined, note, afterKey)) {
      const place = placeOf(key);
      if (place === undefined || !key.endsWith('.md') || !isAskedFor(key)) continue;
      found.set(place.path, { ...place, key: keyOf(place), size, source });
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function readItem(library: Library, found: FoundLesson | UnreadableItem) {
  if ('error' in found) return found;
  const { source, ...file } = found;
  if (found.size > MAX_BULK_BYTES) return { path: file.path, error: TOO_LARGE };
  try {
    const content = await library.read(file);
    return content && { path: file.path, ...present(file.path, content, source) };
  } catch (error) {
    if (error instanceof BookFailure) return { path: file.path, error: String(error.data.message) };
    if (error instanceof StorageFailure && !error.retryable) return { path: file.path, error: error.message };
    throw error;
  }
}
