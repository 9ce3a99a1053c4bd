import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf, isAbsence } from '../../../../lib/errno.ts';
import type { KnownFile } from './marker.ts';

/** What is at a place of the folder: nothing, a file of a hash, or something that an export never writes. */
export type AtPlace = { readonly sha256: string } | 'nothing' | 'other';

/** The places in a folder of an export. No link in it is followed. */
export class Places {
  readonly #folders = new Map<string, boolean>();

  constructor(private readonly root: string) {}

  fileOf(path: string): string {
    return join(this.root, path);
  }

  /** Looks at a place; a file that looks as it was left need not be read. */
  async look(path: string, known?: Pick<KnownFile, 'sha256' | 'size' | 'modified_ms'>): Promise<AtPlace> {
    if (!(await this.#isReached(dirname(path)))) return 'other';
    const info = await lstat(this.fileOf(path)).catch(unlessAbsent);
    if (info === undefined) return 'nothing';
    if (!info.isFile()) return 'other';
    if (known && info.size === known.size && info.mtimeMs === known.modified_ms) return known;
    return { sha256: await hashOf(this.fileOf(path)) };
  }

  /** Makes the folders of a file; false where something else is in the way. */
  async makeFolders(path: string): Promise<boolean> {
    const parent = dirname(path);
    if (parent === '.') return true;
    if (!(await this.makeFolders(parent))) return false;
    await mkdir(this.fileOf(parent)).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    this.#folders.delete(parent);
    return await this.#isReached(parent);
  }

  /** Removes the folders of a file that has gone, as far as they are empty. */
  async removeFolders(path: string): Promise<void> {
    for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
      const isGone = await rmdir(this.fileOf(parent)).then(
        () => true,
        () => false,
      );
      if (!isGone) return;
      this.#folders.delete(parent);
    }
  }

  async stats(path: string): Promise<Stats> {
    return await lstat(this.fileOf(path));
  }

  /** Whether the way to a folder has no link or file in it; where it ends too early, nothing is there. */
  async #isReached(folder: string): Promise<boolean> {
    if (folder === '.') return true;
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const isReached = (await this.#isReached(dirname(folder))) && (await this.#isFolderOrNothing(folder));
    this.#folders.set(folder, isReached);
    return isReached;
  }

  async #isFolderOrNothing(folder: string): Promise<boolean> {
    const info = await lstat(this.fileOf(folder)).catch(unlessAbsent);
    return info === undefined || info.isDirectory();
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function unlessAbsent(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}
