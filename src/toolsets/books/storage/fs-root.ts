import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Root } from './fs-folder.ts';

/** Makes the folder of a storage, durably, and finds out what its system can do. */
export async function prepareRoot(folder: string): Promise<Root> {
  const made = await mkdir(resolve(folder), { recursive: true });
  const path = await realpath(folder);
  if (made) await syncUpTo(path, dirname(await realpath(made)));
  const staging = join(path, '.quartet', 'staging');
  await mkdir(staging, { recursive: true });
  const [anchored, folds] = await Promise.all([anchors(path), foldsNames(staging)]);
  return { path, anchored, folds };
}

async function syncUpTo(path: string, last: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (let folder = path; ; folder = dirname(folder)) {
    const handle = await open(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (folder === last || folder === dirname(folder)) return;
  }
}

/** Linux shows open files as links, and takes an open folder's link as the start of a path. */
async function anchors(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const handle = await open(path);
  try {
    const shown = `/proc/self/fd/${handle.fd}`;
    return (await readlink(shown)) === path && (await lstat(`${shown}/.quartet`)).isDirectory();
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

async function foldsNames(folder: string): Promise<boolean> {
  const name = `probe-${randomUUID()}`;
  const probe = join(folder, name);
  await writeFile(probe, '');
  try {
    return await lstat(join(folder, name.toUpperCase())).then(
      () => true,
      () => false,
    );
  } finally {
    await rm(probe, { force: true });
  }
}
