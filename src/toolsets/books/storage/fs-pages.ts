import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { RecentlySet } from '../recently-set.ts';
import { CAREFULLY, opened } from './fs-at-once.ts';
import { isFresh } from './fs-files.ts';
import type { Root } from './fs-folder.ts';
import { isHidden } from './fs-names.ts';
import { MOST_ON_A_PAGE, PageWriter } from './fs-page-writer.ts';
import type { Page } from './page.ts';
import type { Turns } from './turns.ts';

/** In order: some of a folder's files, a folder within it, or a file too large for a page. */
type Part = Page | { readonly folder: readonly string[] } | { readonly large: string };

interface Folder {
  /** What the system said is in it. */
  readonly names: readonly string[];
  /** What of it counts, in order; a folder's name ends with a slash. */
  readonly labels: readonly string[];
  /** `STAMP` numbers for each label. */
  readonly stamps: Float64Array;
  readonly parts: readonly Part[];
}

const STAMP = 4;
const CACHE_BYTES = 64 * 1024 * 1024;
const OVERHEAD = 300;

/**
 * The texts of folders, kept as long as no file in them has changed. They are read without leaving the thread and by way
 * of the open folder, in as few steps as there are: what a search does first is read all of a book.
 */
export class FolderPages {
  readonly #kept = new RecentlySet<string, Folder>(CACHE_BYTES, weightOf);

  constructor(
    private readonly root: Root,
    private readonly turns: Turns,
  ) {}

  async *below(
    names: readonly string[],
    listed: (place: string) => AsyncIterable<Page>,
    signal?: AbortSignal,
  ): AsyncGenerator<Page> {
    const waiting: Part[] = [{ folder: names }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      signal?.throwIfAborted();
      if ('text' in next) yield next;
      else if ('large' in next) yield* listed(next.large);
      else {
        await this.turns.next();
        const prefix = next.folder.map((name) => `${name}/`).join('');
        const parts = this.#partsOf(next.folder, prefix);
        if (parts) for (let at = parts.length - 1; at >= 0; at--) waiting.push(parts[at] as Part);
        else yield* listed(prefix);
      }
    }
  }

  #partsOf(names: readonly string[], prefix: string): readonly Part[] | undefined {
    return opened(this.root, names, constants.O_DIRECTORY, (fd) => {
      const here = `/proc/self/fd/${fd}/`;
      const kept = this.#kept.get(prefix);
      if (kept && isStill(kept, here)) return kept.parts;
      const entries = readdirSync(here, { withFileTypes: true });
      const folder = readFolder(names, prefix, entries, here, kept);
      this.#kept.set(prefix, folder);
      return folder.parts;
    });
  }
}

/** Sorted by these, the files below a folder are in the order of their keys. */
function labelOf(entry: Dirent): string[] {
  const { name } = entry;
  if (isHidden(name)) return [];
  if (entry.isDirectory()) return [`${name}/`];
  return entry.isFile() && name.endsWith('.md') ? [name] : [];
}

function isStill({ names, labels, stamps }: Folder, here: string): boolean {
  const now = readdirSync(here);
  if (now.length !== names.length || now.some((name, at) => name !== names[at])) return false;
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] as string;
    const stats = lstatSync(here + label, { throwIfNoEntry: false });
    const same = label.endsWith('/') ? stats?.isDirectory() : stats?.isFile() && hasStamp(stamps, at, stats);
    if (!same) return false;
  }
  return true;
}

function readFolder(
  names: readonly string[],
  prefix: string,
  entries: readonly Dirent[],
  here: string,
  kept: Folder | undefined,
): Folder {
  const labels = entries.flatMap(labelOf).sort();
  const stamps = new Float64Array(labels.length * STAMP);
  const parts: Part[] = [];
  const writer = new PageWriter((page) => parts.push(page));
  const known = kept && textsOf(kept, prefix);
  for (const [at, label] of labels.entries()) {
    const key = prefix + label;
    if (label.endsWith('/')) {
      writer.finish();
      parts.push({ folder: [...names, label.slice(0, -1)] });
      continue;
    }
    const before = known?.get(label);
    const stats = before && lstatSync(here + label, { throwIfNoEntry: false });
    if (before && stats?.isFile() && hasStamp(before.stamps, before.at, stats)) {
      setStamp(stamps, at, stats);
      writer.addText(key, before.text);
      continue;
    }
    const size = readFile(here + label, (fd, stats) => {
      setStamp(stamps, at, stats);
      if (stats.size <= MOST_ON_A_PAGE) writer.addFile(key, fd, stats.size);
      return stats.size;
    });
    if (size === undefined) stamps[at * STAMP] = Number.NaN;
    else if (size > MOST_ON_A_PAGE) {
      writer.finish();
      parts.push({ large: key });
    }
  }
  writer.finish();
  return { names: entries.map(({ name }) => name), labels, stamps, parts };
}

/** Undefined when there is no such file any more, or it cannot be read: a search passes it over. */
function readFile<T>(path: string, work: (fd: number, stats: Stats) => T): T | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, CAREFULLY);
    const stats = fstatSync(fd);
    return stats.isFile() ? work(fd, stats) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function hasStamp(stamps: Float64Array, at: number, { size, mtimeMs, ctimeMs, ino }: Stats): boolean {
  const first = at * STAMP;
  return (
    stamps[first] === size &&
    stamps[first + 1] === mtimeMs &&
    stamps[first + 2] === ctimeMs &&
    stamps[first + 3] === ino
  );
}

/** A file that may change again without a new stamp gets one that nothing equals. */
function setStamp(stamps: Float64Array, at: number, stats: Stats): void {
  const first = at * STAMP;
  stamps[first] = isFresh(stats) ? Number.NaN : stats.size;
  stamps[first + 1] = stats.mtimeMs;
  stamps[first + 2] = stats.ctimeMs;
  stamps[first + 3] = stats.ino;
}

function textsOf({ labels, stamps, parts }: Folder, prefix: string) {
  const at = new Map(labels.map((label, index) => [label, index]));
  const texts = new Map<string, { text: string; stamps: Float64Array; at: number }>();
  for (const part of parts) {
    if (!('text' in part)) continue;
    for (const [index, key] of part.keys.entries()) {
      const label = key.slice(prefix.length);
      const text = part.text.slice(part.starts[index], part.starts[index + 1]);
      texts.set(label, { text, stamps, at: at.get(label) as number });
    }
  }
  return texts;
}

function weightOf({ labels, parts }: Folder): number {
  const texts = parts.reduce((sum, part) => sum + ('text' in part ? 2 * part.text.length : 0), 0);
  return texts + labels.length * OVERHEAD;
}
