import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, fsync, lstatSync, open, openSync, unlinkSync, writeFile, writeFileSync } from 'node:fs';
import { readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isAbsence } from '../../../../lib/errno.ts';
import { changedMeanwhile, type ObjectInfo, StorageFailure } from '../storage.ts';
import { unlessRefused } from './errors.ts';
import { infoOf, inParent, lstatOf, OPEN_PLAIN, plainFile, plainFileIn, versionOf } from './files.ts';
import { clashOf, type Folder, inFolder, namesIn, type Root, splitKey } from './folder.ts';
import type { SharedFolders } from './shared-folders.ts';

// By the number of an open file: a handle takes a trip to the thread pool more, to be closed.
const [openFd, writeFd, syncFd] = [promisify(open), promisify(writeFile), promisify(fsync)];

const STAGING = ['.quartet', 'staging'];
const STAGED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// books/{book}: a book stays when its last file goes.
const KEPT_DEPTH = 2;

/** Works in the folder of staged bytes, made if need be. */
export function inStaging<T>(folders: SharedFolders, work: (folder: Folder) => Promise<T>): Promise<T> {
  return folders.inMade(STAGING, work);
}

/** Writes bytes, all there or on their way, durably under a new staging name. A power cut may take the name: nothing shows the bytes before they are published. */
export function writeStaged(folder: Folder, bytes: Buffer | AsyncIterable<Uint8Array>): Promise<string> {
  return inNewFile(folder, async (fd) => {
    for await (const chunk of Buffer.isBuffer(bytes) ? [bytes] : bytes) await writeFd(fd, chunk);
    await syncFd(fd);
  });
}

/** Handed to the system in this thread: it takes so few into its memory sooner than another thread is asked. */
const FEW_BYTES = 64 * 1024;

/** Writes bytes under a new staging name, without waiting for the disk. */
export function writeUnsynced(folder: Folder, bytes: Buffer): Promise<string> {
  return inNewFile(folder, async (fd) => {
    if (bytes.length <= FEW_BYTES) writeFileSync(fd, bytes);
    else await writeFd(fd, bytes);
  });
}

/** Gives the staging name of a new file. To make it is not for this thread: a new name may have to wait until the file system has written its own journal. */
async function inNewFile(folder: Folder, write: (fd: number) => Promise<void>): Promise<string> {
  const name = randomUUID();
  const fd = await openFd(folder.at(name), 'wx');
  try {
    await write(fd);
  } catch (error) {
    await unlink(folder.at(name)).catch(() => {});
    throw error;
  } finally {
    closeSync(fd);
  }
  return name;
}

/** Refuses what is no staging name, so that a damaged record cannot name another file. */
export function stagedName(text: string): string {
  if (STAGED.test(text)) return text;
  throw new StorageFailure('This is no name of staged bytes.', false);
}

/** Removes staged bytes; nothing happens when they are gone. */
export function dropStaged(folder: Folder, name: string): Promise<boolean> {
  return unlinked(folder, name);
}

/** Staged bytes last written before a moment. */
export async function oldStaged(folder: Folder, before: Date): Promise<string[]> {
  const names = (await readdir(folder.here)).filter((name) => STAGED.test(name)).sort();
  const states = await Promise.all(names.map((name) => lstatOf(folder, name)));
  return names.filter((_, at) => (states[at]?.mtimeMs ?? Number.POSITIVE_INFINITY) < before.getTime());
}

/** Puts staged files in place. Remembers which folders are durable up to the root, so that they are synced once only. */
export class Publisher {
  readonly #durable = new Set<string>();

  constructor(
    private readonly root: Root,
    private readonly folders: SharedFolders,
  ) {}

  /** Durably, unless somebody else sees to that. */
  async publish(
    staging: Folder,
    staged: string,
    key: string,
    replaces: string | null | undefined,
    isDurable = true,
  ): Promise<ObjectInfo> {
    const fd = openStaged(staging, staged);
    let isMoved = false;
    try {
      const { names, name } = splitKey(key);
      return await this.folders.inMade(names, async (folder) => {
        if (isMoved) refuseElsewhere(folder, name, fd);
        else {
          await refuseToCover(folder, name, key, this.root.folds, replaces);
          isMoved = await moved(staging, staged, folder, name);
          // A neighbour may have removed the folder and another one made it anew: what was moved by path is looked for in that one.
          if (!isMoved || !(await folder.held())) return undefined;
        }
        if (isDurable) await this.#makeDurable(folder, names);
        // From the open file, so that it is the version of these bytes even if the next writer has replaced them.
        return infoOf(key, fstatSync(fd));
      });
    } finally {
      closeSync(fd);
    }
  }

  /** Makes the names of files durable that were published before. A folder that is gone has none. */
  async syncFolders(keys: readonly string[]): Promise<void> {
    const parents = new Map(keys.map((key) => splitKey(key).names).map((names) => [names.join('/'), names]));
    for (const names of parents.values()) {
      await inFolder(this.root, names, (folder) => this.#makeDurable(folder, names)).catch(unlessRefused);
    }
  }

  async #makeDurable(folder: Folder, names: readonly string[]): Promise<void> {
    await folder.sync();
    const { dev, ino, birthtimeNs } = await folder.handle.stat({ bigint: true });
    const id = `${dev}-${ino}-${birthtimeNs}`;
    if (this.#durable.has(id)) return;
    for (let depth = names.length - 1; depth >= 0; depth--) {
      await this.folders.inMade(names.slice(0, depth), async (parent) => (await parent.sync(), true));
    }
    this.#durable.add(id);
  }
}

/** What was written a moment ago is in memory: nobody waits for a disk here. */
function openStaged(staging: Folder, staged: string): number {
  try {
    return openSync(staging.at(staged), OPEN_PLAIN);
  } catch (error) {
    throw isAbsence(error) ? gone() : error;
  }
}

async function refuseToCover(
  folder: Folder,
  name: string,
  key: string,
  folds: boolean,
  replaces?: string | null,
): Promise<void> {
  const there = plainFileIn(folder, name, key);
  if (replaces !== undefined && (there ? versionOf(there) : null) !== replaces) throw changedMeanwhile();
  const clash = folds && there && clashOf(await namesIn(folder.here), name);
  if (clash) throw clash;
}

/** False when the folder was removed meanwhile, as an empty one may be. */
async function moved(staging: Folder, staged: string, folder: Folder, name: string): Promise<boolean> {
  try {
    await rename(staging.at(staged), folder.at(name));
  } catch (error) {
    if (!isAbsence(error)) throw error;
    if (!(await lstatOf(staging, staged))) throw gone();
    return false;
  }
  return true;
}

/** A file that is neither in the folder nor replaced or removed since lies where a folder that was exchanged has led to. */
function refuseElsewhere(folder: Folder, name: string, fd: number): void {
  const { dev, ino, nlink } = fstatSync(fd, { bigint: true });
  const there = lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (nlink === 0n || (there?.ino === ino && there.dev === dev)) return;
  throw new StorageFailure('A folder of the storage was exchanged during the write. Tell the operator.', false);
}

function gone(): StorageFailure {
  return new StorageFailure('The staged bytes are gone.', false);
}

/** Removes a file durably, and the folders that it leaves empty below its book. */
export async function removeFile(root: Root, key: string, version?: string): Promise<boolean> {
  const removed = await inParent(root, key, async (folder, name) => {
    if (!(await plainFile(folder, name, key))) return false;
    if (!(version === undefined ? await unlinked(folder, name) : unlinkedAtOnce(folder, name, version))) return false;
    await folder.sync();
    return true;
  });
  if (removed) await prune(root, splitKey(key).names);
  return removed ?? false;
}

async function unlinked(folder: Folder, name: string): Promise<boolean> {
  try {
    await unlink(folder.at(name));
    return true;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/** A look and the removal in one breath: a file cannot be removed on condition, so as little as possible may come between. */
function unlinkedAtOnce(folder: Folder, name: string, version: string): boolean {
  try {
    if (versionOf(lstatSync(folder.at(name))) !== version) throw changedMeanwhile();
    unlinkSync(folder.at(name));
    return true;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/** The file is gone already, so nothing here may fail: a folder that cannot go stays. */
async function prune(root: Root, names: readonly string[]): Promise<void> {
  for (let depth = names.length; depth > KEPT_DEPTH; depth--) {
    const name = names[depth - 1] ?? '';
    const gone = await inFolder(root, names.slice(0, depth - 1), async (parent) => {
      await rmdir(parent.at(name));
      return true;
    }).catch(() => false);
    if (!gone) return;
  }
}
