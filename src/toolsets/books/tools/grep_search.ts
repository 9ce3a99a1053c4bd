import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { type BookId, bookId, contentPrefix, isBookId } from '../paths.ts';
import type { Look } from '../storage/storage.ts';
import { type BooksCall, type BooksWorld, jsonList, reads } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

export const grepSearch = defineTool({
  name: 'grep_search',
  title: 'Search content',
  description:
    'Finds the lines of a book’s lessons that match a regular expression (RE2: no look-around, no back-references; case-sensitive unless it begins with (?i)). ' +
    'Users’ own versions are never searched.',
  input: z.strictObject({
    book_id: bookIdArgument,
    pattern: z.string().min(1).max(500).describe('Regular expression'),
    all_books: z.boolean().optional().describe('Search every book (default false)'),
    max_results: z.int().min(1).max(1000).optional().describe('At most this many lines, 1 to 1000 (default 100)'),
  }),
  output: z.object({
    result: z.array(z.object({ file_path: z.string(), line_number: z.int(), matched_line: z.string() })),
  }),
  annotations: reads,
  run: ({ book_id, pattern, all_books = false, max_results = 100 }, { world, caller, signal }: BooksCall) =>
    world.audit.around(world.agentOf(caller), 'grep_search', { bookId: book_id }, async () => {
      const asked = bookId(book_id);
      const books = all_books ? (await world.library.storage.folders('books/')).filter(isBookId) : [asked];
      const source = <Seen>(look: Look<Seen>) => allOf(world, books, look, signal);
      const { matches, truncated } = await world.grepper.search(source, pattern, { maxResults: max_results, signal });
      return jsonList(matches, truncated ? { truncated: true, limit: max_results } : undefined);
    }),
});

async function* allOf<Seen>(
  { texts }: BooksWorld,
  books: readonly BookId[],
  look: Look<Seen>,
  signal: AbortSignal,
): AsyncGenerator<Seen> {
  for (const book of books) yield* texts.below(contentPrefix(book), look, signal);
}
