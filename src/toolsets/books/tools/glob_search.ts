import * as z from 'zod';
import { bookPrefix } from '../../../engines/library/model/files.ts';
import { bookId, isBookId } from '../../../engines/library/model/names.ts';
import { Skipped } from '../../../engines/library/reading/skipped.ts';
import { compileGlob } from '../../../engines/library/search/glob.ts';
import { mayHideLessons } from '../../../engines/library/storage/hidden-files.ts';
import type { OnUnreadable } from '../../../engines/library/storage/storage.ts';
import { aboutBook, bookTool, jsonList, reads } from '../book-tool.ts';
import { AnswerPage, cursorArgument, nextCursorField, positionIn } from '../pages.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

export const globSearch = bookTool({
  name: 'glob_search',
  title: 'Find files by name',
  description:
    'Finds files of a book whose path matches a glob, such as content/**/*.summary.md: * and ? stay within a folder, ** crosses folders, [abc] and {a,b} work. ' +
    'Users’ own versions are never listed.',
  input: z.strictObject({
    book_id: bookIdArgument,
    pattern: z.string().min(1).max(255).describe('Glob on the path'),
    all_books: z.boolean().optional().describe('Search every book'),
    cursor: cursorArgument,
  }),
  output: z.object({ result: z.array(z.string()), next_cursor: nextCursorField }),
  annotations: reads,
  subject: aboutBook,
  readsMany: ({ all_books }) => (all_books ? 'library' : 'book'),
  run: async ({ book_id, pattern, all_books = false, cursor }, { world, signal }: BooksCall) => {
    const { storage } = world.library;
    const asked = ['glob_search', book_id, pattern, all_books];
    const [reached, last] = positionIn(cursor, asked, z.tuple([z.string(), z.string()])) ?? ['', ''];
    const one = bookId(book_id);
    const { folders, matches } = compileGlob(pattern);
    const books = all_books ? (await storage.folders('books/')).filter(isBookId) : [one];
    const page = new AnswerPage<string, [string, string]>(asked);
    const skipped = new Skipped();
    for (const book of books) {
      if (book < reached) continue;
      const after = book === reached ? last : '';
      const prefix = bookPrefix(book);
      const note: OnUnreadable = (place, failure) => {
        if (mayHideLessons(place) || matches(place.slice(prefix.length))) skipped.note(place, failure);
      };
      for (const folder of folders) {
        for await (const { key } of storage.list(`${prefix}${folder}`, signal, note, after)) {
          if (!matches(key.slice(prefix.length)) || page.add(key, [book, key])) continue;
          return jsonList(page.items, { nextCursor: page.nextCursor, meta: skipped.meta });
        }
      }
    }
    return jsonList(page.items, { meta: skipped.meta });
  },
});
