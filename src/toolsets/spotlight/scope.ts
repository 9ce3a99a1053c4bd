import { lstat, readlink, realpath } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import nodePath, { basename, dirname, join, type PlatformPath, resolve } from 'node:path';
import { ConfigurationFailure } from '../../kernel/errors.ts';
import { fileNotFound, notAbsolute, notADirectory, outsideScope, unreadable } from './failures.ts';

/** The system has no longer paths; looking for one would only cost time. */
const MAX_PATH_LENGTH = platform() === 'win32' ? 32_767 : 4096;
const MAX_LINKS = 40;

/** Where a path leads with all links resolved, as far as that can be told. */
interface Place {
  readonly real: string;
  /** Why it could not be resolved to its end: the code of the system's error. */
  readonly failure?: string;
}

/**
 * The directories that clients may look into. A path is resolved first and compared then, by whole components. What leads
 * outside is refused with the path as the client wrote it: neither where a link leads nor what exists there is told.
 */
export class Territory {
  private constructor(private readonly roots: readonly string[]) {}

  /** The given directories, or the user's home when none are given; nothing when there is no home either. */
  static async open(given: readonly string[], home = homeDirectory): Promise<Territory> {
    if (given.length > 0) return new Territory(await Promise.all(given.map(root)));
    const place = home();
    return new Territory(nodePath.isAbsolute(place) ? [(await find(place)).real] : []);
  }

  /** The real path of a directory to search. */
  async scope(given: string): Promise<string> {
    requireAbsolute(given, 'scope');
    if (!isPossible(given)) throw notADirectory(resolve(given));
    const { real, failure } = await this.#enter(given);
    if (failure !== undefined || !(await isDirectory(real))) throw notADirectory(real);
    return real;
  }

  /** The real path of a file or directory that exists. */
  async file(given: string): Promise<string> {
    requireAbsolute(given, 'path');
    if (!isPossible(given)) throw fileNotFound(given);
    const { real, failure } = await this.#enter(given);
    if (failure === undefined) return real;
    throw ABSENT.has(failure) ? fileNotFound(given) : unreadable(given);
  }

  async #enter(given: string): Promise<Place> {
    const place = await find(given);
    if (this.roots.some((each) => isInside(place.real, each))) return place;
    throw outsideScope(resolve(given));
  }
}

/** Whether a path is a directory or below it. */
export function isInside(path: string, directory: string, paths: PlatformPath = nodePath): boolean {
  const way = paths.relative(directory, path);
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

/** A path must say where it begins; there is no current directory and no `~` for a server. */
export function requireAbsolute(given: string, key: string, paths: PlatformPath = nodePath): void {
  if (!paths.isAbsolute(given)) throw notAbsolute(key);
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL']);

/** Resolves a path; one that does not exist is resolved as far as it does, and a link to nothing to where it would lead. */
async function find(path: string, links = 0): Promise<Place> {
  let failure: string | undefined;
  const rest: string[] = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      const real = join(await realpath(at), ...rest);
      return failure === undefined ? { real } : { real, failure };
    } catch (error) {
      failure ??= codeOf(error);
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
  if (given !== '' && failure === undefined && (await isDirectory(real))) return real;
  throw new ConfigurationFailure(`--allow is not a directory: ${given}`);
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}

function isPossible(path: string): boolean {
  return !path.includes('\0') && path.length <= MAX_PATH_LENGTH;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
