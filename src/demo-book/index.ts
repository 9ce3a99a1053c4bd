import { fileURLToPath } from 'node:url';
import book from './book.json' with { type: 'json' };

/** The book that comes with Quartet, so that nobody begins with an empty library. */
export const DEMO_BOOK = {
  id: book.book_id,
  firstLesson: book.first_lesson,
  /** With `content/` and `static/` in it: here, or `dist/demo-book/` for the bundle, whose parts are in `dist/chunks/`. */
  folder: fileURLToPath(new URL('../demo-book/', import.meta.url)),
};
