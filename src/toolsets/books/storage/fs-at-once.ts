import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import type { Root } from './fs-folder.ts';

/**
 * The same looks and reads as elsewhere in this folder, without leaving the thread: what the system has in memory it
 * gives in a few microseconds, and a trip to the thread pool costs ten times as much. Only for Linux, where an open
 * file tells its path, and only for what is small. `undefined` says: go the long way, which also finds the words for
 * what is wrong.
 */
const SMALL = 512 * 1024;
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** How to open what may turn out to be anything. */
export const CAREFULLY = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

export interface Seen {
  readonly stats: Stats;
  readonly bytes?: Buffer;
}

/** A plain file that is where its path says, with its bytes if wanted. */
export function seeFile(root: Root, names: readonly string[], withBytes: boolean): Seen | undefined {
  return opened(root, names, 0, (fd) => {
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.nlink === 0) return undefined;
    if (!withBytes) return { stats };
    const bytes = stats.size <= SMALL ? readAll(fd, Number(stats.size)) : undefined;
    const after = fstatSync(fd);
    return bytes && sameState(stats, after) ? { stats: after, bytes } : undefined;
  });
}

export interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  /** Only of plain files. */
  readonly stats?: Stats;
}

/** The folders and plain files of a folder that is where its path says; others are passed over. */
export function seeFolder(root: Root, names: readonly string[]): Entry[] | undefined {
  return opened(root, names, O_DIRECTORY, (fd) => {
    const here = `/proc/self/fd/${fd}`;
    const entries = readdirSync(here, { withFileTypes: true });
    return entries.flatMap((entry) => seeEntry(here, entry));
  });
}

function seeEntry(here: string, entry: Dirent): Entry[] {
  const { name } = entry;
  if (entry.isDirectory()) return [{ name, isFolder: true }];
  if (!entry.isFile()) return [];
  const stats = lstatSync(`${here}/${name}`, { throwIfNoEntry: false });
  return stats?.isFile() ? [{ name, isFolder: false, stats }] : [];
}

/** Opens what is where its path says, for as long as the work takes. */
export function opened<T>(root: Root, names: readonly string[], flags: number, work: (fd: number) => T): T | undefined {
  if (!root.anchored || root.folds) return undefined;
  const path = join(root.path, ...names);
  let fd: number | undefined;
  try {
    fd = openSync(path, CAREFULLY | flags);
    // Another path means that a link was followed on the way.
    return readlinkSync(`/proc/self/fd/${fd}`) === path ? work(fd) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function readAll(fd: number, size: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const count = readSync(fd, bytes, at, size - at, at);
    if (count === 0) return undefined;
    at += count;
  }
  return bytes;
}

function sameState(before: Stats, after: Stats): boolean {
  return (
    after.nlink > 0 &&
    before.size === after.size &&
    before.mtimeMs === after.mtimeMs &&
    before.ctimeMs === after.ctimeMs
  );
}
