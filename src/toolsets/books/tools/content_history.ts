import * as z from 'zod';
import type { VersionRow } from '../../../engines/library/journal/version-journal.ts';
import { lesson, ownerOf } from '../../../engines/library/model/files.ts';
import { bookId, contentPath } from '../../../engines/library/model/names.ts';
import { neverWritten } from '../../../engines/library/reading/compare-versions.ts';
import { upToDate } from '../../../engines/library/reading/history.ts';
import { aboutLesson, bookTool, jsonList, reads } from '../book-tool.ts';
import { AnswerPage, cursorArgument, nextCursorField, positionIn } from '../pages.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';

const MOST = 200;

const version = z.object({
  written_at: z.string(),
  agent_id: z.string().describe('Who wrote it'),
  operation: z.string().describe('The tool, or what the server did by itself'),
  file_size: z.int().optional().describe('Bytes'),
  file_hash_sha256: z.string().optional().describe('Send it as version'),
  deleted: z.boolean().optional(),
});

/** What a lesson has been, also one that is gone. */
export const contentHistory = bookTool({
  name: 'content_history',
  title: 'List versions',
  description:
    'Lists the versions of a lesson, newest first: when, by whom, how large, their hashes. Deleted lessons have a history too. Read one with version of ' +
    'read_content, compare with diff_content, bring one back with restore_content.',
  extra: true,
  input: z.strictObject({
    book_id: bookIdArgument,
    path: pathArgument,
    user_id: userIdArgument,
    limit: z.int().min(1).max(MOST).optional().describe('At most this many (default 50)'),
    cursor: cursorArgument,
  }),
  output: z.object({ result: z.array(version), next_cursor: nextCursorField }),
  annotations: reads,
  subject: aboutLesson,
  run: async ({ book_id, path, user_id, limit = 50, cursor }, { world }: BooksCall) => {
    const asked = ['content_history', book_id, path, user_id];
    const before = positionIn(cursor, asked, z.iso.datetime());
    const file = lesson(bookId(book_id), contentPath(path), ownerOf(user_id));
    await upToDate(world.library, file);
    const rows = await world.library.journal.history.list(file, limit + 1, before);
    if (rows.length === 0 && before === undefined) throw neverWritten(file);
    const page = new AnswerPage<z.input<typeof version>>(asked);
    for (const row of rows.slice(0, limit)) if (!page.add(versionItem(row), row.writtenAt)) break;
    if (rows.length > limit) page.end();
    return jsonList(page.items, { nextCursor: page.nextCursor });
  },
});

/** A version as lists show it. */
function versionItem({ writtenAt, agentId, operation, size, sha256 }: VersionRow): z.input<typeof version> {
  const what = sha256 === null ? { deleted: true } : { file_size: size, file_hash_sha256: sha256 };
  return { written_at: writtenAt, agent_id: agentId, operation, ...what };
}
