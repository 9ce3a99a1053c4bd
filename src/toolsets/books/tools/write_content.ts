import * as z from 'zod';
import { invalid } from '../../../engines/library/model/failures.ts';
import { lesson, namespaceOf, ownerOf } from '../../../engines/library/model/files.ts';
import { bookId, contentPath } from '../../../engines/library/model/names.ts';
import { aboutLesson, bookTool, json } from '../book-tool.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';

const MAX_CONTENT_BYTES = 10_000_000;
/** A byte may be written as `\\u000a`. */
const LONGEST_ESCAPE = 6;

export const writeContent = bookTool({
  name: 'write_content',
  title: 'Write content',
  description:
    'Creates a lesson, or updates it if expected_hash is its current hash (from read_content). On CONFLICT read again, merge and retry: nothing is ever ' +
    'overwritten blindly. With user_id only that user’s own version is written.',
  input: z.strictObject({
    book_id: bookIdArgument,
    path: pathArgument,
    content: z.string().min(1).describe('Markdown, stored byte for byte as UTF-8'),
    expected_hash: z
      .string()
      .regex(/^[a-f0-9]{64}$/, '64 lower-case hexadecimal digits, the file_hash_sha256 of read_content')
      .optional()
      .describe('Its current hash to update; left out to create'),
    user_id: userIdArgument,
  }),
  output: z.object({
    status: z.string(),
    mode: z.enum(['created', 'updated']),
    file_hash: z.string(),
    file_size: z.int().describe('Bytes'),
    namespace: z.enum(['base', 'overlay']),
    path: z.string().describe('Storage key'),
  }),
  maxRequestBytes: () => MAX_CONTENT_BYTES * LONGEST_ESCAPE + 64 * 1024,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  subject: aboutLesson,
  run: async ({ book_id, path, content, expected_hash, user_id }, { world }: BooksCall, actor) => {
    const file = lesson(bookId(book_id), contentPath(path), ownerOf(user_id));
    const { mode, sha256, size } = await world.meters.write(expected_hash === undefined ? 'create' : 'update', () =>
      world.library.write(file, encode(content), expected_hash, actor),
    );
    const namespace = namespaceOf(file.userId);
    return json({ status: 'success', mode, file_hash: sha256, file_size: size, namespace, path: file.key });
  },
});

/** UTF-8 without any change; half a surrogate pair has no UTF-8 and would be replaced. */
function encode(content: string): Buffer {
  const bytes = Buffer.from(content);
  if (bytes.length > MAX_CONTENT_BYTES) {
    throw invalid(
      'VALIDATION_ERROR',
      'content',
      `The content has ${bytes.length} bytes; at most ${MAX_CONTENT_BYTES} are stored. Split the lesson.`,
    );
  }
  if (bytes.toString() !== content) {
    throw invalid(
      'VALIDATION_ERROR',
      'content',
      'The content holds half a surrogate pair, which is no character. Remove it.',
    );
  }
  return bytes;
}
