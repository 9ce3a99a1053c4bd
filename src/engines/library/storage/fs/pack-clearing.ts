import { rename, unlink } from 'node:fs/promises';
import { isAbsence } from '../../../../lib/errno.ts';
import type { KeptObject } from '../../model/kept-object.ts';
import type { ClearingOptions, ObjectsInUse, VersionStore } from '../version-store.ts';
import { lstatOf } from './files.ts';
import { type Folder, inFolder, namesIn, type Root } from './folder.ts';
import { OBJECTS } from './pack-writer.ts';

/** A pack of which less than this is needed is written anew. */
const WORTH_KEEPING = 0.5;

/**
 * Removes packs that hold little or nothing of use, after what is needed of them has been kept elsewhere. A pack that somebody appends to is left alone:
 * it is young, or it grows, or its writer sees that it is gone and writes elsewhere.
 */
export async function clearPacks(
  root: Root,
  packs: readonly string[],
  store: Pick<VersionStore, 'keep' | 'read'>,
  inUse: ObjectsInUse,
  { olderThan, dryRun, signal }: ClearingOptions,
): Promise<number> {
  let cleared = 0;
  if (!dryRun) await inFolder(root, OBJECTS, putBackAll);
  for (const name of packs) {
    signal?.throwIfAborted();
    const seen = await inFolder(root, OBJECTS, (folder) => lstatOf(folder, name));
    if (!seen || seen.mtime >= olderThan) continue;
    const needed = await inUse.in([name]);
    const bytes = needed.reduce((sum, { stored }) => sum + stored, 0);
    if (bytes > 0 && bytes >= seen.size * WORTH_KEEPING) continue;
    const gained = seen.size - bytes;
    if (dryRun) cleared += gained;
    else if ((await moved(needed, store, inUse)) && (await removed(root, name, seen.size, inUse))) cleared += gained;
  }
  return cleared;
}

async function moved(
  needed: readonly KeptObject[],
  store: Pick<VersionStore, 'keep' | 'read'>,
  inUse: ObjectsInUse,
): Promise<boolean> {
  for (const object of needed) {
    const bytes = await store.read(object);
    // What is damaged stays to be looked at.
    if (!Buffer.isBuffer(bytes)) return false;
    await inUse.move(object, await store.keep(bytes, object.sha256));
  }
  return true;
}

/** Takes the pack out of sight first. A writer that was not done by then sees it; what was done before has made the pack longer. */
async function removed(root: Root, name: string, size: number, inUse: ObjectsInUse): Promise<boolean> {
  const hidden = name + HIDDEN;
  const gone = await inFolder(root, OBJECTS, async (folder) => {
    await rename(folder.at(name), folder.at(hidden));
    const now = await lstatOf(folder, hidden);
    const isNeeded = now?.size !== size || (await inUse.in([name])).length > 0;
    if (isNeeded) await rename(folder.at(hidden), folder.at(name));
    else await unlink(folder.at(hidden));
    await folder.sync();
    return !isNeeded;
  }).catch(unlessAnotherClears);
  return gone ?? false;
}

const HIDDEN = '.old';

/** What somebody was about to remove when it was killed may still be needed. */
async function putBackAll(folder: Folder): Promise<void> {
  for (const hidden of (await namesIn(folder.here)).filter((name) => name.endsWith(`.pack${HIDDEN}`))) {
    await rename(folder.at(hidden), folder.at(hidden.slice(0, -HIDDEN.length))).catch(unlessAnotherClears);
  }
}

function unlessAnotherClears(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}
