import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isBookId } from '../../../engines/library/model/names.ts';
import { readSettings as readBooksSettings } from '../../../toolsets/books/settings/settings.ts';
import { readSettings } from '../../options/settings.ts';
import type { Candidate } from './candidate.ts';

/** The books of the library in a folder. A bucket is not asked: whoever presses Tab does not wait for a network. Nothing is made. */
export async function bookIds(flags: Readonly<Record<string, string>>): Promise<Candidate[]> {
  try {
    const { root, storage } = readBooksSettings(readSettings({ ...flags }, process.env).options);
    if (storage !== 'folder') return [];
    const entries = await readdir(join(root, 'books'), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && isBookId(entry.name)).map(({ name }) => ({ value: name }));
  } catch {
    // There is no library, or none that can be read.
    return [];
  }
}

/** The files and folders that a path may go on with. */
export async function fileNames(begun: string): Promise<string[]> {
  const folder = begun.slice(0, begun.lastIndexOf('/') + 1);
  const place = folder.replace(/^~\//, `${homedir()}/`) || '.';
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const isHiddenWanted = begun.slice(folder.length).startsWith('.');
  return entries
    .filter(({ name }) => isHiddenWanted || !name.startsWith('.'))
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
}
