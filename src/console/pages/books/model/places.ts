import { hrefTo } from '../../../router.ts';

/** The address of a book, or of a lesson of it. */
export function bookHref(bookId: string, path = '', query: Record<string, string> = {}): string {
  return hrefTo('books', [bookId, ...path.split('/').filter(Boolean)], query);
}
