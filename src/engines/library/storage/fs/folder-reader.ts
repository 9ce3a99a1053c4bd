import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { BoundedCache } from '../../../../lib/bounded-cache.ts';
import { codeOf, isAbsence } from '../../../../lib/errno.ts';
import { shownPath } from '../../../../lib/in-place.ts';
import type { Turns } from '../../../../lib/turns.ts';
import type { FolderPart, FolderReader, PageVisitor } from '../folder-reader.ts';
import { LineCounter } from '../line-counter.ts';
import { type OnUnreadable, StorageFailure } from '../storage.ts';
import { fileOf, isText, type TextPage } from '../text-page.ts';
import { asFailure, NoFile, NotPlain } from './errors.ts';
import { isFresh, OPEN_PLAIN, withOpenSync } from './files.ts';
import type { Root } from './folder.ts';
import { isHidden, isLessonName, namesOf } from './folder.ts';
import { PageWriter } from './page-writer.ts';

/** In order: some of a folder's files or what a visitor made of them, a folder within it, a file too large for a page, or one that cannot be read. */
type Part<Files> = Files | { readonly folder: readonly string[] } | { readonly unread: string } | Unreadable;
interface Unreadable {
  readonly unreadable: string;
  readonly failure: StorageFailure;
}
type Visited<Result> = { readonly result: Result };

interface KeptFolder {
  /** What the system said is in it. */
  readonly names: readonly string[];
  /** What of it counts, in order; a folder's name ends with a slash. */
  readonly labels: readonly string[];
  /** What of it does not count, because it is something else than its name says: a link, say. */
  readonly others: readonly string[];
  /** `STAMP` numbers for each label. */
  readonly stamps: Float64Array;
  readonly parts: readonly Part<TextPage>[];
}

const STAMP = 4;
const CACHE_BYTES = 64 * 1024 * 1024;
const OVERHEAD = 300;
const MOST_READ_ONCE = 10_000;

/**
 * The files of folders, kept as long as none of them has changed. They are read without leaving the thread and by way of the
 * open folder, in as few steps as there are: what a search does first is read all of a book. To keep what was read takes fresh
 * memory, which costs half as much again, so only what is looked at a second time is kept.
 */
export class FsFolderReader implements FolderReader {
  readonly #readOnce = new BoundedCache<string, true>(MOST_READ_ONCE);
  readonly #kept = new BoundedCache<string, KeptFolder>(CACHE_BYTES, weightOf);

  constructor(
    private readonly root: Root,
    private readonly turns: Turns,
  ) {}

  async *read<Result>(
    prefix: string,
    visit: PageVisitor<Result>,
    signal?: AbortSignal,
    onUnreadable?: OnUnreadable,
  ): AsyncGenerator<FolderPart<Result>> {
    const waiting: Part<TextPage | Visited<Result>>[] = [{ folder: namesOf(prefix) }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      signal?.throwIfAborted();
      if ('result' in next || 'unread' in next) yield next;
      else if ('unreadable' in next) onUnreadable?.(next.unreadable, next.failure);
      else if ('bytes' in next) {
        await this.turns.next();
        yield { result: visit(next) };
      } else {
        await this.turns.next();
        const folder = next.folder.map((name) => `${name}/`).join('');
        const parts = this.#partsOf(next.folder, folder, visit);
        if (parts) for (const part of parts.toReversed()) waiting.push(part);
        else yield { unread: folder };
      }
    }
  }

  #partsOf<Result>(
    names: readonly string[],
    prefix: string,
    visit: PageVisitor<Result>,
  ): readonly Part<TextPage | Visited<Result>>[] | undefined {
    const kept = this.#kept.get(prefix);
    // By its plain path, which costs half: were the folder another one by now, so were the numbers of its files.
    if (kept && isStill(kept, `${join(this.root.path, ...names)}${sep}`)) return kept.parts;
    return withOpenSync(this.root, names, constants.O_DIRECTORY, (fd) => {
      const here = `${shownPath(fd)}/`;
      const entries = readdirSync(here, { withFileTypes: true });
      const toRead = { names, prefix, entries, here };
      if (this.#readOnce.get(prefix) === undefined) {
        this.#readOnce.set(prefix, true);
        return readFolder({ ...toRead, stamped: false }, (page) => ({ result: visit(page) })).parts;
      }
      const folder = readFolder({ ...toRead, stamped: true }, copyOf, kept);
      this.#kept.set(prefix, folder);
      return folder.parts;
    });
  }
}

/** A page that lasts. */
function copyOf({ keys, starts, bytes: scratch }: TextPage): TextPage {
  const bytes = Buffer.from(scratch);
  return { keys, starts, bytes, isAllText: isText(bytes), lineCounter: new LineCounter(bytes) };
}

/** Sorted by these, the files below a folder are in the order of their keys. */
function labelOf(entry: Dirent): string[] {
  const { name } = entry;
  if (isHidden(name)) return [];
  if (entry.isDirectory()) return [`${name}/`];
  return entry.isFile() && isLessonName(name) ? [name] : [];
}

/** What has the name of a text and is none, and links in the place of folders. */
function oddOf(prefix: string, entry: Dirent): Unreadable[] {
  const { name } = entry;
  const isFolder = entry.isDirectory();
  const isMissed = isLessonName(name) || (!isFolder && !name.includes('.'));
  if (entry.isFile() || isHidden(name) || !isMissed) return [];
  const key = prefix + name;
  return [{ unreadable: key, failure: isFolder ? new NoFile(key) : new NotPlain(key) }];
}

function isStill({ names, labels, others, stamps }: KeptFolder, here: string): boolean {
  try {
    const now = readdirSync(here);
    if (now.length !== names.length || now.some((name, at) => name !== names[at])) return false;
    const isAsBefore = labels.every((label, at) => {
      const stats = lstatSync(here + label, { throwIfNoEntry: false });
      return label.endsWith('/') ? stats?.isDirectory() : stats?.isFile() && hasStamp(stamps, at, stats);
    });
    return isAsBefore && others.every((name) => !counts(name, lstatSync(here + name)));
  } catch {
    return false;
  }
}

function nameOf({ name }: Dirent): string {
  return name;
}

function counts(name: string, entry: Dirent | Stats): boolean {
  return entry.isDirectory() || (entry.isFile() && name.endsWith('.md'));
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
  onPage: (page: TextPage) => Files,
  kept?: KeptFolder,
) {
  const labels = entries.flatMap(labelOf).sort();
  const stamps = new Float64Array(labels.length * STAMP);
  const parts: Part<Files>[] = entries.flatMap((entry) => oddOf(prefix, entry));
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
    if (fits === undefined || fits instanceof StorageFailure) stamps[at * STAMP] = Number.NaN;
    if (fits instanceof StorageFailure) parts.push({ unreadable: key, failure: fits });
    if (fits === false) {
      writer.finish();
      parts.push({ unread: key });
    }
  }
  writer.finish();
  const others = entries.filter((entry) => !isHidden(entry.name) && !counts(entry.name, entry));
  return { names: entries.map(nameOf), labels, others: others.map(nameOf), stamps, parts };
}

/** Undefined when there is no such file any more; a failure when it cannot be read: a search passes it over. */
function readFile<T>(path: string, work: (fd: number) => T): T | StorageFailure | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, OPEN_PLAIN);
    return work(fd);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return isAbsence(error) ? undefined : (asFailure(error) as StorageFailure);
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

function filesOf({ labels, stamps, parts }: KeptFolder, prefix: string) {
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

function weightOf({ labels, parts }: KeptFolder): number {
  const bytes = parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), 0);
  return bytes + labels.length * OVERHEAD;
}
