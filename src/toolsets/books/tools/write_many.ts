import * as z from 'zod';
import type { GroupedChange } from '../../../engines/library/commit/group-commit.ts';
import { unexpected } from '../../../engines/library/commit/refusals.ts';
import { BookFailure, invalid } from '../../../engines/library/model/failures.ts';
import { type FileRef, lesson, namespaceOf, ownerOf, sha256 } from '../../../engines/library/model/files.ts';
import { bookId, contentPath } from '../../../engines/library/model/names.ts';
import { bookTool, json } from '../book-tool.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';
import { encode, MAX_CONTENT_BYTES, MAX_CONTENT_REQUEST_BYTES } from './write_content.ts';

const MOST_CHANGES = 100;

const change = z.strictObject({
  path: pathArgument,
  content: z.string().min(1).nullish().describe('Markdown; left out to delete'),
  expected_hash: z
    .string()
    .regex(/^[a-f0-9]{64}$/, '64 lower-case hexadecimal digits, the file_hash_sha256 of read_content')
    .nullish()
    .describe('Its current hash; left out to create'),
  delete: z.boolean().nullish().describe('Delete it'),
});

/** Null counts as left out: some models have to send everything. */
type Asked = z.output<typeof change>;

export const writeMany = bookTool({
  name: 'write_many',
  title: 'Write many lessons',
  description:
    'Creates, updates and deletes up to 100 lessons of a book in one change: all of it happens, or nothing, and no reader sees a part of it. On CONFLICT nothing ' +
    'was changed; conflicts names each change that does not fit with the current hash.',
  extra: true,
  input: z.strictObject({
    book_id: bookIdArgument,
    changes: z.array(change).min(1).max(MOST_CHANGES).describe('Each lesson once'),
    user_id: userIdArgument,
  }),
  output: z.object({
    status: z.string(),
    namespace: z.enum(['base', 'overlay']),
    result: z.array(
      z.object({
        path: z.string(),
        mode: z.enum(['created', 'updated', 'deleted']),
        file_hash: z.string().optional(),
        file_size: z.int().optional().describe('Bytes'),
      }),
    ),
  }),
  maxRequestBytes: () => MAX_CONTENT_REQUEST_BYTES,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  subject: ({ book_id, user_id }) => ({ bookId: book_id, userId: user_id }),
  run: async ({ book_id, changes, user_id }, { world }: BooksCall, actor) => {
    const book = bookId(book_id);
    const owner = ownerOf(user_id);
    const group = changes.map((asked, index) =>
      naming(index, asked.path, () => changeOf(lesson(book, contentPath(asked.path), owner), asked)),
    );
    refuseTwice(changes);
    refuseTooMuch(group);
    const before = await world.library.changeTogether(group, actor);
    const result = group.map(({ file: { path }, content }, at) => {
      if (content === null) return { path, mode: 'deleted' as const };
      const mode = before[at] === undefined ? ('created' as const) : ('updated' as const);
      return { path, mode, file_hash: content.sha256, file_size: content.bytes.length };
    });
    return json({ status: 'success', namespace: namespaceOf(owner), result });
  },
});

function changeOf(file: FileRef, { delete: isDeletion, ...asked }: Asked): GroupedChange {
  const [content, expected_hash] = [asked.content ?? undefined, asked.expected_hash ?? undefined];
  if ((content === undefined) !== (isDeletion === true))
    throw invalid('VALIDATION_ERROR', 'content', 'Send content to write the lesson, or delete: true; one of them.');
  if (isDeletion && expected_hash === undefined)
    throw invalid('VALIDATION_ERROR', 'expected_hash', 'To delete a lesson, send its current hash as expected_hash.');
  const bytes = encode(content ?? '');
  return {
    file,
    content: content === undefined ? null : { bytes, sha256: sha256(bytes) },
    check: (current) => {
      if (current?.sha256 !== expected_hash) throw unexpected(file.path, current, expected_hash);
    },
  };
}

/** Tells which of the changes a failure is about. */
function naming<Result>(index: number, path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BookFailure)) throw error;
    const { error: _, code: __, message, ...extra } = error.data;
    throw new BookFailure(error.kind, error.code, `changes[${index}]: ${String(message)}`, { ...extra, index, path });
  }
}

function refuseTwice(changes: readonly Asked[]): void {
  const first = new Map<string, number>();
  for (const [index, { path }] of changes.entries()) {
    const other = first.get(path);
    if (other !== undefined) {
      const sentence = `changes[${index}] is about the same lesson as changes[${other}], ${path}. Send each lesson once.`;
      throw invalid('VALIDATION_ERROR', 'changes', sentence);
    }
    first.set(path, index);
  }
}

function refuseTooMuch(changes: readonly GroupedChange[]): void {
  const bytes = changes.reduce((sum, { content }) => sum + (content?.bytes.length ?? 0), 0);
  if (bytes <= MAX_CONTENT_BYTES) return;
  const sentence = `The changes have ${bytes} bytes; at most ${MAX_CONTENT_BYTES} are written at once. Send fewer.`;
  throw invalid('VALIDATION_ERROR', 'changes', sentence);
}
