import * as z from 'zod';
import { findWords } from '../../../engines/library/fulltext/find-words.ts';
import type { Hit, SearchResult } from '../../../engines/library/fulltext/text-search.ts';
import { invalid } from '../../../engines/library/model/failures.ts';
import { ownerOf } from '../../../engines/library/model/files.ts';
import { type BookId, bookId, isBookId } from '../../../engines/library/model/names.ts';
import { skippedMeta } from '../../../engines/library/reading/skipped.ts';
import { bookTool, json, reads, roomForLargest } from '../book-tool.ts';
import { AnswerPage, cursorArgument, nextCursorField, PAGE_BYTES, positionIn } from '../pages.ts';
import type { BooksCall, BooksWorld } from '../world.ts';
import { userIdArgument } from './arguments.ts';

/** How many passages came before, and whether one word of many is enough. */
const POSITION = z.object({ offset: z.int().min(1).max(1_000_000), any: z.boolean() });
type Position = z.infer<typeof POSITION>;

/** So long at most lessons are indexed within a call. */
const INDEXING_MS = 10_000;
const DEFAULT_LIMIT = 10;
/** An answer of the default length is to take 1,500 tokens at most. */
const BYTES_A_HIT = 420;

const hit = z.object({
  book_id: z.string().optional().describe('With all_books'),
  path: z.string(),
  title: z.string().optional().describe('Of the lesson, unless heading begins with it'),
  heading: z.string().optional().describe('What read_content takes as section'),
  line: z.int(),
  excerpt: z.string().describe('Matches are in « and »'),
});

/** Ranked full text, for agents that look for something and do not know where it is. */
export const searchContent = bookTool({
  name: 'search_content',
  title: 'Search by words',
  description:
    'Finds the sections of lessons that hold all of some words, best first; case and accents do not matter, headings weigh more. ' +
    '"a phrase", begin* and -without work.',
  extra: true,
  input: z.strictObject({
    query: z.string().min(1).max(500).describe('Words, such as install windows -docker'),
    book_id: z.string().optional().describe('Such as ai-python; needed unless all_books'),
    all_books: z.boolean().optional().describe('Search every book'),
    user_id: userIdArgument,
    limit: z.int().min(1).max(50).optional().describe('At most this many sections (default 10)'),
    cursor: cursorArgument,
  }),
  output: z.object({
    result: z.array(hit),
    complete: z.boolean().optional().describe('False when lessons are still to be indexed: call again'),
    next_cursor: nextCursorField,
    hint: z.string().optional(),
  }),
  annotations: reads,
  subject: ({ book_id = '', user_id }) => ({ bookId: book_id, userId: user_id }),
  readsMany: ({ all_books }) => (all_books ? 'library' : 'book'),
  run: async (
    { query, book_id, all_books: isWhole = false, user_id, limit = DEFAULT_LIMIT, cursor },
    call: BooksCall,
  ) => {
    const { textSearch } = call.world;
    const asked = ['search_content', query, book_id, isWhole, user_id, limit];
    const position = positionIn(cursor, asked, POSITION);
    const books = await booksOf(call.world, book_id, isWhole);
    const user = ownerOf(user_id);
    const scope = { books, isWhole, user, limit, offset: position?.offset ?? 0, any: position?.any };
    const found = await findWords(textSearch, query, scope, {
      deadline: performance.now() + INDEXING_MS,
      signal: call.signal,
      admit: roomForLargest(call),
    });
    const { any, remark: hint } = found;
    const page = new AnswerPage<z.input<typeof hit>, Position>(asked, Math.min(limit * BYTES_A_HIT, PAGE_BYTES));
    for (const one of found.hits) if (!page.add(told(one, isWhole), { offset: one.position + 1, any })) break;
    if (found.hasMore) page.end();
    const meta = skippedMeta(skippedIn(found));
    const data = {
      result: page.items,
      ...(found.waiting > 0 && { complete: false }),
      ...(page.nextCursor !== undefined && { next_cursor: page.nextCursor }),
      ...(hint !== '' && { hint }),
    };
    return { ...json(data), ...(meta && { meta }) };
  },
});

async function booksOf({ library }: BooksWorld, id: string | undefined, isWhole: boolean): Promise<BookId[]> {
  if (isWhole) return (await library.storage.folders('books/')).filter(isBookId);
  if (id !== undefined) return [bookId(id)];
  throw invalid('VALIDATION_ERROR', 'book_id', 'Name a book as book_id, or search every book with all_books: true.');
}

function told({ bookId: book_id, path, title, section, line, excerpt }: Hit, isWhole: boolean): z.input<typeof hit> {
  return {
    ...(isWhole && { book_id }),
    path,
    ...(!section.startsWith(title) && { title }),
    ...(section !== '' && { heading: section }),
    line,
    excerpt,
  };
}

function skippedIn({ unreadable, tooLong }: SearchResult) {
  const error = 'The file is too long to be searched by words; grep_search finds what is in it.';
  return [...unreadable, ...tooLong.map((path) => ({ path, error }))];
}
