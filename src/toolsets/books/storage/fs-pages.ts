import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { RecentlySet } from '../recently-set.ts';
import { CAREFULLY, opened } from './fs-at-once.ts';
import { codeOf } from './fs-errors.ts';
import { isFresh } from './fs-files.ts';
import type { Root } from './fs-folder.ts';
import { isHidden } from './fs-names.ts';
import { PageWriter } from './fs-page-writer.ts';
import { fileOf, isText, type Page } from './page.ts';
import type { Listed, Look } from './storage.ts';
import type { Turns } from './turns.ts';

/** In order: some of a folder's files or what was seen of them, a folder within it, or a file too large for a page. */
type Part<Files> = Files | { readonly folder: readonly string[] } | { readonly large: string };
type Seen<What> = { readonly seen: What };

interface Folder {
  /** What the system said is in it. */
  readonly names: readonly string[];
  /** What of it counts, in order; a folder's name ends with a slash. */
  readonly labels: readonly string[];
  /** `STAMP` numbers for each label. */
  readonly stamps: Float64Array;
  readonly parts: readonly Part<Page>[];
}

const STAMP = 4;
const CACHE_BYTES = 64 * 1024 * 1024;
const OVERHEAD = 300;
const MOST_SEEN = 10_000;

/**
 * The files of folders, kept as long as none of them has changed. They are read without leaving the thread and by way of the
 * open folder, in as few steps as there are: what a search does first is read all of a book. To keep what was read takes fresh
 * memory, which costs half as much again, so only what is looked at a second time is kept.
 */
export class FolderPages {
  readonly #seen = new RecentlySet<string, true>(MOST_SEEN);
  readonly #kept = new RecentlySet<string, Folder>(CACHE_BYTES, weightOf);

  constructor(
    private readonly root: Root,
    private readonly turns: Turns,
  ) {}

  async *below<What>(
    names: readonly string[],
    look: Look<What>,
    listed: Listed<What>,
    signal?: AbortSignal,
  ): AsyncGenerator<What> {
    const waiting: Part<Page | Seen<What>>[] = [{ folder: names }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      signal?.throwIfAborted();
      if ('seen' in next) yield next.seen;
      else if ('large' in next) yield* listed(next.large);
      else if ('bytes' in next) {
        await this.turns.next();
        yield look(next);
      } else {
        await this.turns.next();
        const prefix = next.folder.map((name) => `${name}/`).join('');
        const parts = this.#partsOf(next.folder, prefix, look);
        if (parts) for (let at = parts.length - 1; at >= 0; at--) waiting.push(parts[at] as Part<Page | Seen<What>>);
        else yield* listed(prefix);
      }
    }
  }

  #partsOf<What>(
    names: readonly string[],
    prefix: string,
    look: Look<What>,
  ): readonly Part<Page | Seen<What>>[] | undefined {
    const kept = this.#kept.get(prefix);
    // By its plain path, which costs half: were the folder another one by now, so were the numbers of its files.
    if (kept && isStill(kept, `${join(this.root.path, ...names)}${sep}`)) return kept.parts;
    return opened(this.root, names, constants.O_DIRECTORY, (fd) => {
      const here = `/proc/self/fd/${fd}/`;
      const entries = readdirSync(here, { withFileTypes: true });
      const toRead = { names, prefix, entries, here };
      if (this.#seen.get(prefix) === undefined) {
        this.#seen.set(prefix, true);
        return readFolder({ ...toRead, stamped: false }, (page) => ({ seen: look(page) })).parts;
      }
      const folder = readFolder({ ...toRead, stamped: true }, copyOf, kept);
      this.#kept.set(prefix, folder);
      return folder.parts;
    });
  }
}

/** A page that lasts. */
function copyOf({ keys, starts, bytes }: Page): Page {
  return { keys, starts, bytes: Buffer.from(bytes), isAllText: isText(bytes) };
}

/** Sorted by these, the files below a folder are in the order of their keys. */
function labelOf(entry: Dirent): string[] {
  const { name } = entry;
  if (isHidden(name)) return [];
  if (entry.isDirectory()) return [`${name}/`];
  return entry.isFile() && name.endsWith('.md') ? [name] : [];
}

function isStill({ names, labels, stamps }: Folder, here: string): boolean {
  try {
    const now = readdirSync(here);
    if (now.length !== names.length || now.some((name, at) => name !== names[at])) return false;
    return labels.every((label, at) => {
      const stats = lstatSync(here + label, { throwIfNoEntry: false });
      return label.endsWith('/') ? stats?.isDirectory() : stats?.isFile() && hasStamp(stamps, at, stats);
    });
  } catch {
    return false;
  }
}

interface FolderToRead {
  readonly names: readonly string[];
  readonly prefix: string;
  readonly entries: readonly Dirent[];
  /** The path to its entries. */
  readonly here: string;
  /** Whether its files shall be known again. */
  readonly stamped: boolean;
}

/** Reads a folder page by page; `onPage` gives what is to remain of a page. */
function readFolder<Files>(
  { names, prefix, entries, here, stamped }: FolderToRead,
  onPage: (page: Page) => Files,
  kept?: Folder,
) {
  const labels = entries.flatMap(labelOf).sort();
  const stamps = new Float64Array(labels.length * STAMP);
  const parts: Part<Files>[] = [];
  const writer = new PageWriter((page) => parts.push(onPage(page)));
  const known = kept && filesOf(kept, prefix);
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
      writer.addBytes(key, before.bytes);
      continue;
    }
    const fits = readFile(here + label, (fd) => {
      if (stamped) setStamp(stamps, at, fstatSync(fd));
      return writer.addFile(key, fd);
    });
    if (fits === undefined) stamps[at * STAMP] = Number.NaN;
    if (fits === false) {
      writer.finish();
      parts.push({ large: key });
    }
  }
  writer.finish();
  return { names: entries.map(({ name }) => name), labels, stamps, parts };
}

/** Undefined when there is no such file any more, or it cannot be read: a search passes it over. */
function readFile<T>(path: string, work: (fd: number) => T): T | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, CAREFULLY);
    return work(fd);
  } catch (error) {
    if (codeOf(error) === '') throw error;
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

function filesOf({ labels, stamps, parts }: Folder, prefix: string) {
  const at = new Map(labels.map((label, index) => [label, index]));
  const files = new Map<string, { bytes: Buffer; stamps: Float64Array; at: number }>();
  for (const part of parts) {
    if (!('bytes' in part)) continue;
    for (const [index, key] of part.keys.entries()) {
      const label = key.slice(prefix.length);
      files.set(label, { bytes: fileOf(part, index), stamps, at: at.get(label) as number });
    }
  }
  return files;
}

function weightOf({ labels, parts }: Folder): number {
  const bytes = parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), 0);
  return bytes + labels.length * OVERHEAD;
}
