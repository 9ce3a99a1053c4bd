import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { lesson, namespaceOf, ownerOf } from '../files.ts';
import { bookId, contentPath } from '../paths.ts';
import { type BooksCall, json } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';

export const deleteContent = defineTool({
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
  run: ({ book_id, path, user_id }, { world, caller }: BooksCall) => {
    const agentId = world.agentOf(caller);
    const subject = { bookId: book_id, path, userId: user_id };
    const work = async () => {
      const file = lesson(bookId(book_id), contentPath(path), ownerOf(user_id));
      const existed = await world.library.remove(file, { agentId, operation: 'delete_content' });
      if (!existed) world.audit.unchanged(agentId, 'delete_content', subject);
      return json({ status: 'success', path: file.key, existed, namespace: namespaceOf(file.userId) });
    };
    return world.audit.around(agentId, 'delete_content', subject, work, true);
  },
});
