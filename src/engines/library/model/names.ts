import { invalid, invalidPath, schemaViolation } from './failures.ts';
import { BASE } from './file-key.ts';

declare const brand: unique symbol;

/** A checked name of a book. */
export type BookId = string & { readonly [brand]: 'BookId' };
/** A checked name of a user; never `__base__`. */
export type UserId = string & { readonly [brand]: 'UserId' };
/** Whose text it is: everybody's, or one user's overlay. */
export type Owner = UserId | typeof BASE;
/** The book-relative path of a lesson or a summary (FR-007). */
export type ContentPath = string & { readonly [brand]: 'ContentPath' };
/** The book-relative path of an asset (FR-008). */
export type AssetPath = string & { readonly [brand]: 'AssetPath' };
/** The book-relative path of a part or a chapter, without a slash at its end. */
export type Folder = string & { readonly [brand]: 'Folder' };

export const ASSET_TYPES = ['img', 'slides', 'videos', 'audio'] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

const BOOK_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const USER_ID = /^[a-zA-Z0-9_-]+$/;

/** Takes a text as the name of a book, or refuses it. */
export function bookId(text: string): BookId {
  if (isBookId(text)) return text;
  throw invalid(
    'VALIDATION_ERROR',
    'book_id',
    'book_id must be 3 to 50 lower-case letters and digits, in groups joined by single hyphens, such as ai-python.',
  );
}

export function isBookId(text: string): text is BookId {
  return text.length >= 3 && text.length <= 50 && BOOK_ID.test(text);
}

/** Takes a text as the name of a user, or refuses it; `__base__` names the shared text and nobody. */
export function userId(text: string): UserId {
  if (isUserId(text)) return text;
  const sentence =
    text.toLowerCase() === BASE
      ? `user_id ${BASE} is reserved. Leave user_id out to work on the shared text.`
      : 'user_id must be 1 to 100 letters, digits, underscores or hyphens.';
  throw invalid('VALIDATION_ERROR', 'user_id', sentence);
}

export function isUserId(text: string): text is UserId {
  return text.length >= 1 && text.length <= 100 && USER_ID.test(text) && text.toLowerCase() !== BASE;
}

/** Takes a text as a kind of asset, or refuses it. */
export function assetType(text: string): AssetType {
  const type = ASSET_TYPES.find((known) => known === text);
  if (type) return type;
  const hint = text === 'images' ? ' Images are of the type img.' : '';
  throw invalid('VALIDATION_ERROR', 'asset_type', `asset_type must be one of ${ASSET_TYPES.join(', ')}.${hint}`);
}

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

/** Whether a book-relative path is the `README.md` of a book, part or chapter: read in bulk, never written (2.6). */
export function isReadme(path: string): boolean {
  return README.test(path);
}

/** Refuses, before anything else is looked at, whatever could lead out of a folder (FR-009), percent-encoded or not. */
function refuseTraversal(path: string, expectedFormat?: string): void {
  const found = dangerIn(path);
  if (found)
    throw invalidPath(
      path,
      `The path holds ${found}, which is not allowed. Give a plain relative path.`,
      expectedFormat,
    );
}

function dangerIn(path: string): string | undefined {
  if (path !== path.normalize('NFC')) return 'characters that are not in Unicode form NFC';
  // Decoding shortens the text, so this ends; every form on the way is judged, also of what is encoded twice.
  for (let form = path; ; ) {
    const found = DANGERS.find(([pattern]) => pattern.test(form));
    if (found) return found[1];
    const decoded = form.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === form) return undefined;
    form = decoded;
  }
}

const DANGERS: readonly (readonly [RegExp, string])[] = [
  [/\.\./, '".."'],
  [/^\s*\//, 'a slash at its start'],
  [/\/\//, 'two slashes in a row'],
  [/\\/, 'a backslash'],
  [/\0/, 'a NUL character'],
  [/[\p{Cc}\p{Zl}\p{Zp}]/u, 'a control character'],
  [/^\s*~/, '"~" at its start'],
  [/(?:^|\/)\s*[A-Za-z]:/, 'a drive letter'],
  // An encoded slash changes nothing in a name and everything in a URL; C0 and C1 start its overlong forms.
  [/%(?:2f|5c|c0|c1)/i, 'a percent-encoded separator'],
  [/\p{Cs}/u, 'half a character'],
];
