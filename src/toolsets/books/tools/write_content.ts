import * as z from 'zod';
import type { Actor } from '../../../engines/library/commit/commit.ts';
import type { Written } from '../../../engines/library/commit/library.ts';
import { replaceSection, type SectionEdit } from '../../../engines/library/markdown/replace-section.ts';
import { type BookFailure, invalid, notFound } from '../../../engines/library/model/failures.ts';
import { BASE } from '../../../engines/library/model/file-key.ts';
import { type FileRef, lesson, namespaceOf, ownerOf } from '../../../engines/library/model/files.ts';
import { bookId, contentPath } from '../../../engines/library/model/names.ts';
import { present } from '../../../engines/library/reading/read-lessons.ts';
import { aboutLesson, bookTool, json } from '../book-tool.ts';
import type { BooksCall, BooksWorld } from '../world.ts';
import { bookIdArgument, pathArgument, userIdArgument } from './arguments.ts';

export const MAX_CONTENT_BYTES = 10_000_000;
/** A byte may be written as `\\u000a`. */
const LONGEST_ESCAPE = 6;
export const MAX_CONTENT_REQUEST_BYTES = MAX_CONTENT_BYTES * LONGEST_ESCAPE + 64 * 1024;

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
    section: z.string().optional().describe('Replace only this'),
    section_hash: z.string().optional().describe('From read_content'),
  }),
  // Open: the new section_hash comes along without a place in the listing, whose words are counted.
  output: z.looseObject({
    status: z.string(),
    mode: z.enum(['created', 'updated']),
    file_hash: z.string(),
    file_size: z.int().describe('Bytes'),
    namespace: z.enum(['base', 'overlay']),
    path: z.string().describe('Storage key'),
  }),
  maxRequestBytes: () => MAX_CONTENT_REQUEST_BYTES,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  subject: aboutLesson,
  run: async (
    { book_id, path, content, expected_hash, user_id, section, section_hash },
    { world }: BooksCall,
    actor,
  ) => {
    const file = lesson(bookId(book_id), contentPath(path), ownerOf(user_id));
    const bytes = encode(content);
    refuseMixedHashes(section, section_hash, expected_hash);
    const write = async (): Promise<Written & { section_hash?: string }> =>
      section === undefined
        ? world.library.write(file, bytes, expected_hash, actor)
        : writeSection(world, file, { section, hash: section_hash, content }, actor);
    const isCreation = expected_hash === undefined && section === undefined;
    const { mode, sha256, size, ...part } = await world.meters.write(isCreation ? 'create' : 'update', write);
    const namespace = namespaceOf(file.userId);
    return json({ status: 'success', mode, file_hash: sha256, file_size: size, namespace, path: file.key, ...part });
  },
});

function refuseMixedHashes(section?: string, sectionHash?: string, expectedHash?: string): void {
  if (section === undefined && sectionHash !== undefined)
    throw invalid('VALIDATION_ERROR', 'section_hash', 'section_hash needs section: say which section it is of.');
  if (section !== undefined && expectedHash !== undefined)
    throw invalid('VALIDATION_ERROR', 'expected_hash', 'With section, send section_hash and leave expected_hash out.');
}

/** Whatever happens to the other sections meanwhile, they stay as they are then. */
async function writeSection(
  { library, markdown }: BooksWorld,
  file: FileRef,
  edit: SectionEdit,
  actor: Actor,
): Promise<Written & { section_hash: string }> {
  let section_hash = '';
  const written = await library.revise(file, actor, async (current) => {
    if (current === undefined) throw nothingToEdit(file);
    const { content } = present(file.path, current, namespaceOf(file.userId));
    const edited = await replaceSection(markdown, file.path, content, edit);
    section_hash = edited.hash;
    return encode(edited.text);
  });
  return { ...written, section_hash };
}

function nothingToEdit({ path, userId }: FileRef): BookFailure {
  const what = userId === BASE ? 'There is no such lesson' : 'This user has no own version of the lesson';
  return notFound(path, `${what}. To create it, send all of it, without section and without a hash.`);
}

/** UTF-8 without any change; half a surrogate pair has no UTF-8 and would be replaced. */
export function encode(content: string): Buffer {
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
