import { realWorld, type World } from '../../../lib/world.ts';
import type { ChangedFolder, ChangeFeed, ObjectInfo, OnUnreadable, Storage, StorageFailure } from './storage.ts';

/** A folder with everything below it. */
export async function listedFolder(storage: Pick<Storage, 'list'>, prefix: string): Promise<ChangedFolder> {
  const files: ObjectInfo[] = [];
  const unreadable = new Map<string, StorageFailure>();
  const note: OnUnreadable = (place, failure) => void unreadable.set(place, failure);
  for await (const info of storage.list(prefix, undefined, note)) files.push(info);
  return { prefix, files, without: [], unreadable };
}

/** An edit is noticed within this time where the storage does not tell of it. */
export const LOOK_EVERY_MS = 1000;

/** Changes of a storage that does not tell of them: everything is listed anew, though not more often than needed. */
export class ListedChanges implements ChangeFeed {
  #looked = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly storage: Pick<Storage, 'list'>,
    private readonly prefix: string,
    private readonly world: Pick<World, 'monotonic'> = realWorld,
  ) {}

  async changed(): Promise<readonly ChangedFolder[]> {
    const now = this.world.monotonic();
    if (now - this.#looked < LOOK_EVERY_MS) return [];
    const everything = await listedFolder(this.storage, this.prefix);
    this.#looked = now;
    return [everything];
  }

  /** Everything is looked at again soon enough. */
  again(): void {}

  restart(): void {
    this.#looked = Number.NEGATIVE_INFINITY;
  }

  close(): void {}
}
