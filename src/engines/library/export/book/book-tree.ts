import type { FileRow } from '../../journal/journal.ts';
import type { LessonFacts } from './lesson-facts.ts';
import { nameInWords } from './plain-text.ts';

/** A text of the book: a lesson, a summary, or the README of a folder. */
export interface Page {
  /** In the book, such as `content/01-Part/01-Chapter/01-lesson.md`. */
  readonly path: string;
  readonly row: FileRow;
  readonly title: string;
  readonly facts: LessonFacts;
  readonly summary?: Page;
}

/** A part, a chapter, or the whole book, whose path is `content`. */
export interface Folder {
  readonly path: string;
  readonly label: string;
  readonly intro?: Page;
  /** Folders and pages in their order. */
  readonly children: readonly (Folder | Page)[];
}

export interface ReadLesson {
  readonly row: FileRow;
  readonly facts: LessonFacts;
}

/** What authors say about a folder in its `_category_.json`. */
export interface Category {
  readonly label?: string | undefined;
}

/** Puts the texts of a book, given by path, into the order of their numbers. */
export function bookTree(lessons: ReadonlyMap<string, ReadLesson>, categories: ReadonlyMap<string, Category>): Folder {
  const below = new Map<string, Set<string>>();
  for (const path of lessons.keys()) {
    for (let at = path; at !== 'content'; at = folderOf(at)) {
      const names = below.get(folderOf(at)) ?? new Set();
      below.set(folderOf(at), names.add(at));
    }
  }
  const pageOf = (path: string): Page | undefined => {
    const lesson = lessons.get(path);
    if (lesson === undefined) return undefined;
    const summary = path.endsWith('.summary.md') ? undefined : pageOf(path.replace(/\.md$/, '.summary.md'));
    const title = lesson.facts.title ?? nameInWords(baseOf(path).replace(/\.summary\.md$/, ''));
    return { path, ...lesson, title, ...(summary && { summary }) };
  };
  const folderAt = (path: string): Folder => {
    const intro = pageOf(`${path}/README.md`);
    const isOwn = (child: string) =>
      child !== intro?.path && !(child.endsWith('.summary.md') && lessons.has(child.replace(/\.summary\.md$/, '.md')));
    const children = [...(below.get(path) ?? [])]
      .filter(isOwn)
      .sort(byNumber)
      // A bucket may have a file and a folder of one name.
      .flatMap((child) => [...(below.has(child) ? [folderAt(child)] : []), ...[pageOf(child) ?? []].flat()]);
    const label = categories.get(path)?.label ?? nameInWords(baseOf(path));
    return { path, label, ...(intro && { intro }), children };
  };
  return folderAt('content');
}

export function isFolder(child: Folder | Page): child is Folder {
  return 'children' in child;
}

/** All pages in reading order, without summaries. */
export function pagesOf(folder: Folder): Page[] {
  const rest = folder.children.flatMap((child) => (isFolder(child) ? pagesOf(child) : child));
  return folder.intro ? [folder.intro, ...rest] : rest;
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The number in front of a name; undefined when it has none. */
export function numberOf(path: string): number | undefined {
  const [, digits] = /^(\d{1,9})(?!\d)/.exec(baseOf(path)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Names without a number come last. */
function byNumber(a: string, b: string): number {
  const [left, right] = [numberOf(a) ?? Number.MAX_SAFE_INTEGER, numberOf(b) ?? Number.MAX_SAFE_INTEGER];
  return left - right || (a < b ? -1 : 1);
}
