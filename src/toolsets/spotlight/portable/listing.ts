import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { type Exclusions, isExcludedDirectory, isExclusionMarker, isHiddenName } from './exclusions.ts';

/** The part of a directory that a search looks at. */
export interface Listing {
  readonly files: readonly string[];
  readonly directories: readonly string[];
  /** Names that are no valid UTF-8, which cannot be asked for again. */
  readonly unspeakable: readonly string[];
  /** A name inside says that the directory is not to be searched. */
  readonly excluded: boolean;
}

const NOTHING: Listing = { files: [], directories: [], unspeakable: [], excluded: true };
const VANISHED = new Set(['ENOENT', 'ENOTDIR']);

/** Lists a directory; `prefix` is its path with a separator at the end. Links and special files are not in it. */
export function list(
  prefix: string,
  name: string,
  isScope: boolean,
  exclusions: Exclusions,
): Listing | 'unreadable' | 'gone' {
  let entries: Dirent[];
  try {
    entries = readdirSync(prefix, { withFileTypes: true });
  } catch (error) {
    return VANISHED.has((error as NodeJS.ErrnoException).code ?? '') ? 'gone' : 'unreadable';
  }
  if (!isScope && entries.some((entry) => isExclusionMarker(entry.name, name, exclusions))) return NOTHING;
  return sortOut(prefix, entries, exclusions);
}

function sortOut(prefix: string, entries: readonly Dirent[], exclusions: Exclusions): Listing {
  const files: string[] = [];
  const directories: string[] = [];
  const unspeakable: string[] = [];
  const hasSibling = (name: string) => entries.some((entry) => entry.name === name);
  for (const entry of entries) {
    const { name } = entry;
    if (isHiddenName(name)) continue;
    if (name.includes('\ufffd') && !exists(prefix + name)) unspeakable.push(name);
    else if (entry.isFile()) files.push(name);
    else if (entry.isDirectory() && !isExcludedDirectory(name, hasSibling, exclusions)) directories.push(name);
  }
  return { files, directories, unspeakable, excluded: false };
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
