import { isLesson, isSummary, lessonOf, readable } from './paths.ts';

export interface LessonItem {
  readonly path: string;
  readonly label: string;
  /** The path of its summary, if there is one. */
  readonly summary: string | undefined;
}

export interface Chapter {
  readonly path: string;
  readonly label: string;
  readonly lessons: readonly LessonItem[];
}

export interface Part {
  readonly path: string;
  readonly label: string;
  readonly chapters: readonly Chapter[];
}

/** What a book consists of, in the order of its numbers. */
export interface BookTree {
  readonly parts: readonly Part[];
  /** The lessons one after the other, as they are read. */
  readonly order: readonly LessonItem[];
  /** Markdown files that are no lessons, such as README.md. */
  readonly others: readonly string[];
}

/** Makes a tree of the paths of a book, `content/NN-Part/NN-Chapter/NN-lesson.md`. */
export function treeOf(paths: readonly string[]): BookTree {
  const known = new Set(paths);
  const parts = new Map<string, Map<string, LessonItem[]>>();
  const others: string[] = [];
  for (const path of paths.toSorted()) {
    if (!isLesson(path)) others.push(path);
    else if (!isSummary(path) || !known.has(lessonOf(path))) place(parts, path, known);
  }
  const made = Array.from(parts, ([path, chapters]) => ({
    path,
    label: nameOf(path),
    chapters: Array.from(chapters, ([chapter, lessons]) => ({ path: chapter, label: nameOf(chapter), lessons })),
  }));
  const order = made.flatMap(({ chapters }) => chapters.flatMap(({ lessons }) => lessons));
  return { parts: made, order, others };
}

/** The lessons before and after one, also across chapters. A summary has the neighbours of its lesson. */
export function neighbours({ order }: BookTree, path: string): { before?: LessonItem; after?: LessonItem } {
  const at = order.findIndex((lesson) => lesson.path === path || lesson.summary === path);
  const [before, after] = at === -1 ? [] : [order[at - 1], order[at + 1]];
  return { ...(before && { before }), ...(after && { after }) };
}

/** The parts of a tree that hold what is looked for, in a path or in a label, whatever its case. */
export function filtered({ order }: BookTree, query: string): readonly LessonItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return order.filter(({ path }) => {
    const text = `${path} ${path.split('/').slice(1).map(readable).join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A number that no name among these has yet, with two digits: behind the last, or the first that is free. */
export function nextNumber(names: readonly string[]): string | undefined {
  const used = new Set(names.map((name) => Number(/^(\d{2})-/.exec(name)?.[1] ?? Number.NaN)));
  const next = Math.max(0, ...Array.from(used).filter((number) => !Number.isNaN(number))) + 1;
  const free = next <= 99 ? next : Array.from({ length: 100 }, (_, at) => at).find((number) => !used.has(number));
  return free?.toString().padStart(2, '0');
}

/** Words as a name: only letters, digits and hyphens. */
export function slug(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}

function place(parts: Map<string, Map<string, LessonItem[]>>, path: string, known: ReadonlySet<string>): void {
  const names = path.split('/');
  const part = names.slice(0, 2).join('/');
  const chapter = names.slice(0, 3).join('/');
  const chapters = parts.get(part) ?? new Map<string, LessonItem[]>();
  const lessons = chapters.get(chapter) ?? [];
  const summary = path.replace(/\.md$/, '.summary.md');
  const label = isSummary(path) ? `${nameOf(path)} (summary)` : nameOf(path);
  lessons.push({ path, label, summary: known.has(summary) ? summary : undefined });
  parts.set(part, chapters.set(chapter, lessons));
}

function nameOf(path: string): string {
  return readable(path.split('/').at(-1) ?? '');
}
