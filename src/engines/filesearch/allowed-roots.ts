import { lstat, readlink, realpath } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import nodePath, { basename, dirname, join, type PlatformPath, resolve } from 'node:path';
import { codeOf } from '../../lib/errno.ts';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { fileNotFound, guardedPlace, notAbsolute, notADirectory, outsideScope, unreadable } from './failures.ts';
import { isGuarded } from './guarded-places.ts';

/** The system has no longer paths; looking for one would only cost time. */
const MAX_PATH_LENGTH = platform() === 'win32' ? 32_767 : 4096;
const MAX_LINKS = 40;
/** How many allowed directories a hint names. */
const MOST_NAMED = 8;

/** Where a path leads with all links resolved, as far as that can be told. */
interface ResolvedPath {
  readonly real: string;
  /** Why it could not be resolved to its end: the code of the system's error. */
  readonly failure?: string;
}

/**
 * The directories that clients may look into. A path is resolved first and compared then, by whole components. What leads
 * outside, or below them into a hidden place or one for keys and passwords, is refused with the path as the client wrote it:
 * neither where a link leads nor what exists there is told.
 */
export class AllowedRoots {
  private constructor(
    readonly roots: readonly string[],
    private readonly home: string,
  ) {}

  /** The given directories, or the user's home when none are given; nothing when there is no home either. */
  static async open(given: readonly string[], home = homeDirectory): Promise<AllowedRoots> {
    const place = nodePath.isAbsolute(home()) ? home() : '';
    if (given.length > 0) return new AllowedRoots(await Promise.all(given.map(root)), place);
    return new AllowedRoots(place === '' ? [] : [(await find(place)).real], place);
  }

  /** Where clients may look; empty when that is nowhere. */
  get names(): string {
    const more = this.roots.length > MOST_NAMED ? ` and ${this.roots.length - MOST_NAMED} more` : '';
    return this.roots.slice(0, MOST_NAMED).join(', ') + more;
  }

  /** Where clients may look, and how a person allows more. */
  get hint(): string {
    return `Allowed: ${this.names || 'no directory'}. Its user can start the server with --allow DIRECTORY to allow more`;
  }

  /** The real path of a directory to search. */
  async scope(given: string): Promise<string> {
    const path = this.#absolute(given, 'scope');
    if (!isPossible(path)) throw notADirectory(resolve(path), this.hint);
    const { real, failure } = await this.#enter(path, given);
    if (failure !== undefined || !(await isDirectory(real))) throw notADirectory(real, this.hint);
    return real;
  }

  /** The real path of a file or directory that exists. */
  async file(given: string): Promise<string> {
    const path = this.#absolute(given, 'path');
    if (!isPossible(path)) throw fileNotFound(given);
    const { real, failure } = await this.#enter(path, given);
    if (failure === undefined) return real;
    throw ABSENT.has(failure) ? fileNotFound(given) : unreadable(given);
  }

  // A server has no current directory, but its user has a home.
  #absolute(given: string, key: string): string {
    const path = this.home !== '' && /^~(?=$|[/\\])/.test(given) ? this.home + given.slice(1) : given;
    requireAbsolute(path, key, this.hint);
    return path;
  }

  // Where the home directory is, is for those to know who may look into it.
  async #enter(path: string, given: string): Promise<ResolvedPath> {
    const place = await find(path);
    const shown = nodePath.isAbsolute(given) ? resolve(given) : given;
    const around = this.roots.filter((each) => isInside(place.real, each));
    if (around.length === 0) throw outsideScope(shown, this.hint);
    if (around.every((each) => isGuarded(place.real, each))) throw guardedPlace(resolve(path));
    return place;
  }
}

/** Whether a path is a directory or below it. */
export function isInside(path: string, directory: string, paths: PlatformPath = nodePath): boolean {
  const way = paths.relative(directory, path);
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

/** A path must say where it begins. */
export function requireAbsolute(given: string, key: string, hint: string, paths: PlatformPath = nodePath): void {
  if (!paths.isAbsolute(given)) throw notAbsolute(key, hint);
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL']);

/** Resolves a path; one that does not exist is resolved as far as it does, and a link to nothing to where it would lead. */
async function find(path: string, links = 0): Promise<ResolvedPath> {
  let failure: string | undefined;
  const rest: string[] = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      const real = join(await realpath(at), ...rest);
      return failure === undefined ? { real } : { real, failure };
    } catch (error) {
      failure ??= codeOf(error) || 'UNKNOWN';
    }
    const target = links < MAX_LINKS ? await targetOf(at) : undefined;
    if (target !== undefined) return { real: (await find(join(target, ...rest), links + 1)).real, failure };
    if (dirname(at) === at) return { real: join(at, ...rest), failure };
    rest.unshift(basename(at));
  }
}

/** Where a link points, be there something or not. */
async function targetOf(path: string): Promise<string | undefined> {
  try {
    const target = await readlink(path);
    return resolve(await realpath(dirname(path)), target);
  } catch {
    return undefined;
  }
}

/** A system without an entry for its user has none. */
function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

async function root(given: string): Promise<string> {
  const { real, failure } = await find(given);
  if (given !== '' && failure === undefined && (await isFileOrDirectory(real))) return real;
  throw new ConfigurationFailure(`--allow is neither a directory nor a file: ${given}`);
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** A file can be named too: else nobody could ask about a hidden one. */
async function isFileOrDirectory(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && (found.isDirectory() || found.isFile());
}

function isPossible(path: string): boolean {
  return !path.includes('\0') && path.length <= MAX_PATH_LENGTH;
}
