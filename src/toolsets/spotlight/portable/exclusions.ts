/** What is left out below a scope: always what Spotlight leaves out, and unless `all` what is made by tools. */
export interface Exclusions {
  readonly all: boolean;
}

const MADE_BY_TOOLS = new Set(['node_modules', '__pycache__']);

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
