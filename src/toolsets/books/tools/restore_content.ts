import * as z from 'zod';
import { lesson, namespaceOf, ownerOf } from '../../../engines/library/model/files.ts';
import { bookId, contentPath } from '../../../engines/library/model/names.ts';
import { findVersion } from '../../../engines/library/reading/history.ts';
import { aboutLesson, bookTool, json, roomForLargest } from '../book-tool.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';

export const restoreContent = bookTool({
  name: 'restore_content',
  title: 'Restore a version',
  description:
    'Writes an old version of a lesson as its newest one; nothing of the history goes. For a deleted lesson leave expected_hash out. On CONFLICT read again ' +
    'and decide anew.',
  extra: true,
  input: z.strictObject({
    book_id: bookIdArgument,
    path: pathArgument,
    version: z.string().describe('A hash of content_history, or an ISO time: as it was then'),
    expected_hash: z
      .string()
      .regex(/^[a-f0-9]{64}$/, '64 lower-case hexadecimal digits, the file_hash_sha256 of read_content')
      .optional()
      .describe('Its current hash; left out where it is deleted'),
    user_id: userIdArgument,
  }),
  output: z.object({
    status: z.string(),
    mode: z.enum(['created', 'updated']),
    file_hash: z.string(),
    file_size: z.int().describe('Bytes'),
    restored_from: z.string().describe('When that version was written'),
    namespace: z.enum(['base', 'overlay']),
    path: z.string().describe('Storage key'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  subject: aboutLesson,
  run: async ({ book_id, path, version, expected_hash, user_id }, call: BooksCall, actor) => {
    const { library, meters } = call.world;
    const asked = { book: bookId(book_id), path: contentPath(path), user: ownerOf(user_id) };
    const found = await findVersion(library, asked, version);
    const bytes = await library.versions.read(found.file, found.row, roomForLargest(call));
    const file = lesson(asked.book, asked.path, asked.user);
    const write = () => library.write(file, bytes, expected_hash, actor);
    const { mode, sha256, size } = await meters.write(expected_hash === undefined ? 'create' : 'update', write);
    return json({
      status: 'success',
      mode,
      file_hash: sha256,
      file_size: size,
      restored_from: found.row.writtenAt,
      namespace: namespaceOf(file.userId),
      path: file.key,
    });
  },
});
