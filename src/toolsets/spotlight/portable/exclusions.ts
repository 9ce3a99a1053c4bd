import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** What is left out below a scope: always what Spotlight leaves out, and unless `all` what is made by tools. */
export interface Exclusions {
  readonly all: boolean;
}

const MADE_BY_TOOLS = new Set(['node_modules', '__pycache__']);
const MARKERS = ['.metadata_never_index', 'pyvenv.cfg'];

/** Tells for a path below a scope whether a search looks at it, as a walk from the scope would. */
export function exclusionOf(exclusions: Exclusions): (path: string, scope: string) => boolean {
  return (path, scope) => {
    const names = relative(scope, path).split(sep);
    if (names.some(isHiddenName)) return false;
    let directory = scope;
    for (const name of names.slice(0, -1)) {
      const beside = directory;
      if (isExcludedDirectory(name, (sibling) => existsSync(join(beside, sibling)), exclusions)) return false;
      const inside = join(directory, name);
      if (MARKERS.some((marker) => isExclusionMarker(marker, name, exclusions) && existsSync(join(inside, marker))))
        return false;
      directory = inside;
    }
    return true;
  };
}

/** Whether an entry is left out by its name alone. */
export function isHiddenName(name: string): boolean {
  return name.charCodeAt(0) === 46;
}

/** Whether a directory is left out, given the names beside it. */
export function isExcludedDirectory(name: string, hasSibling: (name: string) => boolean, { all }: Exclusions): boolean {
  if (name.endsWith('.noindex')) return true;
  if (all) return false;
  return MADE_BY_TOOLS.has(name) || (name === 'target' && hasSibling('Cargo.toml'));
}

/** Whether a directory is left out because of a name inside it. */
export function isExclusionMarker(name: string, directory: string, { all }: Exclusions): boolean {
  return name === '.metadata_never_index' || (!all && name === 'pyvenv.cfg' && directory === 'venv');
}
