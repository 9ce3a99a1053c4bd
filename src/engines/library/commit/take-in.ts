import type { FileRow, Journal } from '../journal/journal.ts';
import type { FileRef } from '../model/files.ts';
import type { Storage } from '../storage/storage.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { UnsyncedFiles } from './unsynced-files.ts';
import type { Versions } from './versions.ts';

interface Context {
  readonly storage: Storage;
  readonly journal: Journal;
  readonly versions: Versions;
  readonly unsynced: UnsyncedFiles;
}

/** The agent that takes in what it finds in storage. */
const KEEPER = 'quartet-recovery';

/** How often a file is looked at again that others change meanwhile. */
const TRIES = 3;

/** Lets the journal know what is in storage, or that nothing is there; `busy` when a change of the file is under way. */
export async function takeIn(
  context: Context,
  file: FileRef,
  known: FileRow | undefined,
): Promise<FileRow | undefined | 'busy'> {
  for (let row = known, tries = 0; tries < TRIES; tries++) {
    const taken = await recordFound(context, file, row);
    if (taken === 'busy' || taken === row) return taken;
    row = taken;
    // Others may have begun a change between the look at it and the record of what was seen, and taken it back.
    if ((await context.storage.stat(file.key))?.version === row?.version) return row;
  }
  return 'busy';
}

async function recordFound(
  { storage, journal, versions, unsynced }: Context,
  file: FileRef,
  row: FileRow | undefined,
): Promise<FileRow | undefined | 'busy'> {
  const { bookId, path, userId } = file;
  // What a power cut has done to a file is nobody's change of it.
  await unsynced.whole(file.key);
  const stamp = await journal.stampOf(file);
  const object = await fingerprintOf(storage, file.key);
  if (object === undefined) {
    if (row === undefined) return undefined;
    return (await journal.forget(file, KEEPER, row.sha256, stamp)) ? undefined : 'busy';
  }
  if (row?.sha256 === object.sha256 && row.version === object.version) return row;
  const { bytes, ...rest } = object;
  const found = {
    bookId,
    path,
    userId,
    ...rest,
    writtenBy: KEEPER,
    storageBackend: storage.kind,
    objects: await versions.keepFound(file, object.sha256, bytes),
  };
  return (await journal.adopt(found, row?.sha256 ?? null, stamp)) ?? 'busy';
}
