import { Turns } from '../../../lib/turns.ts';
import type { Library } from '../commit/library.ts';
import { type FileRow } from '../journal/journal.ts';
import { manifestHash } from '../journal/manifest.ts';
import { notFound } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { ARCHIVES, type ArchiveScope, archiveKey, bookPrefix, keyOf, type StorageKey } from '../model/files.ts';
import { type BookId } from '../model/names.ts';
import { type ArchiveResult, createArchive } from './archive.ts';
import type { ArchiveStore } from './archive-store.ts';
import type { Member } from './member.ts';

interface ArchiveRequest {
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

const FOLDERS = { content: ['content/'], assets: ['static/'], all: ['content/', 'static/'] } as const;

/** The archive of a book. One that has been made of the same state before is given again. */
export async function archiveBook(
  library: Library,
  archives: ArchiveStore,
  request: ArchiveRequest,
): Promise<BookArchive> {
  const { book, scope, from } = request;
  const unreadable = (await library.reconciled(book, BASE, FOLDERS[scope])).filter(({ path }) => isWanted(path, from));
  const rows = (await library.journal.rows(book, [BASE])).filter((row) => isIn(scope, row.path));
  if (rows.length === 0 && !(await library.storage.exists(bookPrefix(book)))) {
    throw notFound(book, 'There is no such book. List the books with list_books.');
  }
  const wanted = from === undefined ? rows : rows.filter((row) => row.path >= from);
  const nameFor = (state: string) => archiveKey(book, scope, newest(rows), state);
  const key = nameFor(await manifestHash(wanted));
  const known = unreadable.length === 0 ? await archives.find(nameOf(key)) : undefined;
  if (known) {
    await archives.touch(nameOf(key));
    return { ...completeResult(wanted, known.size), key };
  }

  // Made under a name of its own: only an archive in which nothing is missing may stand for the state of the book.
  const ownKey = nameFor(library.world.uuid());
  const members: Member[] = [];
  await new Turns().each(wanted, (row) => members.push(memberOf(row)));
  const result = await createArchive({
    ...request,
    storage: library.storage,
    members,
    archives,
    name: nameOf(ownKey),
  });
  const packed = new Set(wanted.map(({ path }) => path));
  const unknown = unreadable.filter(({ path }) => !packed.has(path)).map(({ path, error }) => ({ path, error }));
  if (result.status === 'partial' || unknown.length > 0) {
    return { ...result, status: 'partial', errors: [...unknown, ...result.errors], key: ownKey };
  }
  await archives.rename(nameOf(ownKey), nameOf(key));
  return { ...result, key };
}

/** Whether an archive from a path on would hold a file, or something of a folder, if it could be read. */
function isWanted(path: string, from: string | undefined): boolean {
  return (path.endsWith('/') || isIn('all', path)) && (from === undefined || path >= from);
}

function isIn(scope: ArchiveScope, path: string): boolean {
  const isContent = path.startsWith('content/');
  if (isContent && !path.endsWith('.md')) return false;
  return scope === 'all' || (scope === 'content') === isContent;
}

function memberOf(row: FileRow): Member {
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

function nameOf(key: StorageKey): string {
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
