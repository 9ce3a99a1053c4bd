import type { Library } from '../../commit/library.ts';
import type { BookId, Owner } from '../../model/names.ts';
import { deltaOf } from '../delta.ts';
import { MAX_BULK_BYTES } from '../read-lessons.ts';

/** All changes of a book after a moment, in one answer. */
export async function wholeDelta(library: Library, book: BookId, since: string, user: Owner, withContent: boolean) {
  const telling = { withContent, admit: async () => {}, room: MAX_BULK_BYTES };
  return (await deltaOf(library, book, since, user, telling)).delta;
}
