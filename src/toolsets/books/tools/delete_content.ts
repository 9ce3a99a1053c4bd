import * as z from 'zod';
import { lesson, namespaceOf, ownerOf } from '../../../engines/library/model/files.ts';
import { bookId, contentPath } from '../../../engines/library/model/names.ts';
import { aboutLesson, bookTool, json } from '../book-tool.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';

export const deleteContent = bookTool({
  name: 'delete_content',
  title: 'Delete content',
  description:
    'Deletes a lesson; succeeds also when there is none. With user_id only that user’s own version is deleted and the shared one shows again; without it, ' +
    'users’ own versions stay.',
  input: z.strictObject({ book_id: bookIdArgument, path: pathArgument, user_id: userIdArgument }),
  output: z.object({
    status: z.string(),
    path: z.string().describe('Storage key'),
    existed: z.boolean(),
    namespace: z.enum(['base', 'overlay']),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  subject: aboutLesson,
  run: async (args, { world }: BooksCall, actor) => {
    const { book_id, path, user_id } = args;
    const file = lesson(bookId(book_id), contentPath(path), ownerOf(user_id));
    const existed = await world.library.remove(file, actor);
    if (!existed) world.audit.unchanged(actor.agentId, actor.operation, aboutLesson(args));
    return json({ status: 'success', path: file.key, existed, namespace: namespaceOf(file.userId) });
  },
});
