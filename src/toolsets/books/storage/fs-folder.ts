import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, isAbsence, NotPlain } from './fs-errors.ts';
import { clashOf } from './fs-names.ts';
import { StorageFailure } from './storage.ts';

/** The folder that holds everything, and what its system can do. */
export interface Root {
  /** Without links in it. */
  readonly path: string;
  /** Whether files can be named relative to an open folder (Linux), so that a folder swapped for a link leads nowhere. */
  readonly anchored: boolean;
  /** Whether the system takes `A` and `a` for one name. */
  readonly folds: boolean;
}

/** An open folder, known to be where its key says, reached through no link. */
export class Folder {
  constructor(
    readonly handle: FileHandle,
    private readonly path: string,
    private readonly root: Root,
  ) {}

  get anchored(): boolean {
    return this.root.anchored;
  }

  /** The path to use for the folder itself. */
  get here(): string {
    return this.anchored ? `/proc/self/fd/${this.handle.fd}` : this.path;
  }

  /** The path to use for an entry. */
  at(name: string): string {
    return this.anchored ? `${this.here}/${name}` : join(this.path, name);
  }

  /** Makes the names in the folder durable. */
  async sync(): Promise<void> {
    if (process.platform !== 'win32') await this.handle.sync();
  }

  /** Whether what was done by path since the folder was opened was done here; a path that starts at the folder cannot miss it. */
  async held(): Promise<boolean> {
    return this.anchored || (await this.isInPlace());
  }

  /** Whether the folder is where its path says, reached through no link. */
  async isInPlace(): Promise<boolean> {
    if (this.anchored) return (await readlink(this.here)) === this.path;
    const [real, there, opened] = await Promise.all([
      realpath(this.path).catch(() => undefined),
      stat(this.path, { bigint: true }).catch(() => undefined),
      this.handle.stat({ bigint: true }),
    ]);
    return real === this.path && there?.ino === opened.ino && there.dev === opened.dev;
  }
}

// More often than any race of writers needs; an end for whatever else may go on.
const TRIES = 50;
// Windows lacks some of these: what is undefined adds no bit.
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Works in a folder and closes it; undefined when there is none. */
export async function inFolder<T>(
  root: Root,
  names: readonly string[],
  work: (folder: Folder) => Promise<T>,
): Promise<T | undefined> {
  const folder = await openFolder(root, names);
  return folder && closing(folder, work);
}

/** Works in a folder, made if need be, and closes it. The work gives undefined to start anew: the folder was removed meanwhile. */
export async function inMadeFolder<T>(
  root: Root,
  names: readonly string[],
  work: (folder: Folder) => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await inFolder(root, names, work);
    if (result !== undefined) return result;
    await makeFolders(root, names);
  }
  throw moving();
}

async function closing<T>(folder: Folder, work: (folder: Folder) => Promise<T>): Promise<T> {
  try {
    return await work(folder);
  } finally {
    await folder.handle.close();
  }
}

async function openFolder(root: Root, names: readonly string[]): Promise<Folder | undefined> {
  const path = join(root.path, ...names);
  for (let tries = 0; tries < TRIES; tries++) {
    const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK).catch(noFolder);
    if (handle) {
      const folder = new Folder(handle, path, root);
      if (await settled(folder)) return ifExact(root, names, folder);
    }
    await refuseLinks(root, names);
    if (!handle) return undefined;
  }
  throw moving();
}

function noFolder(error: unknown): undefined {
  if (!isAbsence(error) && codeOf(error) !== 'ELOOP') throw error;
}

async function settled(folder: Folder): Promise<boolean> {
  const inPlace = await folder.isInPlace().catch(() => false);
  if (!inPlace) await folder.handle.close();
  return inPlace;
}

async function refuseLinks(root: Root, names: readonly string[]): Promise<void> {
  for (let depth = 1; depth <= names.length; depth++) {
    const upTo = names.slice(0, depth);
    const found = await lstat(join(root.path, ...upTo)).catch(noFolder);
    if (!found) return;
    if (found.isSymbolicLink()) throw new NotPlain(upTo.join('/'));
  }
}

async function ifExact(root: Root, names: readonly string[], folder: Folder): Promise<Folder | undefined> {
  let exact = false;
  try {
    exact = await isExact(root, names);
  } finally {
    if (!exact) await folder.handle.close();
  }
  return exact ? folder : undefined;
}

/** Where `A` and `a` are one name, only the way it is written on disk counts: else one user could read another's text. */
async function isExact(root: Root, names: readonly string[]): Promise<boolean> {
  if (!root.folds) return true;
  for (const [depth, name] of names.entries()) {
    if (!(await namesIn(join(root.path, ...names.slice(0, depth)))).includes(name)) return false;
  }
  return true;
}

/** What is in a folder; nothing when it was removed meanwhile. */
export async function namesIn(path: string): Promise<string[]> {
  return (await readdir(path).catch(noFolder)) ?? [];
}

async function makeFolders(root: Root, names: readonly string[]): Promise<void> {
  for (const [depth, name] of names.entries()) {
    const made = await inFolder(root, names.slice(0, depth), (parent) => makeFolder(parent, name));
    if (!made) return;
  }
}

async function makeFolder(parent: Folder, name: string): Promise<boolean> {
  try {
    await mkdir(parent.at(name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    if (codeOf(error) !== 'EEXIST') throw error;
    const clash = clashOf(await namesIn(parent.here), name);
    if (clash) throw clash;
    const there = await lstat(parent.at(name)).catch(noFolder);
    if (there?.isFile()) throw new StorageFailure(`A file named ${name} stands where a folder is needed.`, false);
  }
  return true;
}

function moving(): StorageFailure {
  return new StorageFailure('A folder of the storage keeps moving. Try again in a moment.', true);
}
