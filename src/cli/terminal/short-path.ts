import { isAbsolute, sep } from 'node:path';
import { homeDirectory } from '../../lib/data-folder.ts';

/** A path as people write it, with ~ for their home directory. */
export function shortPath(path: string, home: string = homeDirectory()): string {
  const inside = isAbsolute(home) && home.length > 1 && `${path}${sep}`.startsWith(`${home}${sep}`);
  return inside ? `~${path.slice(home.length)}` : path;
}
