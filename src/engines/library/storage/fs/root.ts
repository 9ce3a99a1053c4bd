import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { shownPath } from '../../../../lib/in-place.ts';
import { NotPlain, namingFolder } from './errors.ts';
import type { Root } from './folder.ts';
import { tellsChanges } from './watch.ts';

/** The folder of a storage on a file system that can only be read, as it is. */
export async function readOnlyRoot(folder: string): Promise<Root> {
  const path = await realpath(folder);
  const folds = await lstat(join(path, '.QUARTET')).then(
    () => true,
    () => false,
  );
  return { path, anchored: await anchors(path), folds, tellsChanges: await tellsChanges(path) };
}

/** Makes the folder of a storage, durably, and finds out what its system can do. */
export async function prepareRoot(folder: string): Promise<Root> {
  const made = await mkdir(resolve(folder), { recursive: true });
  const path = await realpath(folder);
  if (made) await syncUpTo(path, dirname(await realpath(made)));
  const staging = join(path, '.quartet', 'staging');
  await refuseLink(path, '.quartet');
  await refuseLink(path, '.quartet/staging');
  const folds = await namingFolder('.quartet/staging', async () => {
    await mkdir(staging, { recursive: true });
    return await foldsNames(staging);
  });
  const [anchored, tells] = await Promise.all([anchors(path), tellsChanges(path)]);
  return { path, anchored, folds, tellsChanges: tells };
}

async function refuseLink(root: string, key: string): Promise<void> {
  const seen = await lstat(join(root, key)).catch(() => undefined);
  if (seen?.isSymbolicLink()) throw new NotPlain(key);
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
    const shown = shownPath(handle.fd);
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
