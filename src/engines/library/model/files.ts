import crypto from 'node:crypto';
import { invalidPath } from './failures.ts';
import { BASE, type FileKey } from './file-key.ts';
import { type AssetPath, type BookId, type ContentPath, isBookId, isUserId, type Owner, userId } from './names.ts';

declare const brand: unique symbol;

/** The full name of an object in the storage. */
export type StorageKey = string & { readonly [brand]: 'StorageKey' };
/** What the names of some objects start with; ends in a slash. */
export type KeyPrefix = string & { readonly [brand]: 'KeyPrefix' };

/** A file of the library: what the journal calls it, and where its bytes are. */
export interface FileRef extends FileKey {
  readonly key: StorageKey;
}

/** Where a stored file belongs. `path` is book-relative and starts with `content/` or `static/`, never with `users/`. */
export interface BookPlace {
  readonly bookId: BookId;
  readonly path: string;
  readonly userId: Owner;
}

export const BOOKS = 'books/' as KeyPrefix;
/** Where a book keeps which file of a `docs/` tree is which of its own; Docusaurus passes over such names. */
export const LAYOUT_FILE = 'content/_layout_.json';
export const ARCHIVES = 'archives/' as KeyPrefix;

/** What an archive holds; its name tells all but `all`. */
export type ArchiveScope = 'content' | 'assets' | 'all';

/** A lesson: the shared one, or a user's own version of it. */
export function lesson(bookId: BookId, path: ContentPath, userId: Owner): FileRef {
  return { bookId, path, userId, key: contentKey(bookId, path, userId) };
}

/** An asset, which is always shared. */
export function asset(bookId: BookId, path: AssetPath): FileRef {
  return { bookId, path, userId: BASE, key: assetKey(bookId, path) };
}

/** The owner a caller names: that user, or nobody in particular. */
export function ownerOf(user: string | undefined): Owner {
  return user === undefined ? BASE : userId(user);
}

export function namespaceOf(owner: string): 'base' | 'overlay' {
  return owner === BASE ? 'base' : 'overlay';
}

/** The key of a lesson or summary: the shared one, or that of one user. */
export function contentKey(book: BookId, path: ContentPath, owner: Owner = BASE): StorageKey {
  return `${ownerPrefix(book, owner)}${path}` as StorageKey;
}

/** The key of an asset. */
export function assetKey(book: BookId, path: AssetPath): StorageKey {
  return `${bookPrefix(book)}${path}` as StorageKey;
}

/** Everything of a book, overlays included: for asking whether it exists, not for showing what it holds. */
export function bookPrefix(book: BookId): KeyPrefix {
  return `${BOOKS}${book}/` as KeyPrefix;
}

/** All text of a book: the shared one, or that of one user. */
export function contentPrefix(book: BookId, owner: Owner = BASE): KeyPrefix {
  return `${ownerPrefix(book, owner)}content/` as KeyPrefix;
}

/** All assets of a book. */
export function staticPrefix(book: BookId): KeyPrefix {
  return `${bookPrefix(book)}static/` as KeyPrefix;
}

function ownerPrefix(book: BookId, owner: Owner): string {
  return owner === BASE ? bookPrefix(book) : `${bookPrefix(book)}users/${owner}/`;
}

/** The key of an archive: one for each book, scope, day and state of the book (W-25). */
export function archiveKey(book: BookId, scope: ArchiveScope, made: Date, state: string): StorageKey {
  // The hash also tells apart the book a-b with scope content and the book a-b-content.
  const tag = sha256(`${book}\n${scope}\n${state}`).slice(0, 16);
  const suffix = scope === 'all' ? '' : `-${scope}`;
  return `${ARCHIVES}${book}${suffix}-${made.toISOString().slice(0, 10)}-${tag}.zip` as StorageKey;
}

/** Whether a text is the key of an archive: no other name below `archives/` is ours. */
export function isArchiveKey(text: string): text is StorageKey {
  return /^archives\/[a-z0-9]+(?:-[a-z0-9]+)*-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{16}\.zip$/.test(text);
}

/** The public address of an object, each segment percent-encoded (2.9). */
export function cdnUrl(base: string, key: StorageKey): string {
  const start = base.endsWith('/') ? base.replace(/\/+$/, '') : base;
  return `${start}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** The place of a stored file, however it came there; undefined for all that is no file of a book or an overlay. */
export function placeOf(key: string): BookPlace | undefined {
  if (!key.startsWith(BOOKS)) return undefined;
  const [, book = '', area, user = '', ...rest] = key.split('/');
  const overlay = area === 'users';
  if (overlay && !isUserId(user)) return undefined;
  const userId = overlay ? user : BASE;
  const path = overlay ? rest.join('/') : key.slice(BOOKS.length + book.length + 1);
  return isPlace(book, path, userId) ? ({ bookId: book, path, userId } as BookPlace) : undefined;
}

/** The key of a place, the inverse of `placeOf`: for files that a listing or the journal has named. */
export function keyOf(place: { readonly bookId: string; readonly path: string; readonly userId: string }): StorageKey {
  const { bookId, path, userId } = place;
  if (!isPlace(bookId, path, userId)) throw invalidPath(path, 'There is no such place in a book.');
  return `${ownerPrefix(bookId as BookId, userId as Owner)}${path}` as StorageKey;
}

function isPlace(book: string, path: string, user: string): boolean {
  if (!isBookId(book) || !(user === BASE || isUserId(user))) return false;
  const [area, ...names] = path.split('/');
  const known = area === 'content' || (area === 'static' && user === BASE);
  return known && names.length > 0 && names.every(isStoredName);
}

/** Files that came by hand may be named more freely than new ones, but never hidden and never so as to lead elsewhere. */
function isStoredName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[\\\p{Cc}\p{Cs}]/u.test(name);
}

/** SHA-256 in lower-case hex. */
export function sha256(bytes: Buffer | string): string {
  // The first of Node 20 have only the longer way.
  return crypto.hash?.('sha256', bytes) ?? crypto.createHash('sha256').update(bytes).digest('hex');
}
