import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder, with what it is and holds; links are not followed. */
export function treeOf(folder: string, prefix = ''): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const state = lstatSync(path);
      const shown = `${prefix}${name}`;
      if (state.isSymbolicLink()) return [`${shown} -> ${readlinkSync(path)}`];
      if (state.isDirectory()) return [`${shown}/`, ...treeOf(path, `${shown}/`)];
      if (!state.isFile()) return [`${shown} special`];
      return [`${shown} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`];
    });
}
