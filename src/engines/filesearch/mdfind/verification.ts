import { isAbsolute, relative, sep } from 'node:path';
import { mapInParallel } from '../../../lib/in-parallel.ts';
import { inPlace } from '../../../lib/in-place.ts';
import type { FileInfo } from '../engine.ts';

const AT_ONCE = 64;

export interface Verified {
  readonly files: readonly FileInfo[];
  /** Candidates that are gone, or are no regular files within the scope. */
  readonly dropped: number;
}

/** Those candidates that are regular files within the scope now, with what the file system says about them. */
export async function verifyCandidates(
  scope: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Verified> {
  const look = (path: string) => fileInfo(scope, path).catch(() => undefined);
  const seen = await mapInParallel(paths, AT_ONCE, look, signal);
  const files = seen.filter((info) => info !== undefined);
  return { files, dropped: paths.length - files.length };
}

async function fileInfo(scope: string, path: string): Promise<FileInfo | undefined> {
  if (!isAbsolute(path) || !isInside(scope, path)) return undefined;
  const stats = await inPlace(path, async (seen) => seen);
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
export function byAge(a: FileInfo, b: FileInfo): number {
  return b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
