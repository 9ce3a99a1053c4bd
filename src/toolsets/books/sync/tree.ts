import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationFailure } from '../../../kernel/errors.ts';
import { ASSET_TYPES, assetPath, isLessonPath, isReadme } from '../paths.ts';

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
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

const LARGEST = 256 * 1024 * 1024;
const LESSON = 'not named NN-Part/NN-Chapter/NN-lesson.md';

/** Finds the files of a Docusaurus folder: `docs/` holds the content, `static/` the assets. Links are never followed. */
export async function readTree(folder: string): Promise<Tree> {
  const content = await contentFolder(folder);
  const areas: [string, string][] = content === undefined ? [] : [['content', content]];
  if (await isFolder(join(folder, 'static'))) areas.push(['static', join(folder, 'static')]);
  if (areas.length === 0) {
    throw new ConfigurationFailure('The folder has neither docs/ nor static/. Name the folder that holds them.');
  }
  const files: TreeFile[] = [];
  const left: { path: string; reason: string }[] = [];
  for (const [area, start] of areas) {
    const waiting = [{ path: area, place: start }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const entry of await readdir(next.place, { withFileTypes: true })) {
        if (entry.name.startsWith('.')) continue;
        const at = { path: `${next.path}/${entry.name}`, place: join(next.place, entry.name) };
        if (entry.isDirectory()) waiting.push(at);
        else await look(at.path, at.place, entry, files, left);
      }
    }
  }
  return { areas: areas.map(([area]) => area), files: files.sort(byPath), left: left.sort(byPath) };
}

async function look(
  path: string,
  file: string,
  entry: Dirent,
  files: TreeFile[],
  left: { path: string; reason: string }[],
): Promise<void> {
  const { size, mtimeMs } = await lstat(file);
  const reason = unfit(path, entry, size);
  if (reason === undefined) files.push({ path, file, size, modifiedMs: mtimeMs });
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
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationFailure(`The folder cannot be read (${error.code}). Name one that exists.`);
  });
  return entries.some((entry) => entry.isDirectory() && /^[0-9]{2}-/.test(entry.name)) ? folder : undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1;
}
