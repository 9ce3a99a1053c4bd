import { fileURLToPath } from 'node:url';
import book from './book.json' with { type: 'json' };

/** The book that comes with Quartet, so that nobody begins with an empty library. */
export const DEMO_BOOK = {
  id: book.book_id,
  firstLesson: book.first_lesson,
  /** Holds `content/` and `static/`. This file is in `src/demo-book/` or, bundled, in `dist/chunks/`; the build puts the book into `dist/demo-book/`. */
  folder: fileURLToPath(new URL('../demo-book/', import.meta.url)),
};
