import { asset, lesson, ownerOf } from '../../../src/engines/library/model/files.ts';
import { assetPath, bookId, contentPath } from '../../../src/engines/library/model/names.ts';
import type { Subject } from '../crash/keys.ts';

/** The book that things happen to, and one that they must not concern. */
export const HIT = 'hit-book';
export const CALM = 'calm-book';
export const CHAPTER = 'content/01-Part/01-Chapter';
export const USER = 'ann';
/** A lesson that nobody deletes, so that a book always has one. */
export const KEPT = 'content/02-Kept/01-Chapter/01-kept.md';

/** Every file of the library, with what it was acknowledged to hold. */
export function newSubjects(): Subject[] {
  return [
    lessonSubject(HIT, KEPT),
    lessonSubject(HIT, `${CHAPTER}/01-a.md`),
    lessonSubject(HIT, `${CHAPTER}/01-a.summary.md`),
    lessonSubject(HIT, `${CHAPTER}/02-b.md`),
    lessonSubject(HIT, `${CHAPTER}/02-b.md`, USER),
    lessonSubject(HIT, 'content/01-Part/02-Other/01-c.md'),
    lessonSubject(HIT, 'content/01-Part/02-Other/02-d.md'),
    lessonSubject(HIT, 'content/01-Part/02-Other/02-d.md', USER),
    assetSubject(HIT, 'one.png'),
    assetSubject(HIT, 'deep/two.png'),
    lessonSubject(CALM, KEPT),
    lessonSubject(CALM, `${CHAPTER}/01-x.md`),
    lessonSubject(CALM, `${CHAPTER}/01-x.md`, USER),
    assetSubject(CALM, 'x.png'),
  ];
}

export function isOverlay({ args }: Subject): boolean {
  return args.user_id !== undefined;
}

/** A lesson, or a user's own version of it. */
export function lessonSubject(book: string, path: string, user?: string): Subject {
  const args = { book_id: book, path, ...(user && { user_id: user }) };
  return { file: lesson(bookId(book), contentPath(path), ownerOf(user)), args, isAsset: false, may: [null] };
}

function assetSubject(book: string, filename: string): Subject {
  const args = { book_id: book, asset_type: 'img', filename };
  return { file: asset(bookId(book), assetPath('img', filename)), args, isAsset: true, may: [null] };
}
