import * as z from 'zod';
import { contentPrefix } from '../../../engines/library/model/files.ts';
import { type BookId, bookId, isBookId } from '../../../engines/library/model/names.ts';
import { Skipped } from '../../../engines/library/reading/skipped.ts';
import type { GrepMatch } from '../../../engines/library/search/grep.ts';
import type { TextsOptions } from '../../../engines/library/search/texts.ts';
import type { PageVisitor } from '../../../engines/library/storage/folder-reader.ts';
import { pageAfter } from '../../../engines/library/storage/text-page.ts';
import { aboutBook, bookTool, jsonList, reads, roomForLargest } from '../book-tool.ts';
import { AnswerPage, cursorArgument, nextCursorField, PAGE_BYTES, positionIn } from '../pages.ts';
import type { BooksCall, BooksWorld } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

/** The last line that was given, and how many there were with it. */
const POSITION = z.object({
  book: z.string(),
  key: z.string(),
  line: z.int().min(1),
  given: z.int().min(1).max(999),
});
type Position = z.infer<typeof POSITION>;

export const grepSearch = bookTool({
  name: 'grep_search',
  title: 'Search content',
  description:
    'Finds the lines of a book’s lessons that match a regular expression (RE2: no look-around, no back-references; case-sensitive unless it begins with (?i)). ' +
    'Users’ own versions are never searched.',
  input: z.strictObject({
    book_id: bookIdArgument,
    pattern: z.string().min(1).max(500).describe('Regular expression'),
    all_books: z.boolean().optional().describe('Search every book'),
    max_results: z.int().min(1).max(1000).optional().describe('Lines at most (default 100)'),
    cursor: cursorArgument,
  }),
  output: z.object({
    result: z.array(z.object({ file_path: z.string(), line_number: z.int(), matched_line: z.string() })),
    next_cursor: nextCursorField,
    hint: z.string().optional(),
  }),
  annotations: reads,
  subject: aboutBook,
  readsMany: ({ all_books }) => (all_books ? 'library' : 'book'),
  run: async ({ book_id, pattern, all_books = false, max_results = 100, cursor }, call: BooksCall) => {
    const { world, signal } = call;
    const asked = ['grep_search', book_id, pattern, all_books, max_results];
    const position = positionIn(cursor, asked, POSITION);
    const one = bookId(book_id);
    const all = all_books ? (await world.library.storage.folders('books/')).filter(isBookId) : [one];
    const books = position ? all.filter((book) => book >= position.book) : all;
    const skipped = new Skipped();
    const options: TextsOptions = {
      signal,
      admit: roomForLargest(call),
      onUnreadable: (place, failure) => skipped.note(place, failure),
    };
    const source = <Result>(visit: PageVisitor<Result>) => allOf(world, books, visit, options, position);
    const given = position?.given ?? 0;
    const maxResults = Math.min(max_results - given, MOST_ON_A_PAGE);
    const { matches, truncated } = await world.grepper.search(source, pattern, { maxResults, signal });
    const page = new AnswerPage<GrepMatch, Position>(asked);
    for (const match of matches) {
      const { file_path: key, line_number: line } = match;
      const book = key.split('/')[1] ?? '';
      if (!page.add(match, { book, key, line, given: given + page.items.length + 1 })) break;
    }
    const isCut = truncated && given + matches.length === max_results;
    if (truncated && !isCut) page.end();
    const { items, nextCursor } = page;
    const cut = isCut && nextCursor === undefined;
    return jsonList(items, {
      nextCursor,
      hint: cut ? `More lines match than max_results (${max_results}).` : undefined,
      meta: { ...(cut && { truncated: true, limit: max_results }), ...skipped.meta },
    });
  },
});

/** More matches than this do not fit into an answer, whatever they are. */
const MOST_ON_A_PAGE = Math.ceil(
  PAGE_BYTES / '{"file_path":"books/abc/content/a.md","line_number":1,"matched_line":""},'.length,
);

async function* allOf<Result>(
  { texts }: BooksWorld,
  books: readonly BookId[],
  visit: PageVisitor<Result>,
  options: TextsOptions,
  position?: Position,
): AsyncGenerator<Result> {
  for (const book of books) {
    const visitRest: PageVisitor<Result> =
      book === position?.book ? (page) => visit(pageAfter(page, position.key, position.line)) : visit;
    yield* texts.below(contentPrefix(book), visitRest, options);
  }
}
