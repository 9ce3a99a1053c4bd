import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dataFile } from '../../../../lib/data-folder.ts';
import { codeOf, isAbsence } from '../../../../lib/errno.ts';
import { readSettings } from '../../../../toolsets/books/settings/settings.ts';
import { shortPath } from '../../../terminal/short-path.ts';
import { broken, type Finding, ok, type Probe, warning } from '../finding.ts';

const MIB = 1024 * 1024;
const LITTLE = 500 * MIB;
const NOTHING = 20 * MIB;

/** Where data are kept: there or to be made, writable, with room. */
export const FOLDERS: readonly Probe[] = [
  {
    name: 'Data folder',
    run: async ({ env }) => [await folder('Data folder', dataFile('.', env), 'Name another with XDG_DATA_HOME.')],
  },
  {
    name: 'Library',
    run: async ({ options }) => {
      const { root, storage } = readSettings(options);
      if (storage !== 'folder')
        return [ok('Library', `in the bucket ${storage.bucket} (${storage.kind}); not looked at`)];
      return [await folder('Library', root, 'Name another with --root (QUARTET_BOOKS_ROOT).')];
    },
  },
];

async function folder(name: string, path: string, instead: string): Promise<Finding> {
  const there = await nearest(path);
  const isThere = there === path;
  const shown = shortPath(path);
  if (isThere && !(await stat(path)).isDirectory()) return broken(name, `${shown} is not a folder`, instead);
  const refusal = await access(there, constants.W_OK).then(() => '', codeOf);
  if (refusal !== '') {
    const what = isThere ? 'cannot be written' : `cannot be made in ${shortPath(there)}`;
    return broken(name, `${shown} ${what} (${refusal})`, `Give this user the right to write there. ${instead}`);
  }
  const { bavail, bsize } = await statfs(there);
  const free = bavail * bsize;
  const text = `${shown}${isThere ? '' : ' (will be made)'}, ${amount(free)} free`;
  if (free < NOTHING) return broken(name, text, 'Make room on that disk.');
  return free < LITTLE ? warning(name, text, 'Make room on that disk before it is full.') : ok(name, text);
}

/** The path, or the folder above it that is there. */
async function nearest(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if (!isAbsence(error) || dirname(path) === path) throw error;
    return nearest(dirname(path));
  }
}

function amount(bytes: number): string {
  const gib = bytes / MIB / 1024;
  return gib >= 1 ? `${gib.toFixed(gib < 10 ? 1 : 0)} GB` : `${Math.floor(bytes / MIB)} MB`;
}
