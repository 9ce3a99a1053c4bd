import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../lib/errno.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import { ASSET_TYPES, assetPath, isLessonPath, isReadme } from '../model/names.ts';
import { reasonOf } from './failed.ts';

/** A file of a folder that belongs into a book. `path` is that in the book. */
export interface TreeFile {
  readonly path: string;
  readonly file: string;
  readonly size: number;
  readonly modifiedMs: number;
}

export interface Tree {
  /** Which of `content/` and `static/` the folder has; what it does not have is none of its business. */
  readonly areas: readonly string[];
  readonly files: readonly TreeFile[];
  /** What does not belong into a book, with the reason. */
  readonly left: readonly Left[];
  /** Folders that cannot be read, with the reason: nobody knows what is in them. */
  readonly unreadable: readonly Left[];
}

/** A file of a folder, by its path as if the folder were in the layout of a book. */
export interface FoundFile {
  readonly path: string;
  readonly place: string;
  readonly entry: Dirent;
}

/** Gives files of `docs/` other paths in the book; those that get none are left out. */
type PlaceDocs = (files: readonly FoundFile[]) => Promise<ReadonlyMap<string, string>>;

interface Left {
  readonly path: string;
  readonly reason: string;
}

const LARGEST = 256 * 1024 * 1024;
const NO_PLACE = 'neither Markdown nor a category, or one of more than 99 in a folder';
const LESSON = 'not named NN-Part/NN-Chapter/NN-lesson.md';

/** Finds the files of a Docusaurus folder: `docs/` holds the content, `static/` the assets. Links are never followed. */
export async function readTree(folder: string, placeDocs?: PlaceDocs): Promise<Tree> {
  const content = await contentFolder(folder);
  const areas: [string, string][] = content === undefined ? [] : [['content', content]];
  if (await isFolder(join(folder, 'static'))) areas.push(['static', join(folder, 'static')]);
  if (areas.length === 0) {
    throw new ConfigurationFailure('The folder has neither docs/ nor static/. Name the folder that holds them.');
  }
  const files: TreeFile[] = [];
  const left: Left[] = [];
  const unreadable: Left[] = [];
  for (const [area, start] of areas) {
    const found: FoundFile[] = [];
    const waiting = [{ path: area, place: start }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const entries = await readdir(next.place, { withFileTypes: true }).catch(reasonNotToRead);
      if (typeof entries === 'string') {
        unreadable.push({ path: `${next.path}/`, reason: entries });
        continue;
      }
      for (const entry of entries) {
        if (entry.name.startsWith('.')) continue;
        const at = { path: `${next.path}/${entry.name}`, place: join(next.place, entry.name) };
        if (entry.isDirectory()) waiting.push(at);
        else found.push({ ...at, entry });
      }
    }
    const places = area === 'content' ? await placeDocs?.(found) : undefined;
    for (const { path, place, entry } of found) {
      const inBook = places ? (places.get(path) ?? '') : path;
      await look(path, inBook, place, entry, files, left);
    }
  }
  return { areas: areas.map(([area]) => area), files: files.sort(byPath), left: left.sort(byPath), unreadable };
}

function reasonNotToRead(error: unknown): string {
  const reason = reasonOf(error);
  if (reason === undefined) throw error;
  return reason;
}

async function look(
  path: string,
  inBook: string,
  file: string,
  entry: Dirent,
  files: TreeFile[],
  left: Left[],
): Promise<void> {
  const { size, mtimeMs } = await lstat(file);
  const reason = inBook === '' ? NO_PLACE : unfit(inBook, entry, size);
  if (reason === undefined) files.push({ path: inBook, file, size, modifiedMs: mtimeMs });
  else left.push({ path, reason });
}

/** Why a file does not belong into a book. */
function unfit(path: string, entry: Dirent, size: number): string | undefined {
  if (entry.isSymbolicLink()) return 'a link, which is not followed';
  if (!entry.isFile()) return 'not a regular file';
  if (size > LARGEST) return 'larger than 256 MiB';
  return path.startsWith('static/') ? unfitAsset(path) : unfitContent(path);
}

function unfitContent(path: string): string | undefined {
  const belongs = isLessonPath(path) || isReadme(path) || isCategory(path);
  return belongs && path.length <= 255 ? undefined : LESSON;
}

/** Titles and order of parts and chapters, which Docusaurus keeps beside the lessons. */
function isCategory(path: string): boolean {
  return path.endsWith('/_category_.json') && isReadme(path.replace(/_category_\.json$/, 'README.md'));
}

function unfitAsset(path: string): string | undefined {
  const [, type = '', ...name] = path.split('/');
  if (name.length === 0 || !ASSET_TYPES.some((known) => known === type)) {
    return `not below static/${ASSET_TYPES.join(', static/')}`;
  }
  try {
    assetPath(type, name.join('/'));
    return undefined;
  } catch {
    return 'a name that assets cannot have';
  }
}

/** `docs/`, `content/`, or the folder itself when parts lie directly in it. */
async function contentFolder(folder: string): Promise<string | undefined> {
  for (const name of ['docs', 'content']) {
    if (await isFolder(join(folder, name))) return join(folder, name);
  }
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new ConfigurationFailure(`The folder cannot be read (${codeOf(error)}). Name one that exists.`);
  });
  return entries.some((entry) => entry.isDirectory() && /^[0-9]{2}-/.test(entry.name)) ? folder : undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1;
}
