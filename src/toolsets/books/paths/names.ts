import { invalid } from '../failures.ts';
import { BASE } from '../journal/journal.ts';

declare const brand: unique symbol;

/** A checked name of a book. */
export type BookId = string & { readonly [brand]: 'BookId' };
/** A checked name of a user; never `__base__`. */
export type UserId = string & { readonly [brand]: 'UserId' };
/** Whose text it is: everybody's, or one user's overlay. */
export type Owner = UserId | typeof BASE;

export const ASSET_TYPES = ['img', 'slides', 'videos', 'audio'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

const BOOK_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const USER_ID = /^[a-zA-Z0-9_-]+$/;

/** Takes a text as the name of a book, or refuses it. */
export function bookId(text: string): BookId {
  if (isBookId(text)) return text;
  throw invalid(
    'VALIDATION_ERROR',
    'book_id',
    'book_id must be 3 to 50 lower-case letters and digits, in groups joined by single hyphens, such as ai-python.',
  );
}

export function isBookId(text: string): text is BookId {
  return text.length >= 3 && text.length <= 50 && BOOK_ID.test(text);
}

/** Takes a text as the name of a user, or refuses it; `__base__` names the shared text and nobody. */
export function userId(text: string): UserId {
  if (isUserId(text)) return text;
  const sentence =
    text.toLowerCase() === BASE
      ? `user_id ${BASE} is reserved. Leave user_id out to work on the shared text.`
      : 'user_id must be 1 to 100 letters, digits, underscores or hyphens.';
  throw invalid('VALIDATION_ERROR', 'user_id', sentence);
}

export function isUserId(text: string): text is UserId {
  return text.length >= 1 && text.length <= 100 && USER_ID.test(text) && text.toLowerCase() !== BASE;
}

/** Takes a text as a kind of asset, or refuses it. */
export function assetType(text: string): AssetType {
  const type = ASSET_TYPES.find((known) => known === text);
  if (type) return type;
  const hint = text === 'images' ? ' Images are of the type img.' : '';
  throw invalid('VALIDATION_ERROR', 'asset_type', `asset_type must be one of ${ASSET_TYPES.join(', ')}.${hint}`);
}
