import * as z from 'zod';
import type { Library } from '../../../engines/library/commit/library.ts';
import { sectionNotFound } from '../../../engines/library/markdown/section-failures.ts';
import { invalid, notFound } from '../../../engines/library/model/failures.ts';
import { BASE } from '../../../engines/library/model/file-key.ts';
import { contentPrefix, lesson, ownerOf } from '../../../engines/library/model/files.ts';
import {
  type BookId,
  bookId,
  type ContentPath,
  chapterFolder,
  contentPath,
  type Owner,
  partFolder,
} from '../../../engines/library/model/names.ts';
import { type AskedLesson, findVersion, readVersion } from '../../../engines/library/reading/history.ts';
import { type ReadItem, readFolder, type UnreadableItem } from '../../../engines/library/reading/read-lessons.ts';
import { skippedMeta } from '../../../engines/library/reading/skipped.ts';
import type { ToolOutput } from '../../../kernel/tool.ts';
import { aboutLesson, bookTool, json, jsonList, reads, roomForAnswer } from '../book-tool.ts';
import { AnswerPage, cursorArgument, nextCursorField, positionIn } from '../pages.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';

const fields = {
  content: z.string().optional(),
  file_size: z.int().optional().describe('Bytes'),
  last_modified: z.string().optional(),
  file_hash_sha256: z.string().optional().describe('Send it as expected_hash when you update the file'),
  source: z.enum(['base', 'overlay']).optional(),
};

const sectionFields = {
  section: z.string().optional(),
  lines: z.string().optional(),
  words: z.int().optional(),
  section_hash: z.string().optional().describe('Send it as section_hash when you update the section'),
};

export const readContent = bookTool({
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
    scope: z.enum(['file', 'chapter', 'part', 'book']).optional().describe('Default: file'),
    user_id: userIdArgument,
    cursor: cursorArgument,
    outline: z.boolean().optional().describe('Only its sections'),
    section: z.string().optional().describe('Such as Setup > Windows'),
    version: z.string().optional().describe('Hash or ISO time'),
  }),
  // Open: a section's section_hash comes along without a place in the listing, whose words are counted.
  output: z.looseObject({
    ...fields,
    result: z
      .array(z.object({ path: z.string().optional(), ...fields, error: z.string().optional(), ...sectionFields }))
      .optional()
      .describe('The files, for every scope but file; or the sections'),
    next_cursor: nextCursorField,
  }),
  annotations: reads,
  subject: aboutLesson,
  readsMany: ({ scope = 'file' }) => (scope === 'file' ? undefined : 'book'),
  run: ({ book_id, path, scope = 'file', user_id, cursor, outline = false, section, version }, call: BooksCall) => {
    const { lessons, meters } = call.world;
    const read = (): ToolOutput<Output> | Promise<ToolOutput<Output>> => {
      const book = bookId(book_id);
      const user = ownerOf(user_id);
      if (section !== undefined || outline) {
        refuseUnlessOne(scope, outline, section);
        return readPart(call, { book, path: contentPath(path), user }, version, section, cursor);
      }
      if (version !== undefined) {
        refuseFolders(scope, 'version');
        return readOld(call, { book, path: contentPath(path), user }, version);
      }
      const asked = ['read_content', book_id, path, scope, user_id];
      const after = positionIn(cursor, asked, z.string());
      if (scope !== 'file') return readAll(call, book, path, scope, user, new AnswerPage<Item>(asked), after);
      const file = contentPath(path);
      return lessons.again(lesson(book, file, user)) ?? readLesson(call, book, file, user);
    };
    return user_id === undefined ? read() : meters.overlayRead(read);
  },
});

type Item = Partial<ReadItem> & { path: string; error?: string };
type OutlineItem = { section: string; lines: string; words: number; section_hash: string };
type Output = Partial<ReadItem> & { section_hash?: string; result?: (Item | OutlineItem)[]; next_cursor?: string };

function refuseUnlessOne(scope: string, outline: boolean, section: string | undefined): void {
  refuseFolders(scope, section === undefined ? 'outline' : 'section');
  if (outline && section !== undefined)
    throw invalid('VALIDATION_ERROR', 'section', 'Send outline to see the sections, or section to read one; not both.');
}

function refuseFolders(scope: string, field: string): void {
  if (scope !== 'file') throw invalid('VALIDATION_ERROR', field, `${field} is about one lesson. Leave scope out.`);
}

/** The lesson as it was, with who wrote it and whether it is still so. */
async function readOld(call: BooksCall, asked: AskedLesson, version: string): Promise<ToolOutput<ReadItem>> {
  const { library } = call.world;
  return json(await readVersion(library, await findVersion(library, asked, version), roomForAnswer(call)));
}

/** The outline of a lesson, or one section of it: without the hash of the file, for which a part must not be sent. */
async function readPart(
  call: BooksCall,
  lesson: AskedLesson,
  version: string | undefined,
  name: string | undefined,
  cursor: string | undefined,
): Promise<ToolOutput<Output>> {
  const { book, path: file, user } = lesson;
  const { data } = await (version === undefined ? readLesson(call, book, file, user) : readOld(call, lesson, version));
  const { content, last_modified, source } = data;
  const sections = await call.world.markdown.sections(content);
  if (name !== undefined) {
    const section = sections.find(name);
    if (!section) throw sectionNotFound(file, name, sections);
    return json({ content: sections.textOf(section), section_hash: section.hash, last_modified, source });
  }
  const asked = ['read_content outline', book, file, user, version];
  const page = new AnswerPage<OutlineItem, number>(asked);
  const after = positionIn(cursor, asked, z.int()) ?? -1;
  for (const [at, section] of sections.all.entries()) {
    if (at <= after) continue;
    const { name, firstLine, lastLine, hash } = section;
    const words = sections.textOf(section).match(WORD)?.length ?? 0;
    if (!page.add({ section: name, lines: `${firstLine + 1}-${lastLine + 1}`, words, section_hash: hash }, at)) break;
  }
  return jsonList(page.items, { nextCursor: page.nextCursor });
}

const WORD = /[\p{L}\p{N}]+(?:['’_-][\p{L}\p{N}]+)*/gu;

async function readAll(
  call: BooksCall,
  book: BookId,
  path: string,
  scope: 'chapter' | 'part' | 'book',
  user: Owner,
  page: AnswerPage<Item>,
  after: string | undefined,
): Promise<ToolOutput<Output>> {
  const { library } = call.world;
  const folder =
    scope === 'book' ? '' : `${scope === 'part' ? partFolder(path) : chapterFolder(path)}/`.slice('content/'.length);
  const asked = { book, folder, deep: scope !== 'chapter', user, after: after ?? '' };
  for await (const item of readFolder(library, asked, roomForAnswer(call))) if (!page.add(item, item.path)) break;
  const { items, nextCursor } = page;
  if (items.length === 0 && after === undefined) await refuseMissing(library, book, folder, user, path);
  const unreadable = items.filter((item): item is UnreadableItem => item.error !== undefined);
  return jsonList(items, { nextCursor, meta: skippedMeta(unreadable) });
}

async function readLesson(
  call: BooksCall,
  book: BookId,
  file: ContentPath,
  user: Owner,
): Promise<ToolOutput<ReadItem>> {
  const { lessons } = call.world;
  const admit = roomForAnswer(call);
  const own = user === BASE ? undefined : await lessons.read(lesson(book, file, user), 'overlay', admit);
  const answer = own ?? (await lessons.read(lesson(book, file, BASE), 'base', admit));
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
