import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { showsOpenFiles } from '../../../lib/in-place.ts';
import { ARCHIVES } from '../model/files.ts';
import type { ArchiveSink, ArchiveStore, StoredArchive } from './archive-store.ts';
import { aboutArchives } from './file-sink.ts';
import { FolderArchiveStore } from './folder-store.ts';

/**
 * The archives of a library that must stay as it is. What stands there is given; what is made lies in a temporary folder of
 * this process, which goes with it.
 */
export class ReadOnlyArchiveStore implements ArchiveStore {
  #own: Promise<FolderArchiveStore> | undefined;
  #folder = '';
  /** What stands in the temporary folder. */
  readonly #made = new Set<string>();

  constructor(private readonly library: ArchiveStore) {}

  async find(name: string): Promise<StoredArchive | undefined> {
    return await (await this.#holderOf(name)).find(name);
  }

  async *read(name: string, start: number, end: number): AsyncIterable<Uint8Array> {
    yield* (await this.#holderOf(name)).read(name, start, end);
  }

  async create(name: string): Promise<ArchiveSink> {
    const sink = await (await this.#temporary()).create(name);
    return {
      write: (chunks, position) => sink.write(chunks, position),
      commit: async (length) => {
        await sink.commit(length);
        this.#made.add(name);
      },
      abort: () => sink.abort(),
    };
  }

  async touch(name: string): Promise<void> {
    if (this.#made.has(name)) await (await this.#temporary()).touch(name);
  }

  async rename(from: string, to: string): Promise<void> {
    await (await this.#temporary()).rename(from, to);
    this.#made.delete(from);
    this.#made.add(to);
  }

  async remove(name: string): Promise<boolean> {
    return this.#made.delete(name) && (await (await this.#temporary()).remove(name));
  }

  list(): Promise<StoredArchive[]> {
    return this.library.list();
  }

  async sweep(olderThan: Date): Promise<number> {
    if (!this.#own) return 0;
    const own = await this.#temporary();
    const swept = await own.sweep(olderThan);
    for (const name of this.#made) if (!(await own.find(name))) this.#made.delete(name);
    return swept;
  }

  addressOf(name: string, expires: Date): string | undefined {
    return this.#made.has(name) ? undefined : this.library.addressOf?.(name, expires);
  }

  fileAddressOf(name: string): string | undefined {
    return this.#made.has(name) ? pathToFileURL(join(this.#folder, ARCHIVES, name)).href : undefined;
  }

  async close(): Promise<void> {
    if (!this.#own) return;
    await this.#own;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #holderOf(name: string): Promise<ArchiveStore> {
    return this.#made.has(name) ? await this.#temporary() : this.library;
  }

  #temporary(): Promise<FolderArchiveStore> {
    this.#own ??= aboutArchives(async () => {
      this.#folder = await realpath(await mkdtemp(join(tmpdir(), 'quartet-archives-')));
      return new FolderArchiveStore({
        path: this.#folder,
        anchored: showsOpenFiles,
        folds: false,
        tellsChanges: false,
      });
    }).catch((error: unknown) => {
      this.#own = undefined;
      throw error;
    });
    return this.#own;
  }
}
