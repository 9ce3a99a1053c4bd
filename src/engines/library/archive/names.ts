import { Turns } from '../../../lib/turns.ts';
import { ARCHIVES, isArchiveKey, type StorageKey } from '../model/files.ts';
import { StorageFailure } from '../storage/storage.ts';
import type { Member } from './member.ts';

const MAX_NAME_BYTES = 65_535;

/** The key of an archive in the storage; other names are refused. */
export function archiveKeyOf(name: string): StorageKey {
  const key = `${ARCHIVES}${name}`;
  if (isArchiveKey(key)) return key;
  throw new StorageFailure('That is no name of an archive.', false);
}

/** Refuses names that could land outside the folder in which somebody unpacks the archive. */
export async function checkNames(members: readonly Pick<Member, 'name'>[]): Promise<void> {
  const seen = new Set<string>();
  await new Turns().each(members, ({ name }) => {
    if (!isSafe(name))
      throw new StorageFailure(`A file name cannot go into an archive: ${JSON.stringify(name)}`, false);
    if (seen.has(name)) throw new StorageFailure(`An archive cannot hold the same name twice: ${name}`, false);
    seen.add(name);
  });
}

function isSafe(name: string): boolean {
  if (/[\\\0]/.test(name) || /^[A-Za-z]:/.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) return false;
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
