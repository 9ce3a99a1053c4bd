import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../lib/errno.ts';

/** A file that is being written, with the process that writes it; earlier versions did not name it. */
const PART = /^\.(?:quartet-(\d+)-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
const SURELY_OLD_MS = 3_600_000;

/** A name beside a file for the bytes that are to replace it. */
export function partName(): string {
  return `.quartet-${process.pid}-${randomUUID()}.part`;
}

/** Removes from folders what processes have left that were killed while they wrote. */
export async function clearParts(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const part = PART.exec(name);
      if (part && (await isLeft(join(folder, name), part[1]))) await rm(join(folder, name), { force: true });
    }
  }
}

async function isLeft(file: string, pid: string | undefined): Promise<boolean> {
  if (pid !== undefined) return !isAlive(Number(pid));
  const { mtimeMs } = await lstat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return Date.now() - mtimeMs > SURELY_OLD_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
