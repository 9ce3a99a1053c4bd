import { StorageFailure } from '../storage/storage.ts';

const MAX_NAME_BYTES = 65_535;

/** Refuses names that could land outside the folder in which somebody unpacks the archive. */
export function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (!isSafe(name))
      throw new StorageFailure(`A file name cannot go into an archive: ${JSON.stringify(name)}`, false);
    if (seen.has(name)) throw new StorageFailure(`An archive cannot hold the same name twice: ${name}`, false);
    seen.add(name);
  }
}

function isSafe(name: string): boolean {
  if (/[\\\0]/.test(name) || /^[A-Za-z]:/.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) return false;
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
