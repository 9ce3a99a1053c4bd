import { type FSWatcher, lstatSync, watch } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeOf } from '../../../../lib/errno.ts';
import type { Turns } from '../../../../lib/turns.ts';
import { LOOK_EVERY_MS } from '../listed-changes.ts';
import type { ObjectInfo, OnUnreadable, StorageFailure } from '../storage.ts';
import { type ChangedFolder, type ChangeFeed } from '../storage.ts';
import type { Root } from './folder.ts';
import { namesOf } from './folder.ts';
import { readFolder } from './walk.ts';

/** What Linux calls the file systems on which nobody but this machine changes anything: ext4, XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS, bcachefs. */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e]);

/** Whether the system tells of every change below a folder. */
export async function tellsChanges(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return await statfs(path).then(
    ({ type }) => LOCAL.has(type),
    () => false,
  );
}

/** How many folders may be watched: a part of what systems allow a user. */
export class WatchBudget {
  constructor(public left = 30_000) {}
}

interface WatchedFolder {
  readonly watcher: FSWatcher;
  /** Tells it from another folder of the same name; undefined when that other one may be there by now. */
  identity: string | undefined;
  /** The prefixes of the folders in it. */
  folders: readonly string[];
}

/** The system may keep so many events at least; with as many it may have dropped some. */
const MOST_EVENTS = 8000;

/** Changes that the system tells of, folder by folder. Where it cannot, or may have missed some, everything is looked at. */
export class WatchedChanges implements ChangeFeed {
  readonly #watched = new Map<string, WatchedFolder>();
  readonly #waiting = new Set<string>();
  #events = 0;
  /** Whether everything is watched. */
  #complete = false;
  /** Whether the system has no watches left to give. */
  #without = false;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly root: Root,
    private readonly prefix: string,
    private readonly turns: Turns,
    private readonly budget: WatchBudget,
  ) {}

  async changed(): Promise<readonly ChangedFolder[]> {
    // After a whole turn the system has told of all that happened before the question.
    await nextTurn();
    await nextTurn();
    const same = this.#watched.get(this.prefix)?.identity === this.#identityOf(this.prefix);
    if (!this.#complete) return performance.now() - this.#looked < LOOK_EVERY_MS ? [] : this.#anew();
    if (!same || this.#events >= MOST_EVENTS) return this.#anew();
    this.#events = 0;
    const waiting = [...this.#waiting].sort();
    this.#waiting.clear();
    try {
      const changed: ChangedFolder[] = [];
      for (const prefix of waiting) {
        await this.turns.next();
        // It may have gone with the folder around it.
        if (this.#watched.has(prefix)) changed.push(...(await this.#look(prefix)));
      }
      return changed;
    } catch (error) {
      this.restart();
      throw error;
    }
  }

  again(key: string): void {
    this.#waiting.add(key.slice(0, key.lastIndexOf('/') + 1));
  }

  restart(): void {
    this.#complete = false;
    this.#looked = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#unwatch(this.prefix);
    this.#complete = false;
  }

  async #anew(): Promise<ChangedFolder[]> {
    this.close();
    this.#waiting.clear();
    this.#events = 0;
    this.#complete = !this.#without;
    this.#looked = performance.now();
    try {
      return [await this.#enter(this.prefix)];
    } catch (error) {
      this.restart();
      throw error;
    }
  }

  /** Watches a folder and all below it, and lists it: in this order, so that nothing happens unseen. */
  async #enter(prefix: string): Promise<ChangedFolder> {
    const files: ObjectInfo[] = [];
    const unreadable = new Map<string, StorageFailure>();
    const entering = [prefix];
    for (let next = entering.pop(); next !== undefined; next = entering.pop()) {
      await this.turns.next();
      this.#watch(next);
      const seen = await this.#read(next, unreadable);
      files.push(...seen.files);
      const folders = seen.folders.map((names) => `${names.join('/')}/`);
      const watched = this.#watched.get(next);
      if (watched) watched.folders = folders;
      entering.push(...folders);
    }
    return { prefix, files, without: [], unreadable };
  }

  #read(prefix: string, unreadable: Map<string, StorageFailure>) {
    const note: OnUnreadable = (place, failure) => {
      unreadable.set(place, failure);
      // Nobody tells when a link on the way to it becomes a folder again.
      if (place === prefix) this.#complete = false;
    };
    return readFolder(this.root, namesOf(prefix), this.turns, prefix === this.prefix, note);
  }

  /** A folder in which something has happened, and the folders that have come and gone with it. */
  async #look(prefix: string): Promise<ChangedFolder[]> {
    const watched = this.#watched.get(prefix) as WatchedFolder;
    const unreadable = new Map<string, StorageFailure>();
    const seen = await this.#read(prefix, unreadable);
    const folders = seen.folders.map((names) => `${names.join('/')}/`);
    const changed: ChangedFolder[] = [{ prefix, files: seen.files, without: folders, unreadable }];
    for (const gone of watched.folders.filter((folder) => !folders.includes(folder))) this.#unwatch(gone);
    watched.folders = folders;
    for (const folder of folders) {
      const identity = this.#identityOf(folder);
      if (identity !== undefined && this.#watched.get(folder)?.identity === identity) continue;
      this.#unwatch(folder);
      changed.push(await this.#enter(folder));
    }
    return changed;
  }

  #watch(prefix: string): void {
    const identity = this.#identityOf(prefix);
    if (identity === undefined) {
      // Should the topmost one come into being, that is noticed without a watch.
      if (prefix !== this.prefix) this.#complete = false;
      return;
    }
    if (this.budget.left <= 0) this.#without = true;
    if (this.#without) {
      this.#complete = false;
      return;
    }
    try {
      const watcher = watch(this.#pathOf(prefix), { persistent: false }, (_, name) => this.#note(prefix, name));
      watcher.on('error', () => {
        this.#complete = false;
      });
      this.#watched.set(prefix, { watcher, identity, folders: [] });
      this.budget.left--;
    } catch (error) {
      this.#without = ['ENOSPC', 'EMFILE', 'ENFILE'].includes(codeOf(error));
      this.#complete = false;
    }
  }

  #note(prefix: string, name: string | null): void {
    this.#events++;
    this.#waiting.add(prefix);
    const parent = prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1);
    // Its own name: the folder itself was moved or removed, and another may have its name.
    if (name !== null && prefix !== `${parent}${name}/`) return;
    const watched = this.#watched.get(prefix);
    if (watched) watched.identity = undefined;
    this.#waiting.add(parent);
  }

  #unwatch(prefix: string): void {
    const waiting = [prefix];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const watched = this.#watched.get(next);
      if (watched === undefined) continue;
      watched.watcher.close();
      this.#watched.delete(next);
      this.budget.left++;
      waiting.push(...watched.folders);
    }
  }

  #identityOf(prefix: string): string | undefined {
    try {
      const stats = lstatSync(this.#pathOf(prefix), { throwIfNoEntry: false });
      return stats?.isDirectory() ? `${stats.dev}-${stats.ino}-${stats.birthtimeMs}` : undefined;
    } catch {
      return undefined;
    }
  }

  #pathOf(prefix: string): string {
    return join(this.root.path, ...namesOf(prefix));
  }
}
