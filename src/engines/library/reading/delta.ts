import { isUtf8 } from 'node:buffer';
import { mapInParallel } from '../../../lib/in-parallel.ts';
import { ownTurn } from '../../../lib/turns.ts';
import type { Library } from '../commit/library.ts';
import type { Changes, FileRow } from '../journal/journal.ts';
import { BASE } from '../model/file-key.ts';
import { keyOf, namespaceOf } from '../model/files.ts';
import { type BookId, type Owner } from '../model/names.ts';
import { type Admit, SMALL_OBJECT, StorageFailure } from '../storage/storage.ts';
import { MAX_BULK_BYTES, TOO_LARGE } from './read-lessons.ts';

const AT_ONCE = 16;
/** Less than any file takes in an answer. */
const SMALLEST_ENTRY = 90;

export interface ChangedFile extends Record<string, unknown> {
  path: string;
  sha256: string;
  last_modified: string;
  namespace: 'base' | 'overlay';
  content?: string;
}

export interface DeletedFile extends Record<string, unknown> {
  path: string;
  namespace: 'base' | 'overlay';
  last_modified?: string;
}

/** One file of an answer, with its place in the whole answer. */
export type Change = { readonly at: string } & (
  | { readonly row: FileRow; readonly file: ChangedFile }
  | { readonly row?: undefined; readonly file: DeletedFile }
);

/** How much an answer tells. */
export interface Telling {
  readonly withContent: boolean;
  readonly admit: Admit;
  /** How many bytes of JSON the files may take. */
  readonly room: number;
}

/**
 * What was written or deleted in a book after a moment, base before overlay, each by path; when that is more than there is room for, as many
 * of the oldest changes as fit, and at least one.
 */
export async function deltaOf(library: Library, book: BookId, since: string, user: Owner, telling: Telling) {
  const { journal } = library;
  const found = await journal.changesSince(book, usersOf(user), since, Math.ceil(telling.room / SMALLEST_ENTRY));
  const manifest = await journal.manifest(book);
  const all = inOrder(found);
  const given = await told(library, all, telling);
  // Time stamps increase strictly within a book, so the newest one seen misses nothing that comes later.
  const next_since = given.at(-1)?.at ?? since;
  const has_more = found.hasMore || given.length < all.length;
  const delta = { ...answerOf(given, user), manifest_hash: manifest, next_since, ...(has_more && { has_more }) };
  return { delta, next: has_more ? next_since : undefined };
}

/** Whose files count for a user: everybody's, and its own. */
export function usersOf(user: Owner): Owner[] {
  return user === BASE ? [BASE] : [BASE, user];
}

/** As many of the first changes as there is room for, with their content if it is wanted. */
export async function told(
  library: Library,
  all: readonly Change[],
  { withContent, admit, room }: Telling,
): Promise<readonly Change[]> {
  const likely = fitting(all, room, ({ row, file }) => jsonBytes(file) + (withContent && row ? contentBytes(row) : 0));
  const bytes = likely.reduce((sum, { row }) => sum + (withContent && row ? contentBytes(row) : 0), 0);
  if (bytes > SMALL_OBJECT) await admit(bytes);
  // Each of these steps is short; all of them, for a large book, are not.
  await ownTurn();
  const contents = withContent ? await withContents(library, likely) : likely;
  await ownTurn();
  return fitting(contents, room, ({ file }) => jsonBytes(file));
}

/** The fields of an answer that are about its files. */
export function answerOf(given: readonly Change[], user: Owner) {
  const changed_files = given.flatMap(({ row, file }) => (row ? file : [])).sort(byNamespaceAndPath);
  const deleted_files = given.flatMap(({ row, file }) => (row ? [] : file)).sort(byNamespaceAndPath);
  const overlayChanges = changed_files.filter(({ namespace }) => namespace === 'overlay').length;
  return {
    status: given.length > 0 ? ('changed' as const) : ('unchanged' as const),
    changed_files,
    deleted_files,
    ...(user !== BASE && {
      user_id: user,
      base_changes: changed_files.length - overlayChanges,
      overlay_changes: overlayChanges,
    }),
  };
}

/** Oldest first. */
function inOrder({ changed, deleted }: Changes): Change[] {
  const changes: Change[] = [
    ...changed.map((row) => ({ at: row.lastWrittenAt, row, file: describe(row) })),
    ...deleted.map(({ path, userId, deletedAt }) => ({
      at: deletedAt,
      file: { path, namespace: namespaceOf(userId), last_modified: deletedAt },
    })),
  ];
  return changes.sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** As many of the first changes as fit, and at least one. */
function fitting(changes: readonly Change[], room: number, bytesOf: (change: Change) => number): readonly Change[] {
  let bytes = 0;
  const end = changes.findIndex((change, at) => {
    bytes += bytesOf(change);
    return bytes > room && at > 0;
  });
  return end < 0 ? changes : changes.slice(0, end);
}

/** With the comma behind it. */
function jsonBytes(file: Record<string, unknown>): number {
  return Buffer.byteLength(JSON.stringify(file)) + 1;
}

/** What a file adds to an answer: an asset has an address of its own, and what fits nowhere is named only. */
function contentBytes({ path, size }: FileRow): number {
  return path.startsWith('content/') && size <= MAX_BULK_BYTES ? size : 0;
}

function withContents(library: Library, changes: readonly Change[]): Promise<Change[]> {
  let bytes = 0;
  return mapInParallel(changes, AT_ONCE, async (change) => {
    if (change.row === undefined) return change;
    const { content, ...file } = await describeWithContent(library, change.row);
    if (content === undefined) return { ...change, file };
    bytes += Buffer.byteLength(content);
    // A file may have grown since the journal has seen it.
    return { ...change, file: bytes <= MAX_BULK_BYTES ? { ...file, content } : { ...file, error: TOO_LARGE } };
  });
}

export function describe(row: FileRow): ChangedFile {
  return {
    path: row.path,
    sha256: row.sha256,
    last_modified: row.lastWrittenAt,
    namespace: namespaceOf(row.userId),
    ...(row.userId !== BASE && { user_id: row.userId }),
  };
}

/** Assets carry no content: they have an address of their own. */
async function describeWithContent(library: Library, row: FileRow): Promise<ChangedFile> {
  const file = describe(row);
  if (!row.path.startsWith('content/')) return file;
  if (row.size > MAX_BULK_BYTES) return { ...file, error: TOO_LARGE };
  const found = await library.read({ ...row, key: keyOf(row) }).catch(unreadable);
  if (found instanceof StorageFailure) return { ...file, error: found.message };
  if (found === undefined || !isUtf8(found.bytes)) {
    return { ...file, error: found ? 'the stored file is not valid UTF-8' : 'the file has just been deleted' };
  }
  return { ...file, sha256: found.sha256, content: found.bytes.toString('utf8') };
}

/** What another attempt may mend fails the call; what may not concerns this file only. */
function unreadable(error: unknown): StorageFailure {
  if (error instanceof StorageFailure && !error.retryable) return error;
  throw error;
}

type Named = Pick<ChangedFile, 'namespace' | 'path'>;

function byNamespaceAndPath(a: Named, b: Named): number {
  if (a.namespace !== b.namespace) return a.namespace === 'base' ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}
