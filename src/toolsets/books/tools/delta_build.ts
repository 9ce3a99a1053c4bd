import * as z from 'zod';
import type { UnreadableFile } from '../../../engines/library/commit/reconciler.ts';
import { invalid } from '../../../engines/library/model/failures.ts';
import { namespaceOf, ownerOf, sha256 } from '../../../engines/library/model/files.ts';
import { bookId } from '../../../engines/library/model/names.ts';
import { instant } from '../../../engines/library/model/time.ts';
import { deltaOf } from '../../../engines/library/reading/delta.ts';
import { heldManifest } from '../../../engines/library/reading/held-manifest.ts';
import { planOf } from '../../../engines/library/reading/manifest-plan.ts';
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
    'Lists files of a book that were written or deleted after a moment, or differ from a manifest. Use next_since or manifest_hash for the following call.',
  input: z.strictObject({
    book_id: bookIdArgument,
    since: z.string().optional().describe('ISO 8601 with zone'),
    include_content: z.boolean().optional().describe('With the text of changed lessons'),
    user_id: z.string().optional().describe("Also changes of this user's own versions"),
    manifest: z.string().optional().describe('manifest_hash, or lines path:sha256'),
    cursor: cursorArgument,
  }),
  output: z.object({
    changed_count: z.int(),
    since: z.string().optional(),
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
    deleted_files: z.array(
      z.object({
        path: z.string(),
        namespace,
        last_modified: z.string().optional().describe('Absent where files are compared with a manifest'),
      }),
    ),
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
  run: async ({ book_id, since, include_content = false, user_id, manifest, cursor }, call: BooksCall) => {
    const { library, meters } = call.world;
    const asked = ['delta_build', book_id, since, include_content, user_id];
    if (manifest !== undefined) asked.push(sha256(manifest));
    const book = bookId(book_id);
    const user = ownerOf(user_id);
    const from = manifest === undefined ? positionIn(cursor, asked, z.iso.datetime()) : undefined;
    const behind = manifest === undefined ? undefined : positionIn(cursor, asked, planPosition);
    const moment = momentOf(since, manifest);
    const held = manifest === undefined ? undefined : await heldManifest(manifest, user);
    const errors = errorsOf(await library.reconciled(book, user));
    const room = Math.max(PAGE_BYTES / 4, PAGE_BYTES - (errors ? JSON.stringify(errors).length : 0));
    const telling = { withContent: include_content, admit: roomForAnswer(call), room };
    const { delta, next } = held
      ? await planOf(library, book, user, held, telling, behind)
      : await deltaOf(library, book, from ?? moment, user, telling);
    meters.delta(delta.changed_files.length);
    const rest = next !== undefined && { next_cursor: cursorAt(asked, next) };
    const echo = since !== undefined && { since };
    return json({ changed_count: delta.changed_files.length, ...echo, book_id, ...delta, ...rest, ...errors });
  },
});

const planPosition = z.tuple([z.string(), z.iso.datetime()]);

/** The moment from which on changes are asked for; compared with a manifest it counts for nothing, but must be one. */
function momentOf(since: string | undefined, manifest: string | undefined): string {
  if (since !== undefined) return instant(since);
  if (manifest !== undefined) return '';
  throw invalid('VALIDATION_ERROR', 'since', 'Say since when, or send the manifest of what you have.');
}

function errorsOf(unreadable: readonly UnreadableFile[]) {
  if (unreadable.length === 0) return undefined;
  const listed = unreadable.slice(0, MOST_ERRORS_LISTED);
  const error_manifest = listed.map(({ path, userId, error }) => ({ path, namespace: namespaceOf(userId), error }));
  return { error_manifest, total_errors: unreadable.length };
}
