import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../lib/errno.ts';

/** What all files of a cache folder may take together; the longest unused ones go first. */
const MOST_BYTES = 2 ** 30;
/** A lock that is older was left behind by a process that ended, and so was a file that is not finished. */
const STALE_MS = 10 * 60_000;
const OURS = /\.(?:index|vectors)(?:\.lock|\.\d+\.new)?$/;

/** Why a folder cannot be a cache. */
export type Unfit = 'no folder' | 'not yours' | 'not writable';

/** Makes a folder for its owner alone, or makes sure that it is one. Whoever else could write there could hide files from a search. */
export function prepareCacheFolder(folder: string): Unfit | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = statSync(folder);
    if (process.getuid === undefined) return undefined;
    if (stats.uid !== process.getuid()) return 'not yours';
    if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
    return undefined;
  } catch (error) {
    return codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOTDIR' ? 'no folder' : 'not writable';
  }
}

export interface Lock {
  release(): void;
}

/** Lets one process at a time write a file; undefined while another does. */
export function takeLock(path: string): Lock | undefined {
  const lock = `${path}.lock`;
  for (let tries = 0; tries < 2; tries++) {
    try {
      const file = openSync(lock, 'wx', 0o600);
      writeSync(file, `${process.pid}\n`);
      closeSync(file);
      return { release: () => rmSync(lock, { force: true }) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || !isLeftBehind(lock)) return undefined;
      rmSync(lock, { force: true });
    }
  }
  return undefined;
}

/** Removes what was left behind, and the longest unused files as long as all together take too much. */
export function trimCacheFolder(folder: string, mostBytes = MOST_BYTES): void {
  const files = readdirSync(folder)
    .filter((name) => OURS.test(name))
    .flatMap((name) => {
      const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
      return stats?.isFile() ? [{ path: join(folder, name), size: stats.size, usedMs: stats.mtimeMs }] : [];
    })
    .sort((a, b) => b.usedMs - a.usedMs);
  let bytes = 0;
  for (const { path, size, usedMs } of files) {
    const isUnfinished = /\.(?:lock|new)$/.test(path);
    if (!isUnfinished) bytes += size;
    if (isUnfinished ? Date.now() - usedMs > STALE_MS : bytes > mostBytes) rmSync(path, { force: true });
  }
}

function isLeftBehind(lock: string): boolean {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE_MS) return true;
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
