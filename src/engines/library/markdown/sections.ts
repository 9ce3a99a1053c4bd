import { sha256 } from '../model/files.ts';
import { splitFrontMatter } from './front-matter.ts';

/** A heading that begins a section. */
export interface Heading {
  /** The first line is 0. */
  readonly line: number;
  readonly level: number;
  /** As it is written, without its marks. */
  readonly title: string;
}

/** A piece of a lesson: front matter, what comes before the first heading, or a heading with what is below it, up to the next heading. */
export interface Section {
  /** The headings above it and its own, such as `Setup > Windows`; no two sections of a lesson have the same. */
  readonly name: string;
  /** 0 for what has no heading. */
  readonly level: number;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
  /** The first line is 0; the last one is its own too. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Of its bytes. */
  readonly contentHash: string;
  /** What writers send back: of its bytes, and of its name too where another section has the same bytes. */
  readonly hash: string;
}

export const FRONT_MATTER = '(front matter)';
const START = '(start)';
const NO_TITLE = '(no title)';
const LONGEST_TITLE = 200;
const BETWEEN = ' > ';
const BOM = '\ufeff';
/** Of 64, which would be most of an outline. It tells versions apart, and keeps no secret. */
const HASH_DIGITS = 16;

/** A lesson as its sections: every character but a byte order mark is in exactly one. */
export class Sections {
  readonly all: readonly Section[];
  readonly #named: ReadonlyMap<string, Section>;
  /** By the hash of their bytes; only those that no other section equals. */
  readonly #unique: ReadonlyMap<string, Section>;

  constructor(
    readonly text: string,
    parts: readonly Omit<Section, 'hash'>[],
  ) {
    const counts = new Map<string, number>();
    for (const { contentHash } of parts) counts.set(contentHash, (counts.get(contentHash) ?? 0) + 1);
    const isUnique = ({ contentHash }: { contentHash: string }) => counts.get(contentHash) === 1;
    this.all = parts.map((part) => ({ ...part, hash: isUnique(part) ? part.contentHash : hashWithName(part) }));
    this.#named = new Map(this.all.map((section) => [section.name, section]));
    this.#unique = new Map(this.all.filter(isUnique).map((section) => [section.contentHash, section]));
  }

  /** The section of a name, or of the end of one where only one section has it. */
  find(name: string): Section | undefined {
    const section = this.#named.get(name);
    if (section) return section;
    const ending = this.all.filter((candidate) => candidate.name.endsWith(`${BETWEEN}${name}`));
    return ending.length === 1 ? ending[0] : undefined;
  }

  /** The section that somebody has read, if it has not changed. When headings were renamed or added since, its bytes tell which it is. */
  findAgain(name: string, hash: string): Section | undefined {
    const isAsRead = (section: Section | undefined) =>
      section?.contentHash === hash || (section && hashWithName(section) === hash);
    const named = this.#named.get(name);
    if (isAsRead(named)) return named;
    const moved = this.#unique.get(hash) ?? (named ? undefined : this.find(name));
    return isAsRead(moved) ? moved : undefined;
  }

  textOf({ start, end }: Pick<Section, 'start' | 'end'>): string {
    return this.text.slice(start, end);
  }
}

function hashWithName({ contentHash, name }: Pick<Section, 'contentHash' | 'name'>): string {
  return shortHash(`${contentHash} ${name}`);
}

function shortHash(text: string): string {
  return sha256(text).slice(0, HASH_DIGITS);
}

/** Takes a text apart, with what a parser says of it; front matter is no Markdown. */
export async function sectionsOf(
  text: string,
  findHeadings: (markdown: string) => Promise<readonly Heading[]>,
): Promise<Sections> {
  const lines = lineStarts(text);
  const { markdown, matterLines: matter } = splitFrontMatter(text);
  const headings = await findHeadings(markdown);
  const all: Omit<Section, 'hash'>[] = [];
  const names = new Names();
  const add = (level: number, title: string, firstLine: number, endLine: number) => {
    if (firstLine >= endLine) return;
    const [start = 0, end = text.length] = [lines[firstLine], lines[endLine]];
    const contentHash = shortHash(text.slice(start, end));
    all.push({ name: names.next(level, title), level, start, end, firstLine, lastLine: endLine - 1, contentHash });
  };
  const begins = [...headings.map(({ line }) => matter + line), lines.length];
  const [first = 0] = begins;
  const isBlank = text.slice(lines[matter] ?? text.length, lines[first] ?? text.length).trim() === '';
  // Empty lines after front matter are no section of their own.
  const matterEnd = matter > 0 && isBlank ? first : matter;
  add(0, FRONT_MATTER, 0, matterEnd);
  add(0, START, matterEnd, first);
  for (const [at, { level, title }] of headings.entries()) {
    add(level, shown(title), begins[at] ?? 0, begins[at + 1] ?? 0);
  }
  return new Sections(text, all);
}

/** Where each line begins: the first after a byte order mark, and none at the very end of the text. */
function lineStarts(text: string): number[] {
  const starts = [text.startsWith(BOM) ? BOM.length : 0];
  for (const { index, 0: ending } of text.matchAll(/\r\n?|\n/g)) starts.push(index + ending.length);
  if (starts.at(-1) === text.length) starts.pop();
  return starts;
}

function shown(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_TITLE) return line || NO_TITLE;
  return `${line.slice(0, LONGEST_TITLE).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Gives each section a name of its own: the second `Setup` is `Setup [2]`. */
class Names {
  readonly #used = new Map<string, number>();
  readonly #above: { level: number; name: string }[] = [];

  next(level: number, title: string): string {
    while ((this.#above.at(-1)?.level ?? -1) >= level) this.#above.pop();
    const parent = this.#above.at(-1);
    const name = this.#unique(parent ? `${parent.name}${BETWEEN}${title}` : title);
    if (level > 0) this.#above.push({ level, name });
    return name;
  }

  #unique(name: string): string {
    let count = (this.#used.get(name) ?? 0) + 1;
    while (count > 1 && this.#used.has(`${name} [${count}]`)) count++;
    this.#used.set(name, count);
    if (count === 1) return name;
    this.#used.set(`${name} [${count}]`, 1);
    return `${name} [${count}]`;
  }
}
