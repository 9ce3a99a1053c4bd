import { closeSync, constants, fstatSync, fsync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInPlaceSync } from '../../../../lib/in-place.ts';
import { openInPlaceSync } from './files.ts';
import { Folder, inMadeFolder, type Root } from './folder.ts';

const syncFd = promisify(fsync);
// Windows lacks it: what is undefined adds no bit.
const { O_DIRECTORY } = constants;

/** A folder that is held open for those who are at work in it. */
interface Shared {
  readonly folder: Folder;
  readonly path: string;
  users: number;
}

/** Lets all who change something in a folder at the same time work in one open folder, so that one sync serves many of them. */
export class SharedFolders {
  readonly #shared = new Map<string, Shared>();

  constructor(private readonly root: Root) {}

  /** Works in a folder, made if need be. The work gives undefined to start anew: the folder was removed meanwhile. */
  async inMade<T>(names: readonly string[], work: (folder: Folder) => Promise<T | undefined>): Promise<T> {
    const shared = this.#enter(join(this.root.path, ...names), names);
    // The long way makes the folder, or finds the words for what is wrong.
    if (shared === undefined) return inMadeFolder(this.root, names, work);
    try {
      const result = await work(shared.folder);
      if (result !== undefined) return result;
    } finally {
      this.#leave(shared);
    }
    return inMadeFolder(this.root, names, work);
  }

  /** One that others have open is as good as a new one, if it is still in its place. */
  #enter(path: string, names: readonly string[]): Shared | undefined {
    const known = this.#shared.get(path);
    if (known !== undefined && isInPlaceSync(known.folder.handle.fd, path)) {
      known.users++;
      return known;
    }
    const fd = openInPlaceSync(this.root, names, O_DIRECTORY);
    if (fd === undefined) return undefined;
    const shared = { folder: new Folder(handleOf(fd), path, this.root), path, users: 1 };
    this.#shared.set(path, shared);
    return shared;
  }

  #leave(shared: Shared): void {
    if (--shared.users > 0) return;
    if (this.#shared.get(shared.path) === shared) this.#shared.delete(shared.path);
    closeSync(shared.folder.handle.fd);
  }
}

function handleOf(fd: number): Folder['handle'] {
  return {
    fd,
    stat: async (options) => fstatSync(fd, options),
    sync: () => syncFd(fd),
    close: async () => closeSync(fd),
  };
}
