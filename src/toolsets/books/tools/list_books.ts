import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { isBookId } from '../paths.ts';
import { type BooksCall, jsonList, reads } from '../world.ts';

export const listBooks = defineTool({
  name: 'list_books',
  title: 'List books',
  description: 'Lists the books of the library by id. Start here when you do not know the book_id.',
  input: z.strictObject({}),
  output: z.object({ result: z.array(z.object({ book_id: z.string(), storage_backend: z.string() })) }),
  annotations: reads,
  run: (_, { world, caller }: BooksCall) =>
    world.audit.around(world.agentOf(caller), 'list_books', { bookId: '' }, async () => {
      const { storage } = world.library;
      const names = await storage.folders('books/');
      return jsonList(names.filter(isBookId).map((book_id) => ({ book_id, storage_backend: storage.kind })));
    }),
});
