import { createHash } from 'node:crypto';
import { BASE } from '../journal/journal.ts';
import type { AssetPath, ContentPath, Folder } from './forms.ts';
import type { BookId, Owner } from './names.ts';

declare const brand: unique symbol;

/** The full name of an object in the storage. */
export type StorageKey = string & { readonly [brand]: 'StorageKey' };
/** What the names of some objects start with; ends in a slash. */
export type KeyPrefix = string & { readonly [brand]: 'KeyPrefix' };

export const BOOKS = 'books/' as KeyPrefix;
export const ARCHIVES = 'archives/' as KeyPrefix;

/** What an archive holds; its name tells all but `all`. */
export type ArchiveScope = 'content' | 'assets' | 'all';

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

/** The text of a part or chapter: the shared one, or that of one user. */
export function folderPrefix(book: BookId, folder: Folder, owner: Owner = BASE): KeyPrefix {
  return `${ownerPrefix(book, owner)}${folder}/` as KeyPrefix;
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
  const tag = createHash('sha256').update(`${book}\n${scope}\n${state}`).digest('hex').slice(0, 16);
  const suffix = scope === 'all' ? '' : `-${scope}`;
  return `${ARCHIVES}${book}${suffix}-${made.toISOString().slice(0, 10)}-${tag}.zip` as StorageKey;
}

/** Whether a text is the key of an archive. */
export function isArchiveKey(text: string): text is StorageKey {
  return /^archives\/[a-z0-9]+(?:-[a-z0-9]+)*-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{16}\.zip$/.test(text);
}

/** The public address of an object, each segment percent-encoded (2.9). */
export function cdnUrl(base: string, key: StorageKey): string {
  const start = base.endsWith('/') ? base.replace(/\/+$/, '') : base;
  return `${start}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
