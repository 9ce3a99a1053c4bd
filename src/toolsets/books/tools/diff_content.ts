import * as z from 'zod';
import { lesson, ownerOf } from '../../../engines/library/model/files.ts';
import { bookId, contentPath } from '../../../engines/library/model/names.ts';
import { chooseSides } from '../../../engines/library/reading/compare-versions.ts';
import { unifiedDiff } from '../../../engines/library/reading/unified-diff.ts';
import { aboutLesson, bookTool, json, reads } from '../book-tool.ts';
import { cursorArgument, cursorAt, nextCursorField, PAGE_BYTES, positionIn } from '../pages.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';

/** Text, lines and their numbers. */
const MEMORY_A_BYTE = 8;

export const diffContent = bookTool({
  name: 'diff_content',
  title: 'Compare versions',
  description:
    'Compares two versions of a lesson as a unified diff. Without from and to: the last change of it. With user_id and without from: that user’s own version ' +
    'with the shared one.',
  extra: true,
  input: z.strictObject({
    book_id: bookIdArgument,
    path: pathArgument,
    from: z.string().optional().describe('A hash of content_history, or an ISO time; default: the version before to'),
    to: z.string().optional().describe('Likewise; default: as it is now'),
    user_id: userIdArgument,
    cursor: cursorArgument,
  }),
  output: z.object({
    from: z.string().describe('Hash, or nothing where there was no lesson'),
    to: z.string(),
    added_lines: z.int(),
    removed_lines: z.int(),
    diff: z.string().describe('Empty when both are equal'),
    next_cursor: nextCursorField.describe('Where the rest of a long diff begins'),
  }),
  annotations: reads,
  subject: aboutLesson,
  run: async ({ book_id, path, from, to, user_id, cursor }, call: BooksCall) => {
    const { library } = call.world;
    const file = lesson(bookId(book_id), contentPath(path), ownerOf(user_id));
    const sides = await chooseSides(library, file, { from, to }, (bytes) => call.reserve(bytes * MEMORY_A_BYTE));
    const [old, now] = sides.map(({ sha256 }) => sha256 ?? 'nothing') as [string, string];
    const asked = ['diff_content', book_id, path, user_id, old, now];
    const skipped = positionIn(cursor, asked, z.int()) ?? 0;
    const { added, removed, lines } = await unifiedDiff(...sides, call.signal);
    const page: string[] = [];
    let left = PAGE_BYTES;
    let position = 0;
    for (const line of lines()) {
      if (position++ < skipped) continue;
      left -= Buffer.byteLength(line) + 1;
      if (left < 0 && page.length > 0) break;
      page.push(line);
    }
    return json({
      from: old,
      to: now,
      added_lines: added,
      removed_lines: removed,
      diff: page.join('\n'),
      ...(left < 0 && position > skipped + page.length && { next_cursor: cursorAt(asked, skipped + page.length) }),
    });
  },
});
