import { closeSync, constants, type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isAbsence } from '../../../../lib/errno.ts';
import { shownPath } from '../../../../lib/in-place.ts';
import type { Turns } from '../../../../lib/turns.ts';
import { type ObjectInfo, type OnUnreadable, StorageFailure } from '../storage.ts';
import { asFailure, NoFile, NotPlain } from './errors.ts';
import { infoOf, lstatOf, openInPlaceSync } from './files.ts';
import { inFolder, isHidden, isLessonName, type Root } from './folder.ts';

interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
  /** Whether it is neither a folder nor a plain file: a link, a pipe, a device. */
  readonly isOdd: boolean;
  /** Only of plain files. */
  readonly stats?: Stats;
}

/** Every plain file below a folder, sorted by key; hidden names are passed over, and links and special files unless somebody wants to be told. */
export async function* walk(
  root: Root,
  names: readonly string[],
  turns: Turns,
  signal?: AbortSignal,
  onUnreadable?: OnUnreadable,
  after = '',
): AsyncGenerator<ObjectInfo> {
  const waiting: (ObjectInfo | readonly string[])[] = [names];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    signal?.throwIfAborted();
    await turns.next();
    if ('key' in next) {
      yield next;
      continue;
    }
    const { files, folders } = await readFolder(root, next, turns, next === names, onUnreadable);
    const found = [
      ...files.map((file) => ({ label: file.key, item: file })),
      ...folders.map((folder) => ({ label: `${folder.join('/')}/`, item: folder })),
    ];
    // From the last to the first: so all that is below them comes in the order of keys.
    found.sort((a, b) => (a.label < b.label ? 1 : -1));
    for (const { label, item } of found) if (label > after || isWithin(after, label)) waiting.push(item);
  }
}

/** Whether a key is below a folder, which ends with a slash. */
function isWithin(key: string, folder: string): boolean {
  return folder.endsWith('/') && key.startsWith(folder);
}

/** The plain files of a folder and the folders in it; none when there is no such folder. */
export async function readFolder(
  root: Root,
  names: readonly string[],
  turns: Turns,
  asked: boolean,
  onUnreadable?: OnUnreadable,
) {
  const prefix = names.length > 0 ? `${names.join('/')}/` : '';
  const entries = (await entriesSync(root, names, turns)) ?? (await entriesIn(root, names, asked, onUnreadable)) ?? [];
  const shown = entries.filter(({ name }) => !isHidden(name));
  for (const { name, isFolder, isOdd } of onUnreadable ? shown : []) {
    if (isOdd) onUnreadable?.(prefix + name, new NotPlain(prefix + name));
    if (isFolder && isLessonName(name)) onUnreadable?.(prefix + name, new NoFile(prefix + name));
  }
  return {
    files: shown.flatMap(({ name, stats }) => (stats ? [infoOf(prefix + name, stats)] : [])),
    folders: shown.filter(({ isFolder }) => isFolder).map(({ name }): readonly string[] => [...names, name]),
  };
}

async function entriesIn(
  root: Root,
  names: readonly string[],
  asked: boolean,
  onUnreadable?: OnUnreadable,
): Promise<FolderEntry[] | undefined> {
  const entries = inFolder(root, names, async (folder) => {
    const looks = (await direntsOf(folder.here)).map(async (entry) => {
      const [isFolder, isFile] = [entry.isDirectory(), entry.isFile()];
      const stats = isFile ? await lstatOf(folder, entry.name) : undefined;
      return { name: entry.name, isFolder, isOdd: !isFolder && !isFile, ...(stats?.isFile() && { stats }) };
    });
    return await Promise.all(looks);
  });
  try {
    return await entries;
  } catch (error) {
    const failure = asFailure(error);
    if (onUnreadable && failure instanceof StorageFailure && !failure.retryable) {
      onUnreadable(names.map((name) => `${name}/`).join(''), failure);
      return undefined;
    }
    // A folder may become a link between being listed and being opened.
    if (!asked && error instanceof NotPlain) return undefined;
    throw error;
  }
}

const LOOKS_A_TURN = 100;

/** What is in a folder, told without leaving the thread where that can be done; a long one takes several turns. */
async function entriesSync(root: Root, names: readonly string[], turns: Turns): Promise<FolderEntry[] | undefined> {
  const fd = openInPlaceSync(root, names, constants.O_DIRECTORY);
  if (fd === undefined) return undefined;
  try {
    const here = shownPath(fd);
    const entries: FolderEntry[] = [];
    for (const [at, dirent] of readdirSync(here, { withFileTypes: true }).entries()) {
      if (at % LOOKS_A_TURN === LOOKS_A_TURN - 1) await turns.next();
      entries.push(...entrySync(here, dirent));
    }
    return entries;
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

function entrySync(here: string, dirent: Dirent): FolderEntry[] {
  const { name } = dirent;
  const isFolder = dirent.isDirectory();
  if (!dirent.isFile()) return [{ name, isFolder, isOdd: !isFolder }];
  const stats = lstatSync(`${here}/${name}`, { throwIfNoEntry: false });
  return stats?.isFile() ? [{ name, isFolder, isOdd: false, stats }] : [];
}

/** The names of the folders directly below a folder, sorted. */
export async function foldersOf(root: Root, names: readonly string[]): Promise<string[]> {
  const entries = await inFolder(root, names, (folder) => direntsOf(folder.here));
  const folders = (entries ?? []).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

async function direntsOf(path: string) {
  return (await readdir(path, { withFileTypes: true }).catch(nothing)).filter(({ name }) => !isHidden(name));
}

/** A folder may be removed between being opened and being listed. */
function nothing(error: unknown): [] {
  if (isAbsence(error)) return [];
  throw error;
}
