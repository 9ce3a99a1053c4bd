import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import type { FileFacts } from '../engine.ts';

const AT_ONCE = 64;

export interface Verified {
  readonly files: readonly FileFacts[];
  /** Candidates that are gone, or are no regular files within the scope. */
  readonly dropped: number;
}

/** Those candidates that are regular files within the scope now, with what the file system says about them. */
export async function verifyCandidates(
  scope: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Verified> {
  const seen: (FileFacts | undefined)[] = [];
  const folders = new Map<string, Promise<boolean>>();
  const folderIsInside = (folder: string) => {
    const known = folders.get(folder) ?? realpath(folder).then((real) => isInside(scope, real));
    folders.set(folder, known);
    return known;
  };
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < paths.length; index = next++) {
      signal.throwIfAborted();
      const path = paths[index] as string;
      seen[index] = await factsOf(scope, path, folderIsInside).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const files = seen.filter((facts) => facts !== undefined);
  return { files, dropped: paths.length - files.length };
}

async function factsOf(
  scope: string,
  path: string,
  folderIsInside: (folder: string) => Promise<boolean>,
): Promise<FileFacts | undefined> {
  if (!isAbsolute(path) || !isInside(scope, path) || !(await folderIsInside(dirname(path)))) return undefined;
  const stats = await lstat(path);
  if (!stats.isFile()) return undefined;
  const { size, blocks, mtimeMs, birthtimeMs, uid, gid } = stats;
  return { path, size, blocks, modifiedMs: mtimeMs, createdMs: birthtimeMs || mtimeMs, uid, gid };
}

/** Compared by component: `/a/bc` is not inside `/a/b`. */
function isInside(scope: string, path: string): boolean {
  const way = relative(scope, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Newest first, then by path. */
export function byAge(a: FileFacts, b: FileFacts): number {
  return b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
