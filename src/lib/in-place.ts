import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { lstat, open, readlink, realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/**
 * Where Linux shows what is open, as a link. A path that starts here leads to the open folder itself, whatever was put in its
 * place; and where the link points is where the open file or folder lies now.
 */
export function shownPath(fd: number): string {
  return `/proc/self/fd/${fd}`;
}

/** Whether this system shows what is open. */
export const showsOpenFiles: boolean = process.platform === 'linux' && showsRoot();

interface OpenThing {
  readonly fd: number;
  stat(options: { readonly bigint: true }): Promise<BigIntStats>;
}

/**
 * Whether an open file or folder is what lies at an absolute path that has no links in it. Asked after opening: a folder above
 * that was swapped for a link has then led to something that lies elsewhere.
 */
export async function isInPlace(handle: OpenThing, path: string, isShown = showsOpenFiles): Promise<boolean> {
  try {
    if (isShown) return (await readlink(shownPath(handle.fd))) === path;
    const [real, there, opened] = await Promise.all([
      realpath(path),
      lstat(path, { bigint: true }),
      handle.stat({ bigint: true }),
    ]);
    return real === path && isSameFile(there, opened);
  } catch {
    return false;
  }
}

/** The same, for threads that may wait for the disk. */
export function isInPlaceSync(fd: number, path: string, isShown = showsOpenFiles): boolean {
  try {
    if (isShown) return readlinkSync(shownPath(fd)) === path;
    const there = lstatSync(path, { bigint: true });
    return realpathSync.native(path) === path && isSameFile(there, fstatSync(fd, { bigint: true }));
  } catch {
    return false;
  }
}

function isSameFile(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

function showsRoot(): boolean {
  try {
    const fd = openSync('/', 'r');
    try {
      return readlinkSync(shownPath(fd)) === '/';
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}

// Windows lacks some of these: what is undefined adds no bit.
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
// Linux alone has it, and Node no name for it: to hold what may not be read, and to hold it without opening a device or a pipe.
const O_PATH = 0o10000000;

/** For reading: a link that was put in a file's place is not followed, and a pipe put there does not make us wait. */
export const SAFELY: number = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** What the system says about a file at an absolute path that has no links in it; undefined when a link leads there now. */
export function statInPlace(path: string): Stats | undefined {
  if (!showsOpenFiles) {
    const stats = lstatSync(path);
    return realpathSync.native(path) === path ? stats : undefined;
  }
  const fd = openSync(path, O_PATH | O_NOFOLLOW);
  try {
    return isInPlaceSync(fd, path) ? fstatSync(fd) : undefined;
  } finally {
    closeSync(fd);
  }
}

/**
 * Uses what lies at an absolute path that has no links in it, and rejects when a link leads there now. `way` leads to it for
 * the length of `use`, whatever is put in its place.
 */
export async function inPlace<T>(path: string, use: (stats: Stats, way: string) => Promise<T>): Promise<T> {
  if (!showsOpenFiles) {
    const used = await use(await lstat(path), path);
    if ((await realpath(path)) !== path) throw displaced();
    return used;
  }
  const handle = await open(path, O_PATH | O_NOFOLLOW);
  try {
    if (!(await isInPlace(handle, path))) throw displaced();
    // By the process's number, so that programs that are started can use it too.
    return await use(await handle.stat(), shownPath(handle.fd).replace('self', String(process.pid)));
  } finally {
    await handle.close();
  }
}

/** A folder that is held open, so that its entries are looked at in itself and not in what was put in its place. */
export class Folder {
  /** Leads to an entry when its name is put behind. */
  readonly way: string;
  readonly #prefix: string;

  private constructor(
    private readonly path: string,
    private readonly fd: number | undefined,
  ) {
    this.#prefix = path.endsWith(sep) ? path : path + sep;
    this.way = fd === undefined ? this.#prefix : shownPath(fd) + sep;
  }

  /** Holds the folder at an absolute path that has no links in it; throws when a link leads there now. */
  static open(path: string): Folder {
    if (!showsOpenFiles) return new Folder(path, undefined);
    const fd = openSync(path, O_PATH | O_DIRECTORY | O_NOFOLLOW);
    if (isInPlaceSync(fd, path)) return new Folder(path, fd);
    closeSync(fd);
    throw displaced();
  }

  /** Throws when what was seen so far may have been another folder, which only a system can do that does not show what is open. */
  check(): void {
    if (this.fd === undefined && realpathSync.native(this.path) !== this.path) throw displaced();
  }

  /** Opens a regular file in it for reading; throws when there is a link in its place. */
  openFile(name: string): number {
    const file = openSync(this.way + name, SAFELY);
    if (this.fd !== undefined || isInPlaceSync(file, this.way + name)) return file;
    closeSync(file);
    throw displaced();
  }

  /**
   * Opens a file by the folder's path, which takes half the time. Meanwhile something else may lie there: nothing that was read may be shown,
   * and nothing concluded from it unless the folder `isInPlace` afterwards.
   */
  openByPath(name: string): number {
    return this.fd === undefined ? this.openFile(name) : openSync(this.#prefix + name, SAFELY);
  }

  /** Whether it still lies where it was opened. */
  isInPlace(): boolean {
    return this.fd === undefined || isInPlaceSync(this.fd, this.path);
  }

  close(): void {
    if (this.fd !== undefined) closeSync(this.fd);
  }
}

/** As if nothing were there. */
export function displaced(): Error {
  return Object.assign(new Error('A link leads there.'), { code: 'ENOENT' });
}
