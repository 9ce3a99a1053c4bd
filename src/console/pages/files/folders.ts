import type { Fact } from '../../mcp/server-types.ts';
import { isWindows } from './hits.ts';

const PATH = /^(?:[/~]|[A-Za-z]:[\\/]|\\\\)/;
const BETWEEN_PATHS = /, (?=[/~]|[A-Za-z]:[\\/]|\\\\)/;

/** The directories that may be searched, and how many more there are that the server does not name. */
export interface AllowedFolders {
  readonly paths: readonly string[];
  readonly unnamed: number;
}

/** The directories that a sentence of the server says may be searched; undefined when it says nothing of them. */
export function allowedIn(sentence: string): AllowedFolders | undefined {
  const named = /Allowed: ([^]*?)\. Its user can start/.exec(sentence)?.[1];
  return named === undefined ? undefined : allowedFolders(named);
}

/** The directories among the facts that the server tells of its file search. */
export function allowedAmong(facts: readonly Fact[] = []): AllowedFolders {
  return allowedFolders(facts.find(({ value }) => PATH.test(value))?.value ?? '');
}

function allowedFolders(list: string): AllowedFolders {
  const [whole = '', unnamed = 0] = / and (\d+) more$/.exec(list) ?? [];
  const paths = list.slice(0, list.length - whole.length).split(BETWEEN_PATHS);
  return { paths: paths.filter((path) => PATH.test(path)), unnamed: Number(unnamed) };
}

/** Whether a path is a directory or below it. */
export function isBelow(path: string, directory: string): boolean {
  if (path === directory) return true;
  return path.startsWith(/[\\/]$/.test(directory) ? directory : `${directory}${isWindows(directory) ? '\\' : '/'}`);
}

/** A short name for a directory: its last part. */
export function folderName(path: string): string {
  return path === '~' ? 'Home' : (path.split(isWindows(path) ? /[\\/]+/ : /\/+/).findLast(Boolean) ?? path);
}

/** The directories from the one that may be searched down to a folder, each with its name. */
export function wayTo(folder: string, roots: readonly string[]): { readonly name: string; readonly path: string }[] {
  const root = roots.filter((each) => isBelow(folder, each)).toSorted((a, b) => b.length - a.length)[0];
  if (root === undefined) return [{ name: folder, path: folder }];
  const way = [{ name: folderName(root), path: root }];
  const slash = isWindows(folder) ? '\\' : '/';
  let path = root.replace(/[\\/]$/, '');
  for (const name of folder.slice(root.length).split(slash).filter(Boolean)) {
    path += slash + name;
    way.push({ name, path });
  }
  return way;
}

/** A folder as it is shown below a directory that is searched: without what all hits share. */
export function shortFolder(folder: string, roots: readonly string[]): string {
  return wayTo(folder, roots)
    .map(({ name }) => name)
    .join(isWindows(folder) ? '\\' : '/');
}
