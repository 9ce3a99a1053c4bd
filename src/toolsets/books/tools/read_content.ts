import * as z from 'zod';
import { defineTool, type ToolOutput } from '../../../kernel/tool.ts';
import { notFound } from '../failures.ts';
import { lesson, ownerOf } from '../files.ts';
import { BASE } from '../journal/journal.ts';
import type { Library } from '../library.ts';
import {
  type BookId,
  bookId,
  type ContentPath,
  chapterFolder,
  contentPath,
  contentPrefix,
  type Owner,
  partFolder,
} from '../paths.ts';
import { type ReadItem, readFolder } from '../reading.ts';
import type { Readings } from '../readings.ts';
import { type BooksCall, jsonList, reads } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';

const fields = {
  content: z.string().optional(),
  file_size: z.int().optional().describe('Bytes'),
  last_modified: z.string().optional(),
  file_hash_sha256: z.string().optional().describe('Send it as expected_hash when you update the file'),
  source: z.enum(['base', 'overlay']).optional().describe('Where the content came from'),
};

export const readContent = defineTool({
  name: 'read_content',
  title: 'Read content',
  description:
    'Reads a lesson with its hash, or with scope chapter, part or book all Markdown files below a folder. With user_id, that user’s own version ' +
    'wins over the shared one. Read before you update: write_content needs the hash.',
  input: z.strictObject({
    book_id: bookIdArgument,
    path: pathArgument.describe(
      'Lesson for scope file; content/NN-Part for part, content/NN-Part/NN-Chapter for chapter; ignored for book',
    ),
    scope: z.enum(['file', 'chapter', 'part', 'book']).optional().describe('file (default), chapter, part or book'),
    user_id: userIdArgument,
  }),
  output: z.object({
    ...fields,
    result: z
      .array(z.object({ path: z.string(), ...fields, error: z.string().optional() }))
      .optional()
      .describe('The files, for every scope but file'),
  }),
  annotations: reads,
  run: ({ book_id, path, scope = 'file', user_id }, { world, caller }: BooksCall) => {
    const subject = { bookId: book_id, path, userId: user_id };
    const read = (): ToolOutput<Output> | Promise<ToolOutput<Output>> => {
      const book = bookId(book_id);
      const user = ownerOf(user_id);
      if (scope !== 'file') return readAll(world.library, book, path, scope, user);
      const file = contentPath(path);
      return world.readings.again(lesson(book, file, user)) ?? readLesson(world.readings, book, file, user);
    };
    const metered = user_id === undefined ? read : () => world.meters.overlayRead(read);
    return world.audit.around(world.agentOf(caller), 'read_content', subject, metered);
  },
});

type Item = Partial<ReadItem> & { path: string; error?: string };
type Output = Partial<ReadItem> & { result?: Item[] };

async function readAll(
  library: Library,
  book: BookId,
  path: string,
  scope: 'chapter' | 'part' | 'book',
  user: Owner,
): Promise<ToolOutput<Output>> {
  const folder =
    scope === 'book' ? '' : `${scope === 'part' ? partFolder(path) : chapterFolder(path)}/`.slice('content/'.length);
  const items = await readFolder(library, book, folder, scope !== 'chapter', user);
  if (items.length === 0) await refuseMissing(library, book, folder, user, path);
  return jsonList(items as Item[]);
}

async function readLesson(
  readings: Readings,
  book: BookId,
  file: ContentPath,
  user: Owner,
): Promise<ToolOutput<ReadItem>> {
  const own = user === BASE ? undefined : await readings.read(lesson(book, file, user), 'overlay');
  const answer = own ?? (await readings.read(lesson(book, file, BASE), 'base'));
  if (answer === undefined) {
    throw notFound(
      file,
      'There is no such lesson. Find the right path with glob_search, or create it with write_content.',
    );
  }
  return answer;
}

async function refuseMissing(library: Library, book: BookId, folder: string, user: Owner, path: string): Promise<void> {
  const prefixes = [contentPrefix(book), ...(user === BASE ? [] : [contentPrefix(book, user)])];
  for (const prefix of prefixes) if (await library.storage.exists(`${prefix}${folder}`)) return;
  throw notFound(path, 'There is no such folder. List the books with list_books, or find files with glob_search.');
}
