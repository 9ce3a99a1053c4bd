import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { bookId, contentPrefix, isBookId, staticPrefix } from '../paths.ts';
import { compileGlob } from '../search/glob.ts';
import { type BooksCall, jsonList, reads } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

const MAX_RESULTS = 1000;

export const globSearch = defineTool({
  name: 'glob_search',
  title: 'Find files by name',
  description:
    'Finds files of a book whose path matches a glob, such as content/**/*.summary.md: * and ? stay within a folder, ** crosses folders, [abc] and {a,b} work. ' +
    'Users’ own versions are never listed.',
  input: z.strictObject({
    book_id: bookIdArgument,
    pattern: z.string().min(1).max(255).describe('Glob on the path within the book'),
    all_books: z.boolean().optional().describe('Search every book (default false)'),
  }),
  output: z.object({ result: z.array(z.string()) }),
  annotations: reads,
  run: ({ book_id, pattern, all_books = false }, { world, caller, signal }: BooksCall) =>
    world.audit.around(world.agentOf(caller), 'glob_search', { bookId: book_id }, async () => {
      const { storage } = world.library;
      const asked = bookId(book_id);
      const matches = compileGlob(pattern);
      const books = all_books ? (await storage.folders('books/')).filter(isBookId) : [asked];
      const found: string[] = [];
      for (const book of books) {
        const skip = contentPrefix(book).length - 'content/'.length;
        for (const prefix of [contentPrefix(book), staticPrefix(book)]) {
          for await (const { key } of storage.list(prefix, signal)) {
            if (!matches(key.slice(skip))) continue;
            if (found.length === MAX_RESULTS) return jsonList(found, { truncated: true, limit: MAX_RESULTS });
            found.push(key);
          }
        }
      }
      return jsonList(found);
    }),
});
