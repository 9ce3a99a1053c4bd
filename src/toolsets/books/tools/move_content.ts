import * as z from 'zod';
import { move } from '../../../engines/library/markdown/move.ts';
import { type Moved, planMove } from '../../../engines/library/markdown/plan-move.ts';
import { bookId } from '../../../engines/library/model/names.ts';
import { bookTool, json } from '../book-tool.ts';
import { originalPaths } from '../original-paths.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

const MOST_LISTED = 100;

export const moveContent = bookTool({
  name: 'move_content',
  title: 'Move content',
  description:
    'Moves a lesson with its summary, a chapter folder or an asset of a book, and rewrites the links of all shared lessons to what moves and in it. All of it happens, or ' +
    'nothing. Users’ own versions stay as they are.',
  extra: true,
  input: z.strictObject({
    book_id: bookIdArgument,
    from: z.string().describe('Lesson, content/NN-Part/NN-Chapter, or static/TYPE/name'),
    to: z.string().describe('A free path of the same kind'),
    expected_hash: z.string().optional().describe('Move only if this is the current hash of the file'),
    dry_run: z.boolean().optional().describe('Only tell what would happen'),
  }),
  output: z.object({
    status: z.enum(['success', 'dry_run']),
    moved: z.array(z.object({ from: z.string(), to: z.string(), file_hash: z.string() })),
    moved_count: z.int(),
    rewritten: z
      .array(z.object({ path: z.string(), links: z.int(), file_hash: z.string() }))
      .describe('Lessons whose links were changed'),
    rewritten_count: z.int(),
    unchecked: z.array(z.string()).optional().describe('Lessons whose links could not be looked at'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  subject: ({ book_id, from }) => ({ bookId: book_id, path: from }),
  run: async ({ book_id, from, to, expected_hash, dry_run = false }, call: BooksCall, actor) => {
    const { world, signal } = call;
    const book = bookId(book_id);
    const admit = (bytes: number) => call.reserve(bytes);
    const originals = await originalPaths(world.library, book);
    const request = { book, from, to, expectedHash: expected_hash, originals, admit, signal };
    await world.library.reconciled(book);
    if (!dry_run) return report('success', await move(world.library, world.markdown, request, actor));
    world.audit.unchanged(actor.agentId, actor.operation, { bookId: book, path: from });
    return report('dry_run', await planMove(world.library, world.markdown, request));
  },
});

function report(status: 'success' | 'dry_run', { moved, rewritten, unchecked }: Moved) {
  return json({
    status,
    moved: moved.slice(0, MOST_LISTED).map(({ from, to, sha256 }) => ({ from, to, file_hash: sha256 })),
    moved_count: moved.length,
    rewritten: rewritten.slice(0, MOST_LISTED).map(({ path, links, sha256 }) => ({ path, links, file_hash: sha256 })),
    rewritten_count: rewritten.length,
    ...(unchecked.size > 0 && { unchecked: [...unchecked].slice(0, MOST_LISTED) }),
  });
}
