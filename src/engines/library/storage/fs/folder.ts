import { type BigIntStats, constants } from 'node:fs';
import { lstat, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, isAbsence } from '../../../../lib/errno.ts';
import { isInPlace, shownPath } from '../../../../lib/in-place.ts';
import { SharedRun } from '../../../../lib/shared-run.ts';
import { NoFolder, StorageFailure } from '../storage.ts';
import { NotPlain } from './errors.ts';

/** The folder that holds everything, and what its system can do. */
export interface Root {
  /** Without links in it. */
  readonly path: string;
  /** Whether files can be named relative to an open folder (Linux), so that a folder swapped for a link leads nowhere. */
  readonly anchored: boolean;
  /** Whether the system takes `A` and `a` for one name. */
  readonly folds: boolean;
  /** Whether the system tells of what others change there. */
  readonly tellsChanges: boolean;
}

/** What holds a folder open. */
interface FolderHandle {
  readonly fd: number;
  stat(options: { readonly bigint: true }): Promise<BigIntStats>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** An open folder, known to be where its key says, reached through no link. */
export class Folder {
  readonly #syncs = new SharedRun(() => this.handle.sync());

  constructor(
    readonly handle: FolderHandle,
    private readonly path: string,
    private readonly root: Root,
  ) {}

  get anchored(): boolean {
    return this.root.anchored;
  }

  /** The path to use for the folder itself. */
  get here(): string {
    return this.anchored ? shownPath(this.handle.fd) : this.path;
  }

  /** The path to use for an entry. */
  at(name: string): string {
    return this.anchored ? `${this.here}/${name}` : join(this.path, name);
  }

  /** Makes the names in the folder durable, at once for all who have changed some of them. */
  async sync(): Promise<void> {
    if (process.platform !== 'win32') await this.#syncs.run();
  }

  /** Whether what was done by path since the folder was opened was done here; a path that starts at the folder cannot miss it. */
  async held(): Promise<boolean> {
    return this.anchored || (await this.isInPlace());
  }

  /** Whether the folder is where its path says, reached through no link. */
  isInPlace(): Promise<boolean> {
    return isInPlace(this.handle, this.path, this.anchored);
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
  throw replaced(names);
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
    await refuseOdd(root, names);
    if (!handle) return undefined;
  }
  throw replaced(names);
}

function noFolder(error: unknown): undefined {
  if (!isAbsence(error) && codeOf(error) !== 'ELOOP') throw error;
}

async function settled(folder: Folder): Promise<boolean> {
  const inPlace = await folder.isInPlace();
  if (!inPlace) await folder.handle.close();
  return inPlace;
}

/** A file in the place of a folder says that somebody has removed the folder; a link or a pipe says nothing. */
async function refuseOdd(root: Root, names: readonly string[]): Promise<void> {
  for (let depth = 1; depth <= names.length; depth++) {
    const upTo = names.slice(0, depth);
    const found = await lstat(join(root.path, ...upTo)).catch(noFolder);
    if (!found) return;
    if (!found.isDirectory() && !found.isFile()) throw new NotPlain(upTo.join('/'));
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
    if (there?.isFile()) throw new NoFolder(name);
  }
  return true;
}

function replaced(names: readonly string[]): StorageFailure {
  return new StorageFailure(`The folder "${names.join('/')}" was replaced while it was being read; try again.`, true);
}

/** The names that a key or prefix is made of. Keys are trusted; this is the belt to the braces of `model/files.ts`. */
export function namesOf(key: string): string[] {
  const names = (key.endsWith('/') ? key.slice(0, -1) : key).split('/');
  if (key === '') return [];
  if (!names.every(isName)) throw invalidPath(key);
  return names;
}

/** The folder of a key, as names, and the name in it. */
export function splitKey(key: string): { names: string[]; name: string } {
  const names = namesOf(key);
  const name = names.pop();
  if (name === undefined) throw invalidPath(key);
  return { names, name };
}

function isName(name: string): boolean {
  if (name === '' || isHidden(name) || /[\\\0]/.test(name)) return false;
  // Windows would store these under another name, or as a stream of another file.
  return process.platform !== 'win32' || !/[<>:"|?*]|[. ]$/.test(name);
}

/** Whether a name is not for listings: staging, placeholders, what editors leave behind. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Whether a name can only be that of a text, never that of a folder. */
export function isLessonName(name: string): boolean {
  return name.endsWith('.md');
}

/** The failure to raise when a folder has a name that the system may take for this one, and not this one itself. */
export function clashOf(existing: readonly string[], name: string): StorageFailure | undefined {
  if (existing.includes(name)) return undefined;
  const other = existing.find((one) => folded(one) === folded(name));
  if (other === undefined) return undefined;
  const difference = other.normalize() === name.normalize() ? 'Unicode form' : 'case';
  return new StorageFailure(`"${name}" differs only in ${difference} from the existing "${other}".`, false);
}

function invalidPath(key: string): StorageFailure {
  return new StorageFailure(`"${key}" is not a valid storage path.`, false);
}

function folded(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}
