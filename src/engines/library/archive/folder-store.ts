import { randomUUID } from 'node:crypto';
import { open, readdir, rename, unlink } from 'node:fs/promises';
import { codeOf } from '../../../lib/errno.ts';
import { ARCHIVES, isArchiveKey } from '../model/files.ts';
import { lstatOf, openFile } from '../storage/fs/files.ts';
import { type Folder, inFolder, inMadeFolder, namesOf, type Root } from '../storage/fs/folder.ts';
import { StorageFailure } from '../storage/storage.ts';
import type { ArchiveSink, ArchiveStore, StoredArchive } from './archive-store.ts';
import { aboutArchives, FileSink } from './file-sink.ts';
import { archiveKeyOf } from './names.ts';

const FOLDER = namesOf(ARCHIVES);

/** Archives in a folder of this machine. Links are never followed, and only plain files with the name of an archive count. */
export class FolderArchiveStore implements ArchiveStore {
  constructor(private readonly root: Root) {}

  async find(name: string): Promise<StoredArchive | undefined> {
    archiveKeyOf(name);
    return await this.#within((folder) => look(folder, name));
  }

  async *read(name: string, start: number, end: number): AsyncIterable<Uint8Array> {
    const key = archiveKeyOf(name);
    if (start >= end) return;
    const file = await aboutArchives(() => openFile(this.root, key));
    if (!file) throw gone();
    yield* file.createReadStream({ start, end: end - 1 });
  }

  async create(name: string): Promise<ArchiveSink> {
    archiveKeyOf(name);
    const unfinished = `.${name}.${randomUUID()}`;
    const file = await aboutArchives(() =>
      inMadeFolder(this.root, FOLDER, (folder) => open(folder.at(unfinished), 'wx')),
    );
    return new FileSink(file, {
      publish: () => this.#move(unfinished, name),
      discard: () => this.#within((folder) => unlink(folder.at(unfinished))),
    });
  }

  async touch(name: string): Promise<void> {
    const key = archiveKeyOf(name);
    await aboutArchives(async () => {
      const file = await openFile(this.root, key);
      if (!file) throw gone();
      try {
        await file.utimes(new Date(), new Date());
      } finally {
        await file.close();
      }
    });
  }

  async rename(from: string, to: string): Promise<void> {
    archiveKeyOf(from);
    archiveKeyOf(to);
    await this.#move(from, to);
  }

  async remove(name: string): Promise<boolean> {
    archiveKeyOf(name);
    return (await this.#within((folder) => removed(folder, name))) ?? false;
  }

  async list(): Promise<StoredArchive[]> {
    return (await this.#within((folder) => itemsOf(folder, isFinished))) ?? [];
  }

  async sweep(olderThan: Date): Promise<number> {
    const swept = await this.#within(async (folder) => {
      const items = await itemsOf(folder, (name) => isFinished(name) || isUnfinished(name));
      let count = 0;
      for (const { name, modifiedAt } of items) {
        if (modifiedAt < olderThan && (await removed(folder, name))) count++;
      }
      return count;
    });
    return swept ?? 0;
  }

  async #move(from: string, to: string): Promise<void> {
    const moved = await this.#within(async (folder) => {
      await rename(folder.at(from), folder.at(to));
      await folder.sync();
      return true;
    });
    if (!moved) throw gone();
  }

  #within<T>(work: (folder: Folder) => Promise<T>): Promise<T | undefined> {
    return aboutArchives(() => inFolder(this.root, FOLDER, work));
  }
}

const UNFINISHED = /^\.(.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isFinished(name: string): boolean {
  return isArchiveKey(`${ARCHIVES}${name}`);
}

function isUnfinished(name: string): boolean {
  return isFinished(UNFINISHED.exec(name)?.[1] ?? '');
}

async function itemsOf(folder: Folder, isOurs: (name: string) => boolean): Promise<StoredArchive[]> {
  const names = (await readdir(folder.here)).filter(isOurs).sort();
  const items = await Promise.all(names.map((name) => look(folder, name)));
  return items.filter((item) => item !== undefined);
}

async function look(folder: Folder, name: string): Promise<StoredArchive | undefined> {
  const seen = await lstatOf(folder, name);
  return seen?.isFile() ? { name, size: seen.size, modifiedAt: seen.mtime } : undefined;
}

async function removed(folder: Folder, name: string): Promise<boolean> {
  // Where files are named by path, the folder may have been exchanged meanwhile.
  if (!(await look(folder, name)) || !(await folder.held())) return false;
  return await unlink(folder.at(name)).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      return false;
    },
  );
}

function gone(): StorageFailure {
  return new StorageFailure('The archive was removed meanwhile. Ask for it again.', true);
}
