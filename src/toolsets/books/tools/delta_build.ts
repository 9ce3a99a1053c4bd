import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { deltaOf } from '../delta.ts';
import { ownerOf } from '../files.ts';
import { bookId } from '../paths.ts';
import { instant } from '../time.ts';
import { type BooksCall, json, reads } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

const namespace = z.enum(['base', 'overlay']);

export const deltaBuild = defineTool({
  name: 'delta_build',
  title: 'Find what changed',
  description:
    'Lists the files of a book that were written or deleted after a moment, for an incremental build. Use next_since for the following call; manifest_hash ' +
    'tells whether two states of the book are equal.',
  input: z.strictObject({
    book_id: bookIdArgument,
    since: z.string().describe('ISO 8601 with seconds and offset, such as 2026-01-31T00:00:00Z'),
    include_content: z.boolean().optional().describe('Also return the text of changed lessons (default false)'),
    user_id: z.string().optional().describe("Also changes of this user's own versions"),
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
    user_id: z.string().optional(),
    base_changes: z.int().optional(),
    overlay_changes: z.int().optional(),
  }),
  annotations: reads,
  run: ({ book_id, since, include_content = false, user_id }, { world, caller }: BooksCall) =>
    world.audit.around(world.agentOf(caller), 'delta_build', { bookId: book_id, userId: user_id }, async () => {
      const book = bookId(book_id);
      await world.library.reconciled(book);
      const delta = await deltaOf(world.library, book, instant(since), ownerOf(user_id), include_content);
      world.meters.delta(delta.changed_files.length);
      return json({ changed_count: delta.changed_files.length, since, book_id, ...delta });
    }),
});
