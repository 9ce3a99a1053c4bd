import { BASE } from './journal/journal.ts';
import type { FileRef } from './library.ts';
import { type AssetPath, assetKey, type BookId, type ContentPath, contentKey, type Owner, userId } from './paths.ts';

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
