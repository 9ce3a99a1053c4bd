import * as z from 'zod';
import type { UnreadableFile } from '../../../engines/library/commit/reconciler.ts';
import { namespaceOf, ownerOf } from '../../../engines/library/model/files.ts';
import { bookId } from '../../../engines/library/model/names.ts';
import { instant } from '../../../engines/library/model/time.ts';
import { deltaOf } from '../../../engines/library/reading/delta.ts';
import { bookTool, json, reads, roomForAnswer } from '../book-tool.ts';
import { cursorArgument, cursorAt, nextCursorField, PAGE_BYTES, positionIn } from '../pages.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

/** Few enough to leave room for what has changed. */
const MOST_ERRORS_LISTED = 25;
const namespace = z.enum(['base', 'overlay']);

export const deltaBuild = bookTool({
  name: 'delta_build',
  title: 'Find what changed',
  description:
    'Lists the files of a book that were written or deleted after a moment, for an incremental build. Use next_since for the following call; manifest_hash ' +
    'tells whether two states of the book are equal.',
  input: z.strictObject({
    book_id: bookIdArgument,
    since: z.string().describe('ISO 8601 with offset, such as 2026-01-31T00:00:00Z'),
    include_content: z.boolean().optional().describe('Also return the text of changed lessons'),
    user_id: z.string().optional().describe("Also changes of this user's own versions"),
    cursor: cursorArgument,
  }),
  output: z.object({
    changed_count: z.int(),
    since: z.string(),
    book_id: z.string(),
    status: z.enum(['changed', 'unchanged']),
    changed_files: z.array(
      z.object({
        path: z.string(),
        sha256: z.string(),
        last_modified: z.string(),
        namespace,
        user_id: z.string().optional(),
        content: z.string().optional(),
        error: z.string().optional(),
      }),
    ),
    deleted_files: z.array(z.object({ path: z.string(), namespace, last_modified: z.string() })),
    manifest_hash: z.string(),
    next_since: z.string(),
    has_more: z.boolean().optional(),
    next_cursor: nextCursorField,
    error_manifest: z
      .array(z.object({ path: z.string(), namespace, error: z.string() }))
      .optional()
      .describe('Cannot be read now: whether they have changed is not known'),
    total_errors: z.int().optional(),
    user_id: z.string().optional(),
    base_changes: z.int().optional(),
    overlay_changes: z.int().optional(),
  }),
  annotations: reads,
  subject: ({ book_id, user_id }) => ({ bookId: book_id, userId: user_id }),
  readsMany: () => 'book',
  run: async ({ book_id, since, include_content = false, user_id, cursor }, call: BooksCall) => {
    const { world } = call;
    const asked = ['delta_build', book_id, since, include_content, user_id];
    const reached = positionIn(cursor, asked, z.iso.datetime());
    const book = bookId(book_id);
    const user = ownerOf(user_id);
    const from = reached ?? instant(since);
    const unreadable = await world.library.reconciled(book, user);
    const errors = errorsOf(unreadable);
    const room = Math.max(PAGE_BYTES / 4, PAGE_BYTES - (errors ? JSON.stringify(errors).length : 0));
    const delta = await deltaOf(world.library, book, from, user, include_content, roomForAnswer(call), room);
    world.meters.delta(delta.changed_files.length);
    const rest = delta.has_more && { next_cursor: cursorAt(asked, delta.next_since) };
    return json({ changed_count: delta.changed_files.length, since, book_id, ...delta, ...rest, ...errors });
  },
});

function errorsOf(unreadable: readonly UnreadableFile[]) {
  if (unreadable.length === 0) return undefined;
  const listed = unreadable.slice(0, MOST_ERRORS_LISTED);
  const error_manifest = listed.map(({ path, userId, error }) => ({ path, namespace: namespaceOf(userId), error }));
  return { error_manifest, total_errors: unreadable.length };
}
