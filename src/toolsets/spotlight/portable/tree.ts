import { lstatSync, type Stats } from 'node:fs';
import { byAge, Directory, Entry } from './catalog.ts';
import type { Exclusions } from './exclusions.ts';
import { list } from './listing.ts';
import type { Pace } from './pace.ts';
import { owns, type Share } from './share.ts';

export interface TreeOptions {
  readonly share: Share;
  readonly exclusions: Exclusions;
  /** Told of every entry that is no more. */
  onDead(entry: Entry): void;
  /** Told of every watch that ends. */
  onUnwatched(): void;
}

/** What is known of a scope: its directories, and of its files those that are this worker's. */
export class Tree {
  readonly root: Directory;
  readonly #options: TreeOptions;
  #ordered: Entry[] = [];
  #added: Entry[] = [];
  #hasDead = false;
  #size = 0;

  constructor(scope: string, options: TreeOptions) {
    this.root = new Directory(scope, undefined);
    this.#options = options;
  }

  /** How many files it holds. */
  get size(): number {
    return this.#size;
  }

  /** Brings a directory and all below up to date. `before` is told of each directory before it is listed. */
  async refresh(top: Directory, pace: Pace, before?: (directory: Directory) => void): Promise<void> {
    const waiting = [top];
    for (let directory = waiting.pop(); directory; directory = waiting.pop()) {
      before?.(directory);
      await this.relist(directory, pace);
      for (const child of directory.directories.values()) waiting.push(child);
    }
  }

  /** Brings one directory up to date; new directories in it are known but not listed. Files in `touched` count as changed. */
  async relist(directory: Directory, pace: Pace, touched?: ReadonlySet<string>): Promise<void> {
    const { share, exclusions } = this.#options;
    if (pace.due()) await pace.turn();
    const listing = list(directory.prefix, directory.name, directory === this.root, exclusions);
    directory.skipped = 0;
    if (typeof listing === 'string') {
      directory.state = listing;
      if (listing === 'unreadable' || directory === this.root) directory.skipped = owns(directory.name, share) ? 1 : 0;
      if (listing === 'gone' && directory.parent) this.#removeDirectory(directory);
      else this.#clear(directory);
      return;
    }
    directory.state = listing.excluded ? 'excluded' : 'readable';
    for (const name of listing.unspeakable) if (owns(name, share)) directory.skipped++;
    this.#syncDirectories(directory, listing.directories);
    await this.#syncFiles(directory, listing.files, touched, pace);
  }

  /** The files at or below a directory, newest first. */
  newestFirst(top: Directory): readonly Entry[] {
    if (top !== this.root) return [...top.tree()].flatMap(({ files }) => [...files.values()]).sort(byAge);
    if (this.#hasDead) this.#ordered = this.#ordered.filter(({ dead }) => !dead);
    if (this.#added.length > 0) {
      this.#ordered = [...this.#ordered, ...this.#added.filter(({ dead }) => !dead)].sort(byAge);
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
    this.#clear(this.root);
    this.unwatch(this.root);
  }

  #syncDirectories(directory: Directory, names: readonly string[]): void {
    const { directories } = directory;
    const listed = new Set(names);
    for (const child of directories.values()) if (!listed.has(child.name)) this.#removeDirectory(child);
    for (const name of names) {
      if (!directories.has(name)) directories.set(name, new Directory(directory.prefix + name, directory));
    }
  }

  async #syncFiles(
    directory: Directory,
    names: readonly string[],
    touched: ReadonlySet<string> | undefined,
    pace: Pace,
  ): Promise<void> {
    const { share } = this.#options;
    const { files } = directory;
    const unseen = new Set(files.keys());
    let count = 0;
    for (const name of names) {
      if (!owns(name, share)) continue;
      if ((++count & 63) === 0 && pace.due()) await pace.turn();
      unseen.delete(name);
      const known = files.get(name);
      const stats = statsOf(directory.prefix + name);
      if (stats === 'unreadable') directory.skipped++;
      if (typeof stats === 'string') {
        if (known) this.#remove(known);
      } else if (!known?.isStill(stats) || touched?.has(name)) {
        if (known) this.#remove(known);
        this.#add(new Entry(directory, name, stats));
      }
    }
    for (const name of unseen) this.#remove(files.get(name) as Entry);
  }

  #add(entry: Entry): void {
    entry.directory.files.set(entry.name, entry);
    this.#added.push(entry);
    this.#size++;
  }

  #remove(entry: Entry): void {
    entry.directory.files.delete(entry.name);
    entry.dead = true;
    this.#hasDead = true;
    this.#size--;
    this.#options.onDead(entry);
  }

  #removeDirectory(directory: Directory): void {
    this.#clear(directory);
    directory.state = 'gone';
    this.unwatch(directory);
    directory.parent?.directories.delete(directory.name);
  }

  #clear(directory: Directory): void {
    for (const entry of directory.files.values()) this.#remove(entry);
    for (const child of directory.directories.values()) this.#removeDirectory(child);
  }
}

function statsOf(path: string): Stats | 'gone' | 'unreadable' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats : 'gone';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'gone' : 'unreadable';
  }
}
