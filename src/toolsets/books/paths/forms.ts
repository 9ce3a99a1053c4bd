import { invalid, schemaViolation } from '../failures.ts';
import { assetType } from './names.ts';
import { refuseTraversal } from './traversal.ts';

declare const brand: unique symbol;

/** The book-relative path of a lesson or a summary (FR-007). */
export type ContentPath = string & { readonly [brand]: 'ContentPath' };
/** The book-relative path of an asset (FR-008). */
export type AssetPath = string & { readonly [brand]: 'AssetPath' };
/** The book-relative path of a part or a chapter, without a slash at its end. */
export type Folder = string & { readonly [brand]: 'Folder' };

const MAX_CHARS = 255;
// The longest name that every file system takes.
const MAX_NAME_BYTES = 255;

const NAME = '[0-9]{2}-[A-Za-z0-9][A-Za-z0-9-]*';
const LESSON = new RegExp(`^content/${NAME}/${NAME}/${NAME}(?:\\.summary)?\\.md$`);
const PART = new RegExp(`^content/${NAME}$`);
const CHAPTER = new RegExp(`^content/${NAME}/${NAME}$`);
const README = new RegExp(`^(?:content/(?:${NAME}/){0,2})?README\\.md$`);

const LESSON_FORMAT = 'content/NN-Part/NN-Chapter/NN-lesson.md or content/NN-Part/NN-Chapter/NN-lesson.summary.md';

/** Takes a text as the path of a lesson or a summary, or refuses it. */
export function contentPath(text: string): ContentPath {
  return shaped(text, LESSON, 'The path is not that of a lesson or a summary.', LESSON_FORMAT) as ContentPath;
}

/** Takes a text as the folder of a part, with or without a slash at its end, or refuses it. */
export function partFolder(text: string): Folder {
  return shaped(text, PART, 'The path is not that of a part.', 'content/NN-Part', '/') as Folder;
}

/** Takes a text as the folder of a chapter, with or without a slash at its end, or refuses it. */
export function chapterFolder(text: string): Folder {
  return shaped(text, CHAPTER, 'The path is not that of a chapter.', 'content/NN-Part/NN-Chapter', '/') as Folder;
}

function shaped(text: string, shape: RegExp, sentence: string, format: string, tolerated = ''): string {
  checkLength(text, 'path');
  refuseTraversal(text, format);
  const path = tolerated && text.endsWith(tolerated) ? text.slice(0, -tolerated.length) : text;
  if (!shape.test(path)) throw schemaViolation(text, `${sentence} Expected ${format}, NN being two digits.`, format);
  return path;
}

/** Takes a kind and a name, which may have folders in it, as the path of an asset, or refuses them; a name is never changed. */
export function assetPath(type: string, filename: string): AssetPath {
  const format = `static/${assetType(type)}/name.ext or static/${type}/folder/name.ext`;
  checkLength(filename, 'filename');
  refuseTraversal(filename, format);
  const path = `static/${type}/${filename}`;
  const found = path.length > MAX_CHARS ? `more than ${MAX_CHARS} characters` : faultOf(filename);
  if (found) throw schemaViolation(path, `The name of the asset has ${found}. Choose another name.`, format);
  return path as AssetPath;
}

function faultOf(filename: string): string | undefined {
  for (const name of filename.split('/')) {
    if (name === '') return 'an empty part';
    if (name.startsWith('.')) return 'a part that starts with a dot';
    if (name.trim() !== name) return 'a space at the start or end of a part';
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `a part of more than ${MAX_NAME_BYTES} bytes`;
  }
  return undefined;
}

function checkLength(text: string, field: string): void {
  if (text.length >= 1 && text.length <= MAX_CHARS) return;
  throw invalid('VALIDATION_ERROR', field, `${field} must have 1 to ${MAX_CHARS} characters.`);
}

/** Whether a book-relative path is that of a lesson or a summary (FR-007). */
export function isLessonPath(path: string): path is ContentPath {
  return path.length <= MAX_CHARS && LESSON.test(path);
}

/** Whether a book-relative path is that of a summary. */
export function isSummary(path: string): path is ContentPath {
  return isLessonPath(path) && path.endsWith('.summary.md');
}

/** Whether a book-relative path is the `README.md` of a book, part or chapter: read in bulk, never written (2.6). */
export function isReadme(path: string): boolean {
  return README.test(path);
}
