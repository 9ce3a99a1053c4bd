import { randomUUID } from 'node:crypto';
import { notFound } from '../failures.ts';
import { BASE, type FileRow } from '../journal/journal.ts';
import type { Library } from '../library.ts';
import { manifestHash } from '../manifest.ts';
import { ARCHIVES, type ArchiveScope, archiveKey, type BookId, bookPrefix, keyOf, type StorageKey } from '../paths.ts';
import { type ArchiveResult, createArchive } from './archive.ts';
import type { ArchiveShelf } from './shelf.ts';

export interface ArchiveRequest {
  readonly book: BookId;
  readonly scope: ArchiveScope;
  /** Only files from this path on: the continuation of an archive that ran out of time. */
  readonly from: string | undefined;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export interface BookArchive extends ArchiveResult {
  readonly key: StorageKey;
}

/** The archive of a book. One that has been made of the same state before is given again. */
export async function archiveBook(
  library: Library,
  shelf: ArchiveShelf,
  request: ArchiveRequest,
): Promise<BookArchive> {
  const { book, scope, from } = request;
  await library.reconciled(book);
  const rows = (await library.journal.rows(book, [BASE])).filter((row) => isIn(scope, row.path));
  if (rows.length === 0 && !(await library.storage.exists(bookPrefix(book)))) {
    throw notFound(book, 'There is no such book. List the books with list_books.');
  }
  const wanted = from === undefined ? rows : rows.filter((row) => row.path >= from);
  const nameFor = (state: string) => archiveKey(book, scope, newest(rows), state);
  const key = nameFor(manifestHash(wanted));
  const known = await shelf.find(nameOn(key));
  if (known) {
    await shelf.touch(nameOn(key));
    return { ...completeResult(wanted, known.size), key };
  }

  // Made under a name of its own: only an archive in which nothing is missing may stand for the state of the book.
  const ownKey = nameFor(randomUUID());
  const result = await createArchive({
    ...request,
    storage: library.storage,
    members: wanted.map(memberOf),
    shelf,
    name: nameOn(ownKey),
  });
  if (result.status === 'partial') return { ...result, key: ownKey };
  await shelf.rename(nameOn(ownKey), nameOn(key));
  return { ...result, key };
}

function isIn(scope: ArchiveScope, path: string): boolean {
  const isContent = path.startsWith('content/');
  if (isContent && !path.endsWith('.md')) return false;
  return scope === 'all' || (scope === 'content') === isContent;
}

function memberOf(row: FileRow) {
  return {
    key: keyOf(row),
    name: row.path,
    size: row.size,
    version: row.version,
    modifiedAt: new Date(row.lastWrittenAt),
  };
}

/** The day of the last change, so that the same state has the same name tomorrow. */
function newest(rows: readonly FileRow[]): Date {
  return new Date(
    rows.reduce((latest, row) => (row.lastWrittenAt > latest ? row.lastWrittenAt : latest), '1970-01-01T00:00:00.000Z'),
  );
}

function nameOn(key: StorageKey): string {
  return key.slice(ARCHIVES.length);
}

function completeResult(rows: readonly FileRow[], archiveSizeBytes: number): ArchiveResult {
  const totalSizeBytes = rows.reduce((sum, row) => sum + row.size, 0);
  return {
    status: 'success',
    fileCount: rows.length,
    totalSizeBytes,
    archiveSizeBytes,
    errors: [],
    remaining: [],
    elapsedMs: 0,
  };
}
