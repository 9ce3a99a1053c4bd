import { invalidPath } from '../failures.ts';
import { BASE } from '../journal/journal.ts';
import { BOOKS, bookPrefix, type StorageKey } from './keys.ts';
import { type BookId, isBookId, isUserId, type Owner } from './names.ts';

/** Where a stored file belongs. `path` is book-relative and starts with `content/` or `static/`, never with `users/`. */
export interface Place {
  readonly bookId: BookId;
  readonly path: string;
  readonly userId: Owner;
}

/** The place of a stored file, however it came there; undefined for all that is no file of a book or an overlay. */
export function placeOf(key: string): Place | undefined {
  if (!key.startsWith(BOOKS)) return undefined;
  const [, book = '', area, user = '', ...rest] = key.split('/');
  const overlay = area === 'users';
  if (overlay && !isUserId(user)) return undefined;
  const userId = overlay ? user : BASE;
  const path = overlay ? rest.join('/') : key.slice(BOOKS.length + book.length + 1);
  return isPlace(book, path, userId) ? ({ bookId: book, path, userId } as Place) : undefined;
}

/** The key of a place, the inverse of `placeOf`: for files that a listing or the journal has named. */
export function keyOf(place: { readonly bookId: string; readonly path: string; readonly userId: string }): StorageKey {
  const { bookId, path, userId } = place;
  if (!isPlace(bookId, path, userId)) throw invalidPath(path, 'There is no such place in a book.');
  const prefix = bookPrefix(bookId as BookId);
  return (userId === BASE ? `${prefix}${path}` : `${prefix}users/${userId}/${path}`) as StorageKey;
}

/** The book-relative path of a stored file, overlay or not; undefined for all that is no file of a book. */
export function relativePath(key: string): string | undefined {
  return placeOf(key)?.path;
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
