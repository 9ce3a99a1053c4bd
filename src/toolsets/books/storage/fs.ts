import type { Readable } from 'node:stream';
import { seeFile } from './fs-at-once.ts';
import { dropStaged, inStaging, oldStaged, Publisher, removeFile, stagedName, writeStaged } from './fs-change.ts';
import { guarded } from './fs-errors.ts';
import { infoOf, look, openFile, readWhole, versionOf } from './fs-files.ts';
import { inFolder, type Root } from './fs-folder.ts';
import { namesOf } from './fs-names.ts';
import { FolderPages } from './fs-pages.ts';
import { prepareRoot } from './fs-root.ts';
import { streamOf } from './fs-stream.ts';
import { inhabited, walk } from './fs-walk.ts';
import { type Listed, type Look, type ObjectInfo, type Storage, StorageFailure, type StoredObject } from './storage.ts';
import { Turns } from './turns.ts';

/** A folder of this machine: a key is the path of a plain file below it, so a library can be read and edited with any tool. */
export class FileSystemStorage implements Storage {
  readonly kind = 'fs';
  readonly #root: Root;
  readonly #publisher: Publisher;
  readonly #turns = new Turns();
  readonly #pages: FolderPages;

  private constructor(root: Root) {
    this.#root = root;
    this.#publisher = new Publisher(root);
    this.#pages = new FolderPages(root, this.#turns);
  }

  /** Opens a folder, made if need be. What its system can do is found out, unless told. */
  static open(folder: string, told: Partial<Omit<Root, 'path'>> = {}): Promise<FileSystemStorage> {
    return guarded(async () => new FileSystemStorage({ ...(await prepareRoot(folder)), ...told }));
  }

  read(key: string): Promise<StoredObject | undefined> {
    return guarded(async () => {
      await this.#turns.next();
      const seen = seeFile(this.#root, namesOf(key), true);
      return seen?.bytes ? { ...infoOf(key, seen.stats), bytes: seen.bytes } : readWhole(this.#root, key);
    });
  }

  stream(key: string, signal?: AbortSignal): Promise<Readable> {
    return guarded(async () => {
      signal?.throwIfAborted();
      const handle = await openFile(this.#root, key);
      if (!handle) throw new StorageFailure(`There is nothing at ${key}.`, false);
      return streamOf(handle, signal);
    });
  }

  stat(key: string): Promise<ObjectInfo | undefined> {
    return guarded(async () => {
      await this.#turns.next();
      const seen = seeFile(this.#root, namesOf(key), false);
      return seen ? infoOf(key, seen.stats) : look(this.#root, key);
    });
  }

  versionAtOnce(key: string): string | undefined {
    const seen = seeFile(this.#root, namesOf(key), false);
    return seen && versionOf(seen.stats);
  }

  async *list(prefix: string, signal?: AbortSignal): AsyncGenerator<ObjectInfo> {
    for (const info of await guarded(() => walk(this.#root, namesOf(prefix), this.#turns, signal))) {
      signal?.throwIfAborted();
      yield info;
    }
  }

  pages<Seen>(prefix: string, look: Look<Seen>, listed: Listed<Seen>, signal?: AbortSignal): AsyncIterable<Seen> {
    return this.#pages.below(namesOf(prefix), look, listed, signal);
  }

  folders(prefix: string): Promise<string[]> {
    return guarded(() => inhabited(this.#root, namesOf(prefix)));
  }

  exists(prefix: string): Promise<boolean> {
    return guarded(async () => (await inFolder(this.#root, namesOf(prefix), async () => true)) ?? false);
  }

  stage(bytes: Buffer): Promise<string> {
    return guarded(() => inStaging(this.#root, (staging) => writeStaged(staging, bytes)));
  }

  publish(staged: string, key: string, replaces?: string | null): Promise<ObjectInfo> {
    return guarded(() => {
      const name = stagedName(staged);
      return inStaging(this.#root, (staging) => this.#publisher.publish(staging, name, key, replaces));
    });
  }

  discard(staged: string): Promise<void> {
    return guarded(async () => {
      const name = stagedName(staged);
      await inStaging(this.#root, (staging) => dropStaged(staging, name));
    });
  }

  remove(key: string, version?: string): Promise<boolean> {
    return guarded(() => removeFile(this.#root, key, version));
  }

  leftovers(olderThan: Date): Promise<string[]> {
    return guarded(() => inStaging(this.#root, (staging) => oldStaged(staging, olderThan)));
  }

  async close(): Promise<void> {}
}
