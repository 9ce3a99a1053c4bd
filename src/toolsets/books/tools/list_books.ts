import * as z from 'zod';
import { isBookId } from '../../../engines/library/model/names.ts';
import { bookTool, jsonList, reads } from '../book-tool.ts';
import type { BooksCall } from '../world.ts';

const HOW_TO_BEGIN =
  'The library is empty. The first lesson makes its book: write_content with a book_id such as ai-python and a path such as content/01-Part/01-Chapter/01-lesson.md.';

export const listBooks = bookTool({
  name: 'list_books',
  title: 'List books',
  description: 'Lists the books of the library by id. Start here when you do not know the book_id.',
  input: z.strictObject({}),
  output: z.object({
    result: z.array(z.object({ book_id: z.string(), storage_backend: z.string() })),
    hint: z.string().optional(),
  }),
  annotations: reads,
  subject: () => ({ bookId: '' }),
  run: async (_, { world }: BooksCall) => {
    const { storage } = world.library;
    const names = await storage.folders('books/');
    const books = names.filter(isBookId).map((book_id) => ({ book_id, storage_backend: storage.kind }));
    return jsonList(books, { hint: books.length === 0 ? HOW_TO_BEGIN : undefined });
  },
});
