import { isLessonPath } from '../model/names.ts';

/** Where the files and folders of a `docs/` tree are in a book, by their paths below `docs/` and `content/`. */
export interface Layout {
  readonly folders: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
}

const MOST = 99;
const LONGEST_NAME = 60;
/** The part of what lies in no folder, and in each part the chapter of what lies in no folder below it. */
const LOOSE = '00-Docs';
const BESIDE: ReadonlySet<string> = new Set(['README.md', '_category_.json']);

/**
 * Gives the folders and lessons of any `docs/` tree, by their paths in it, a place in a book: a folder is a part, every folder below it a chapter. Numbers follow positions, then names. What had
 * a place keeps it, what is named like a lesson of the book keeps its name, and no place is given that something else in the book has. What finds no number is left out.
 */
export function numberTree(
  docs: readonly string[],
  positions: ReadonlyMap<string, number>,
  before: Layout,
  inBook: readonly string[],
): Layout {
  const folders = new Map<string, string>();
  const files = new Map<string, string>();
  const keyOf = (path: string) => sortKey(path, positions);
  const all = [...new Set(docs.flatMap(foldersAbove))].sort((a, b) => compare(keyOf(a), keyOf(b)));
  const withFiles = new Set(docs.map(folderOf));
  const parts = all.filter((folder) => !folder.includes('/'));
  const place = (names: readonly string[], parent: string, label: (name: string) => string) =>
    numbered(names, {
      label,
      known: (name) => before.folders.get(name)?.slice(parent.length),
      taken: [...before.folders.values(), ...inBook].filter((path) => path.startsWith(parent)).map(nameIn(parent)),
    });
  for (const [part, name] of place(parts, '', (folder) => folder)) {
    folders.set(part, name);
    const below = all.filter((folder) => folder.startsWith(`${part}/`) && withFiles.has(folder));
    const chapters = place(below, `${name}/`, (folder) => folder.slice(part.length + 1));
    for (const [chapter, own] of chapters) folders.set(chapter, `${name}/${own}`);
  }
  for (const folder of ['', ...all]) {
    const home = folder === '' ? LOOSE : folders.get(folder);
    if (home === undefined) continue;
    const own = docs.filter((path) => folderOf(path) === folder).sort((a, b) => compare(keyOf(a), keyOf(b)));
    for (const path of own.filter((path) => BESIDE.has(baseOf(path)))) {
      files.set(path, folder === '' ? path : `${home}/${baseOf(path)}`);
    }
    const lessons = own.filter((path) => /\.mdx?$/.test(path) && !BESIDE.has(baseOf(path)));
    const chapter = home.includes('/') ? `${home}/` : `${home}/${LOOSE}/`;
    for (const [path, place] of placeLessons(lessons, chapter, before.files, inBook)) files.set(path, place);
  }
  return { folders, files };
}

function placeLessons(
  lessons: readonly string[],
  chapter: string,
  before: Layout['files'],
  inBook: readonly string[],
): Map<string, string> {
  const names = numbered(
    lessons.filter((path) => !isSummary(path, lessons)),
    {
      label: (path) => stemOf(baseOf(path)),
      known: (path) => (before.has(path) ? stemOf(baseOf(before.get(path) as string)) : undefined),
      taken: [...before.values(), ...inBook]
        .filter((path) => path.startsWith(chapter))
        .map((path) => stemOf(baseOf(path))),
    },
  );
  const placed = new Map<string, string>();
  const taken = new Set<string>();
  for (const path of lessons) {
    const name = names.get(isSummary(path, lessons) ? lessonOf(path, lessons) : path);
    const place = `${chapter}${name}${/\.summary\.mdx?$/.test(path) ? '.summary.md' : '.md'}`;
    if (name === undefined || taken.has(place) || !isLessonPath(`content/${place}`)) continue;
    taken.add(place);
    placed.set(path, place);
  }
  return placed;
}

function stemOf(name: string): string {
  return name.replace(/(?:\.summary)?\.mdx?$/, '');
}

interface Naming {
  /** What a name in the book is made of. */
  label(path: string): string;
  /** The name that it had. */
  known(path: string): string | undefined;
  /** Names that are in use. */
  readonly taken: readonly string[];
}

/** A name with a number for each path, in their order; none for those that find no number. */
function numbered(paths: readonly string[], { label, known, taken }: Naming): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Set(taken.map(numberOf));
  const keep = (path: string, name: string | undefined) => {
    if (name === undefined || names.has(path) || [...names.values()].includes(name)) return;
    names.set(path, name);
    used.add(numberOf(name));
  };
  for (const path of paths) keep(path, known(path));
  for (const path of paths) keep(path, isPlain(label(path)) ? label(path) : undefined);
  let last = 0;
  for (const path of paths) {
    const name = names.get(path);
    const number = name === undefined ? freeAfter(last, used) : numberOf(name);
    if (number === undefined) continue;
    names.set(path, name ?? `${String(number).padStart(2, '0')}-${plain(label(path))}`);
    used.add(number);
    last = number;
  }
  return names;
}

/** Whether something is named as in a book. */
function isPlain(name: string): boolean {
  return /^[0-9]{2}-[A-Za-z0-9][A-Za-z0-9-]*$/.test(name) && name !== LOOSE;
}

function freeAfter(last: number, used: ReadonlySet<number>): number | undefined {
  for (const start of [last + 1, 1]) {
    for (let number = start; number <= MOST; number++) if (!used.has(number)) return number;
  }
  return undefined;
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}

/** A text in the letters that names in a book have, without the number in front of it. */
function plain(text: string): string {
  const words = text
    .replaceAll(/(^|\/)\d+\s*[-_.]+\s*/g, '$1')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  return (
    words
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .slice(0, LONGEST_NAME)
      .replaceAll(/^-|-$/g, '') || 'untitled'
  );
}

type SortKey = readonly (readonly [number, string])[];

/** By position, from the outermost folder on; what has none comes behind what has one, by the number in its name, then by name. */
function sortKey(path: string, positions: ReadonlyMap<string, number>): SortKey {
  return [...foldersAbove(path), path].map((one) => {
    const inName = /^(\d+)\s*[-_.]/.exec(baseOf(one))?.[1];
    return [positions.get(one) ?? (inName === undefined ? Number.POSITIVE_INFINITY : Number(inName)), baseOf(one)];
  });
}

function compare(a: SortKey, b: SortKey): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [[left, leftName], [right, rightName]] = [a[at], b[at]] as [SortKey[number], SortKey[number]];
    if (left !== right) return left < right ? -1 : 1;
    if (leftName !== rightName) return leftName < rightName ? -1 : 1;
  }
  return a.length - b.length;
}

/** A summary has the number of its lesson, if that is there. */
function isSummary(path: string, all: readonly string[]): boolean {
  return /\.summary\.mdx?$/.test(path) && all.includes(lessonOf(path, all));
}

function lessonOf(path: string, all: readonly string[]): string {
  const stem = path.replace(/\.summary\.mdx?$/, '');
  return all.find((one) => one === `${stem}.md` || one === `${stem}.mdx`) ?? '';
}

function nameIn(parent: string): (path: string) => string {
  return (path) => path.slice(parent.length).split('/')[0] ?? '';
}

function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
