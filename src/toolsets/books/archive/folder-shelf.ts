import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { StorageFailure } from '../storage/storage.ts';
import type { ArchiveShelf, ArchiveSink, ShelfItem } from './shelf.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** A shelf in a folder of this machine. */
export class FolderShelf implements ArchiveShelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of an archive, for who serves it. */
  pathOf(name: string): string {
    if (!NAME.test(name)) throw new StorageFailure('That is no name of an archive.', false);
    return path.join(this.#folder, name);
  }

  async find(name: string): Promise<ShelfItem | undefined> {
    const file = this.pathOf(name);
    return await guarded(() => this.#look(file));
  }

  async *read(name: string, start: number, end: number): AsyncIterable<Uint8Array> {
    if (start < end) yield* createReadStream(this.pathOf(name), { start, end: end - 1 });
  }

  async create(name: string): Promise<ArchiveSink> {
    const target = this.pathOf(name);
    const temporary = path.join(this.#folder, `.${name}.${randomUUID()}`);
    return await guarded(async () => {
      await mkdir(this.#folder, { recursive: true });
      return new FileSink(await open(temporary, 'wx'), temporary, target);
    });
  }

  async touch(name: string): Promise<void> {
    const file = this.pathOf(name);
    await guarded(() => utimes(file, new Date(), new Date()));
  }

  async rename(from: string, to: string): Promise<void> {
    const [source, target] = [this.pathOf(from), this.pathOf(to)];
    await guarded(async () => {
      await rename(source, target);
      await syncFolder(this.#folder);
    });
  }

  async remove(name: string): Promise<boolean> {
    const file = this.pathOf(name);
    return await guarded(() => removed(file));
  }

  async list(): Promise<ShelfItem[]> {
    const items = await guarded(() => this.#items());
    return items.filter(({ name }) => NAME.test(name));
  }

  async sweep(olderThan: Date): Promise<number> {
    return await guarded(async () => {
      const old = (await this.#items()).filter(({ modifiedAt }) => modifiedAt < olderThan);
      const gone = await Promise.all(old.map(({ name }) => removed(path.join(this.#folder, name))));
      return gone.filter(Boolean).length;
    });
  }

  async #items(): Promise<ShelfItem[]> {
    const names = await readdir(this.#folder).catch(unlessMissing);
    const ours = (names ?? []).filter((name) => NAME.test(name.replace(/^\./, ''))).sort();
    const items = await Promise.all(ours.map((name) => this.#look(path.join(this.#folder, name))));
    return items.filter((item) => item !== undefined);
  }

  async #look(file: string): Promise<ShelfItem | undefined> {
    const info = await stat(file).catch(unlessMissing);
    return info?.isFile() ? { name: path.basename(file), size: info.size, modifiedAt: info.mtime } : undefined;
  }
}

class FileSink implements ArchiveSink {
  readonly #file: FileHandle;
  readonly #temporary: string;
  readonly #target: string;
  #done = false;

  constructor(file: FileHandle, temporary: string, target: string) {
    this.#file = file;
    this.#temporary = temporary;
    this.#target = target;
  }

  async write(chunks: readonly Buffer[], position: number): Promise<void> {
    await guarded(async () => {
      let rest = chunks.filter((chunk) => chunk.length > 0);
      let at = position;
      while (rest.length > 0) {
        const { bytesWritten } = await this.#file.writev(rest, at);
        at += bytesWritten;
        rest = after(rest, bytesWritten);
      }
    });
  }

  async commit(length: number): Promise<void> {
    await guarded(async () => {
      await this.#file.truncate(length);
      await this.#file.sync();
      await this.#file.close();
      await rename(this.#temporary, this.#target);
      this.#done = true;
      await syncFolder(path.dirname(this.#target));
    });
  }

  async abort(): Promise<void> {
    if (this.#done) return;
    this.#done = true;
    await this.#file.close().catch(() => undefined);
    await rm(this.#temporary, { force: true }).catch(() => undefined);
  }
}

/** What is left when the first bytes have been written. */
function after(chunks: readonly Buffer[], bytes: number): Buffer[] {
  let skip = bytes;
  let index = 0;
  for (; index < chunks.length; index++) {
    const { length } = chunks[index] as Buffer;
    if (skip < length) break;
    skip -= length;
  }
  const rest = chunks.slice(index);
  if (rest[0] && skip > 0) rest[0] = rest[0].subarray(skip);
  return rest;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and needs no such call.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function removed(file: string): Promise<boolean> {
  return (await unlink(file).then(() => true, unlessMissing)) ?? false;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new StorageFailure(`The folder of archives does not work (${code}).`, true, { cause: error });
  }
}
