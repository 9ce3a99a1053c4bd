import type { PageProps } from '../../router.ts';
import { Book } from './book/book.tsx';
import { Library } from './library/library.tsx';

/** `#/books` is the library, `#/books/ID` a book, `#/books/ID/content/…` a lesson of it. */
export default function Books({ route: { rest, query } }: PageProps) {
  const [bookId, ...names] = rest;
  if (bookId === undefined) return <Library />;
  return <Book key={bookId} bookId={bookId} path={names.join('/')} query={query} />;
}
