import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, isAbsence } from '../../../../lib/errno.ts';
import { shownPath } from '../../../../lib/in-place.ts';
import { type ObjectInfo, SMALL_OBJECT, StorageFailure, type StoredObject } from '../storage.ts';
import { NoFile, NotPlain } from './errors.ts';
import { type Folder, inFolder, isLessonName, namesIn, namesOf, type Root, splitKey } from './folder.ts';

const TRIES = 50;
// Windows lacks some of these: what is undefined adds no bit.
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** How to open what may turn out to be anything. */
export const OPEN_PLAIN = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** The bytes of a file and their version, from one moment; undefined when there is none. Of one that is larger than wanted, only its size. */
export async function readWhole(root: Root, key: string, most: number): Promise<StoredObject | number | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const handle = await openFile(root, key);
    if (!handle) return undefined;
    try {
      const before = await handle.stat();
      if (before.size > most) return before.size;
      const bytes = await handle.readFile();
      const after = await handle.stat();
      // A file without a name was replaced meanwhile: its bytes are whole, but its version is nobody's.
      if (after.nlink > 0 && versionOf(before) === versionOf(after)) return { ...infoOf(key, after), bytes };
    } finally {
      await handle.close();
    }
  }
  throw changing(key);
}

/** Opens a plain file for reading; undefined when there is none. */
export async function openFile(root: Root, key: string): Promise<FileHandle | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await inParent(root, key, (folder, name) => openIn(folder, name, key));
    if (result !== 'again') return result;
  }
  throw changing(key);
}

/** Opens a plain file of a folder for reading; `again` when it is another one by now. */
export async function openIn(folder: Folder, name: string, key: string): Promise<FileHandle | undefined | 'again'> {
  const seen = await plainFile(folder, name, key);
  if (!seen) return undefined;
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder.at(name), OPEN_PLAIN);
    const opened = await handle.stat();
    // The same file as seen, in a folder that is still in place: no link was followed on the way.
    if (isSame(opened, seen) && (await folder.held()) && (await isIn(folder, name, opened))) return handle;
  } catch (error) {
    await handle?.close();
    handle = undefined;
    // Gone, or something else by now: the next look says what.
    if (isAbsence(error) || ['ELOOP', 'ENXIO'].includes(codeOf(error))) return 'again';
    throw error;
  }
  await handle.close();
  return 'again';
}

// A folder is as good as never swapped back and forth in step with so many looks.
const LOOKS = 3;

/** Whether an opened file is in the folder. By path a look can be led elsewhere while somebody swaps the folder, so it takes several. */
async function isIn(folder: Folder, name: string, opened: Stats): Promise<boolean> {
  for (let look = 0; look < LOOKS && !folder.anchored; look++) {
    const seen = await lstatOf(folder, name);
    if (!seen || !isSame(opened, seen) || !(await folder.held())) return false;
  }
  return true;
}

function isSame(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

/** What is known about a file without opening it; undefined when there is none. */
export function look(root: Root, key: string): Promise<ObjectInfo | undefined> {
  return inParent(root, key, async (folder, name) => {
    const seen = await plainFile(folder, name, key);
    return seen && infoOf(key, seen);
  });
}

/** Works in the folder of a file; undefined when there is no such folder, or no file written just so. */
export async function inParent<T>(
  root: Root,
  key: string,
  work: (folder: Folder, name: string) => Promise<T>,
): Promise<T | undefined> {
  const { names, name } = splitKey(key);
  return inFolder(root, names, async (folder) => {
    if (root.folds && !(await namesIn(folder.here)).includes(name)) return undefined;
    return work(folder, name);
  });
}

/** The state of a plain file; undefined when there is none or a folder of assets; anything else is refused. */
export async function plainFile(folder: Folder, name: string, key: string): Promise<Stats | undefined> {
  return plain(await lstatOf(folder, name), name, key);
}

/** The same, without leaving the thread. */
export function plainFileIn(folder: Folder, name: string, key: string): Stats | undefined {
  return plain(lstatSync(folder.at(name), { throwIfNoEntry: false }), name, key);
}

function plain(seen: Stats | undefined, name: string, key: string): Stats | undefined {
  if (seen?.isDirectory() && isLessonName(name)) throw new NoFile(key);
  if (!seen || seen.isDirectory()) return undefined;
  if (!seen.isFile()) throw new NotPlain(key);
  return seen;
}

/** The state of an entry, links not followed; undefined when there is none. */
export async function lstatOf(folder: Folder, name: string): Promise<Stats | undefined> {
  try {
    return await lstat(folder.at(name));
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

export function infoOf(key: string, stats: Stats): ObjectInfo {
  return {
    key,
    size: stats.size,
    version: versionOf(stats),
    modifiedAt: new Date(Math.floor(stats.mtimeMs)),
    isFresh: isFresh(stats),
  };
}

/** Two changes within one tick of the clock of files have the same time, and a number that became free may be used again. */
export function isFresh({ ctimeMs }: Stats): boolean {
  return Date.now() - ctimeMs < COARSEST_CLOCK_MS;
}

const COARSEST_CLOCK_MS = 50;

/**
 * Times and the number of the file show an edit by hand, also one that keeps the size. A double holds a time to a quarter
 * of a microsecond, which is finer than any clock of files, and costs a third of a whole number of nanoseconds.
 */
export function versionOf({ size, mtimeMs, ino, ctimeMs }: Stats): string {
  return `${size}-${mtimeMs}-${ino}-${ctimeMs}`;
}

/** When a version was last written, in milliseconds. */
export function writtenMs(version: string): number {
  return Number(version.split('-')[1]);
}

function changing(key: string): StorageFailure {
  return new StorageFailure(`${key} keeps changing while it is read. Try again in a moment.`, true);
}

/*
 * The same without leaving the thread: what the system has in memory it gives in a few microseconds, and a trip to the
 * thread pool costs ten times as much. Only for Linux, where an open file tells its path, and only for what is small.
 * `undefined` says: go the long way, which also finds the words for what is wrong.
 */

/** The state of a plain file that is where its key says. */
export function plainFileSync(root: Root, key: string): Stats | undefined {
  return withOpenSync(root, namesOf(key), 0, (fd) => {
    const stats = fstatSync(fd);
    return stats.isFile() && stats.nlink > 0 ? stats : undefined;
  });
}

/** Whether there surely is nothing at a key: its folder is where it should be, and has no such name. */
export function isAbsentSync(root: Root, key: string): boolean {
  const { names, name } = splitKey(key);
  const isAbsent = (fd: number) => lstatSync(`${shownPath(fd)}/${name}`, { throwIfNoEntry: false }) === undefined;
  return withOpenSync(root, names, O_DIRECTORY, isAbsent) ?? false;
}

/** A small plain file that is where its key says. */
export function readWholeSync(root: Root, key: string): StoredObject | undefined {
  return withOpenSync(root, namesOf(key), 0, (fd) => {
    const before = fstatSync(fd);
    if (!before.isFile() || before.size > SMALL_OBJECT) return undefined;
    const bytes = readAllSync(fd, before.size);
    const after = fstatSync(fd);
    return bytes && isUnchanged(before, after) ? { ...infoOf(key, after), bytes } : undefined;
  });
}

/** The same as equal versions, without the cost of making them. */
function isUnchanged(before: Stats, { nlink, size, mtimeMs, ctimeMs }: Stats): boolean {
  return nlink > 0 && before.size === size && before.mtimeMs === mtimeMs && before.ctimeMs === ctimeMs;
}

/** Opens what is where its path says, for as long as the work takes. */
export function withOpenSync<T>(
  root: Root,
  names: readonly string[],
  flags: number,
  work: (fd: number) => T,
): T | undefined {
  const fd = openInPlaceSync(root, names, flags);
  if (fd === undefined) return undefined;
  try {
    return work(fd);
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/** Opens what is where its path says; the caller closes it. */
export function openInPlaceSync(root: Root, names: readonly string[], flags: number): number | undefined {
  if (!root.anchored || root.folds) return undefined;
  const path = join(root.path, ...names);
  let fd: number | undefined;
  try {
    fd = openSync(path, OPEN_PLAIN | flags);
    // Another path means that a link was followed on the way.
    if (readlinkSync(shownPath(fd)) === path) return fd;
  } catch {
    // The long way finds the words for it.
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}

function readAllSync(fd: number, size: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const count = readSync(fd, bytes, at, size - at, at);
    if (count === 0) return undefined;
    at += count;
  }
  return bytes;
}
