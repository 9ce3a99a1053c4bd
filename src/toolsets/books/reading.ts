import { isUtf8 } from 'node:buffer';
import { BookFailure } from './failures.ts';
import { BASE } from './journal/journal.ts';
import type { FileContent, FileRef, Library } from './library.ts';
import { type BookId, contentPrefix, keyOf, type Owner, placeOf } from './paths.ts';

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

const MAX_BULK_BYTES = 20_000_000;
const AT_ONCE = 16;

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

/** Every Markdown file below a folder, the user's own versions in the place of the shared ones, sorted by path. */
export async function readFolder(
  library: Library,
  book: BookId,
  folder: string,
  deep: boolean,
  user: Owner,
): Promise<(ReadItem | UnreadableItem)[]> {
  const places = await findFiles(library, book, folder, deep, user);
  const total = places.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_BULK_BYTES) {
    const sentence = `This would return ${total} bytes, more than ${MAX_BULK_BYTES}. Use get_book_archive, or read chapter by chapter.`;
    throw new BookFailure('ValidationError', 'VALIDATION_ERROR', sentence, {
      issues: [{ field: 'scope', message: sentence }],
    });
  }
  const items: (ReadItem | UnreadableItem | undefined)[] = [];
  for (let at = 0; at < places.length; at += AT_ONCE) {
    items.push(...(await Promise.all(places.slice(at, at + AT_ONCE).map((place) => readItem(library, place)))));
  }
  return items.filter((item) => item !== undefined);
}

interface Found extends FileRef {
  readonly size: number;
  readonly source: Source;
}

async function findFiles(library: Library, book: BookId, folder: string, deep: boolean, user: Owner): Promise<Found[]> {
  const found = new Map<string, Found>();
  const spaces: [Source, string][] = [['base', contentPrefix(book)]];
  if (user !== BASE) spaces.push(['overlay', contentPrefix(book, user)]);
  for (const [source, prefix] of spaces) {
    const start = `${prefix}${folder}`;
    for await (const { key, size } of library.storage.list(start)) {
      const place = placeOf(key);
      if (place === undefined || !key.endsWith('.md') || (!deep && key.slice(start.length).includes('/'))) continue;
      found.set(place.path, { ...place, key: keyOf(place), size, source });
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function readItem(library: Library, { source, ...file }: Found): Promise<ReadItem | UnreadableItem | undefined> {
  try {
    const content = await library.read(file);
    return content && { path: file.path, ...present(file.path, content, source) };
  } catch (error) {
    if (error instanceof BookFailure) return { path: file.path, error: String(error.data?.message) };
    throw error;
  }
}
