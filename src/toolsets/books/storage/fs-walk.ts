import { readdir } from 'node:fs/promises';
import { type Entry, seeFolder } from './fs-at-once.ts';
import { isAbsence, NotPlain } from './fs-errors.ts';
import { infoOf, lstatOf } from './fs-files.ts';
import { inFolder, type Root } from './fs-folder.ts';
import { isHidden } from './fs-names.ts';
import type { ObjectInfo } from './storage.ts';
import type { Turns } from './turns.ts';

// Enough to keep the disk busy; each takes one open file.
const FOLDERS_AT_ONCE = 16;

/** Every plain file below a folder, sorted by key; hidden names, links and special files are passed over. */
export async function walk(
  root: Root,
  names: readonly string[],
  turns: Turns,
  signal?: AbortSignal,
): Promise<ObjectInfo[]> {
  const found: ObjectInfo[] = [];
  const waiting: (readonly string[])[] = [names];
  while (waiting.length > 0) {
    signal?.throwIfAborted();
    await turns.next();
    const batch = waiting.splice(-FOLDERS_AT_ONCE);
    for (const { files, folders } of await Promise.all(
      batch.map((folder) => readFolder(root, folder, folder === names)),
    )) {
      for (const file of files) found.push(file);
      for (const folder of folders) waiting.push(folder);
    }
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function readFolder(root: Root, names: readonly string[], asked: boolean) {
  const entries = seeFolder(root, names);
  if (entries) return fromEntries(names, entries);
  const contents = await inFolder(root, names, async (folder) => {
    const entries = await entriesOf(folder.here);
    const looks = entries
      .filter((entry) => entry.isFile())
      .map(async ({ name }) => ({ name, stats: await lstatOf(folder, name) }));
    const prefix = names.length > 0 ? `${names.join('/')}/` : '';
    const files = (await Promise.all(looks)).flatMap(({ name, stats }) =>
      stats?.isFile() ? [infoOf(prefix + name, stats)] : [],
    );
    return { files, folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => [...names, name]) };
  }).catch(asked ? undefined : passOver);
  return contents ?? { files: [], folders: [] };
}

function fromEntries(names: readonly string[], entries: readonly Entry[]) {
  const prefix = names.length > 0 ? `${names.join('/')}/` : '';
  const shown = entries.filter(({ name }) => !isHidden(name));
  return {
    files: shown.flatMap(({ name, stats }) => (stats ? [infoOf(prefix + name, stats)] : [])),
    folders: shown.filter(({ isFolder }) => isFolder).map(({ name }) => [...names, name]),
  };
}

/** The names directly below a folder that have a plain file somewhere below them, sorted. */
export async function inhabited(root: Root, names: readonly string[]): Promise<string[]> {
  const children = await foldersOf(root, names);
  const found: string[] = [];
  while (children.length > 0) {
    const batch = children.splice(0, FOLDERS_AT_ONCE);
    const full = await Promise.all(batch.map((name) => hasFile(root, [...names, name])));
    found.push(...batch.filter((_, at) => full[at]));
  }
  return found.sort();
}

async function foldersOf(root: Root, names: readonly string[]): Promise<string[]> {
  const entries = await inFolder(root, names, (folder) => entriesOf(folder.here));
  return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function hasFile(root: Root, names: readonly string[]): Promise<boolean> {
  const waiting = [names];
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const path = folder;
    const entries = (await inFolder(root, path, ({ here }) => entriesOf(here)).catch(passOver)) ?? [];
    if (entries.some((entry) => entry.isFile())) return true;
    for (const entry of entries) if (entry.isDirectory()) waiting.push([...path, entry.name]);
  }
  return false;
}

async function entriesOf(path: string) {
  return (await readdir(path, { withFileTypes: true }).catch(nothing)).filter(({ name }) => !isHidden(name));
}

/** A folder may be removed between being opened and being listed. */
function nothing(error: unknown): [] {
  if (isAbsence(error)) return [];
  throw error;
}

/** A folder may become a link between being listed and being opened. */
function passOver(error: unknown): undefined {
  if (!(error instanceof NotPlain)) throw error;
}
