import { lstatSync, type Stats } from 'node:fs';
import { codeOf } from '../../../lib/errno.ts';
import type { TimeBudget } from '../../../lib/time-budget.ts';
import { byAge, Directory, FileEntry, StatTable } from './entries.ts';
import { mergedByAge } from './merged-by-age.ts';
import { type Exclusions, hold, type Listing, list, owns, type Shard } from './walk.ts';

export interface TreeOptions {
  readonly shard: Shard;
  readonly exclusions: Exclusions;
  /** Told of every entry that is new. */
  onAdded?(entry: FileEntry): void;
  /** Told of every entry that is no more. */
  onDead(entry: FileEntry): void;
  /** Told of every watch that ends. */
  onUnwatched(): void;
}

/** What is known of a scope: its directories, and of its files those that are this worker's. */
export class Tree {
  readonly root: Directory;
  /** Files with further names, under which they can change without an event. */
  readonly linked = new Set<FileEntry>();
  readonly #options: TreeOptions;
  #ordered: FileEntry[] = [];
  #added: FileEntry[] = [];
  #hasDead = false;
  /** The files of the last directory that was asked for, and of which all they are. */
  #below: { top: Directory; all: readonly FileEntry[]; files: readonly FileEntry[] } | undefined;
  #size = 0;
  #directories = 1;
  #additions = 0;
  #skipped: number | undefined;

  constructor(scope: string, options: TreeOptions) {
    this.root = new Directory(scope, undefined, new StatTable());
    this.#options = options;
  }

  /** How many files it holds. */
  get size(): number {
    return this.#size;
  }

  /** How many directories, itself included. */
  get directories(): number {
    return this.#directories;
  }

  /** How many files have ever been new in it. */
  get additions(): number {
    return this.#additions;
  }

  /** How many files and directories at or below a directory could not be looked at. */
  skippedIn(top: Directory): number {
    if (top === this.root && this.#skipped !== undefined) return this.#skipped;
    let skipped = 0;
    for (const each of top.tree()) skipped += each.skipped;
    if (top === this.root) this.#skipped = skipped;
    return skipped;
  }

  /** Brings a directory and all below up to date. `before` is told of each directory before it is listed. */
  async refresh(top: Directory, budget: TimeBudget, before?: (directory: Directory) => void): Promise<void> {
    const waiting = [top];
    for (let directory = waiting.pop(); directory; directory = waiting.pop()) {
      before?.(directory);
      await this.relist(directory, budget);
      for (const child of directory.directories) waiting.push(child);
    }
  }

  /** Brings one directory up to date; new directories in it are known but not listed. Files in `touched` count as changed. */
  async relist(directory: Directory, budget: TimeBudget, touched?: ReadonlySet<string>): Promise<void> {
    const { exclusions } = this.#options;
    if (budget.due()) await budget.turn();
    const folder = hold(directory.path);
    if (typeof folder === 'string') return this.#lose(directory, folder);
    try {
      const listing = list(folder, directory.prefix, directory.name, directory === this.root, exclusions);
      if (typeof listing === 'string') return this.#lose(directory, listing);
      await this.#sync(directory, directory.prefix, listing, touched, budget);
      // The path may have led to another folder; what is held is the one that was listed, and takes longer to ask.
      if (!folder.isInPlace()) await this.#sync(directory, folder.way, listing, touched, budget);
    } finally {
      folder.close();
      this.#skipped = undefined;
    }
  }

  /** The files at or below a directory, newest first. */
  newestFirst(top: Directory): readonly FileEntry[] {
    const all = this.#newestFirst();
    if (top === this.root) return all;
    if (this.#below?.top !== top || this.#below.all !== all) {
      const inside = new Set(top.tree());
      this.#below = { top, all, files: all.filter(({ directory }) => inside.has(directory)) };
    }
    return this.#below.files;
  }

  // A new list whenever something has changed.
  #newestFirst(): readonly FileEntry[] {
    if (this.#hasDead) this.#ordered = this.#ordered.filter(({ dead }) => !dead);
    if (this.#added.length > 0) {
      const added = this.#added.filter(({ dead }) => !dead).sort(byAge);
      this.#ordered = mergedByAge(this.#ordered, added);
    }
    this.#hasDead = false;
    this.#added = [];
    return this.#ordered;
  }

  /** Ends the watch of one directory. */
  unwatch(directory: Directory): void {
    if (!directory.watcher) return;
    directory.watcher.close();
    directory.watcher = undefined;
    this.#options.onUnwatched();
  }

  /** Ends all watches. */
  unwatchAll(): void {
    for (const directory of this.root.tree()) this.unwatch(directory);
  }

  /** Forgets everything. */
  clear(): void {
    this.#skipped = undefined;
    this.#below = undefined;
    this.#clear(this.root);
    this.unwatch(this.root);
  }

  #lose(directory: Directory, state: 'unreadable' | 'gone'): void {
    this.#skipped = undefined;
    const isCounted = state === 'unreadable' || directory === this.root;
    directory.state = state;
    directory.skipped = isCounted && owns(directory.name, this.#options.shard) ? 1 : 0;
    this.#clear(directory);
    if (state === 'gone' && directory.parent) this.#detach(directory, directory.parent);
  }

  async #sync(
    directory: Directory,
    way: string,
    { files, directories, unspeakable, excluded }: Listing,
    touched: ReadonlySet<string> | undefined,
    budget: TimeBudget,
  ): Promise<void> {
    directory.state = excluded ? 'excluded' : 'readable';
    directory.skipped = unspeakable.filter((name) => owns(name, this.#options.shard)).length;
    this.#syncDirectories(directory, directories);
    await this.#syncFiles(directory, way, files, touched, budget);
  }

  #syncDirectories(directory: Directory, names: readonly string[]): void {
    const known = new Map(directory.directories.map((child) => [child.name, child]));
    const isSameAsBefore = names.length === known.size && names.every((name) => known.has(name));
    if (isSameAsBefore) return;
    directory.directories = names.map((name) => {
      const child = known.get(name);
      if (!child) this.#directories++;
      known.delete(name);
      return child ?? new Directory(directory.prefix + name, directory, directory.statTable);
    });
    for (const child of known.values()) this.#forget(child);
  }

  async #syncFiles(
    directory: Directory,
    way: string,
    names: readonly string[],
    touched: ReadonlySet<string> | undefined,
    budget: TimeBudget,
  ): Promise<void> {
    const { shard } = this.#options;
    const before = new Map(directory.files.map((entry) => [entry.name, entry]));
    const files: FileEntry[] = [];
    let count = 0;
    try {
      for (const name of names) {
        if (!owns(name, shard)) continue;
        if ((++count & 63) === 0 && budget.due()) await budget.turn();
        const known = before.get(name);
        const stats = statsOf(way + name);
        before.delete(name);
        if (stats === 'unreadable') directory.skipped++;
        const isStill = known && typeof stats !== 'string' && known.isStill(stats) && !touched?.has(name);
        if (known && !isStill) this.#remove(known);
        if (isStill) files.push(known);
        else if (typeof stats !== 'string') files.push(this.#add(directory, name, stats));
      }
      for (const entry of before.values()) this.#remove(entry);
      before.clear();
    } finally {
      // When time has run out, those that were not looked at are as they were.
      directory.files = [...files, ...before.values()];
    }
  }

  #add(directory: Directory, name: string, stats: Stats): FileEntry {
    const entry = new FileEntry(directory, name, stats);
    this.#added.push(entry);
    if (stats.nlink > 1) this.linked.add(entry);
    this.#size++;
    this.#additions++;
    this.#options.onAdded?.(entry);
    return entry;
  }

  #remove(entry: FileEntry): void {
    this.#options.onDead(entry);
    this.linked.delete(entry);
    entry.die();
    this.#hasDead = true;
    this.#size--;
  }

  // All that is known below a directory that is no longer there.
  #forget(directory: Directory): void {
    this.#clear(directory);
    directory.state = 'gone';
    this.unwatch(directory);
    this.#directories--;
  }

  #detach(directory: Directory, parent: Directory): void {
    this.#forget(directory);
    parent.directories = parent.directories.filter((child) => child !== directory);
  }

  #clear(directory: Directory): void {
    for (const entry of directory.files) this.#remove(entry);
    directory.files = [];
    for (const child of directory.directories) this.#forget(child);
    directory.directories = [];
  }
}

/** What the system says of a regular file. */
export function statsOf(path: string): Stats | 'gone' | 'unreadable' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats : 'gone';
  } catch (error) {
    return codeOf(error) === 'ENOTDIR' ? 'gone' : 'unreadable';
  }
}
