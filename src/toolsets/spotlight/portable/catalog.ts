import type { FSWatcher, Stats } from 'node:fs';
import { basename, sep } from 'node:path';
import { fold } from './fold.ts';

export const UNSIGNED = -1;
export const TEXTLESS = -2;
export const UNSIGNABLE = -3;

/** What a walk that does not look at the files themselves knows of them. */
const UNSEEN = { size: -1, mtimeMs: Number.NaN, ctimeMs: Number.NaN, ino: -1, nlink: 1 };

/** A regular file as it was when it was last looked at; one that has changed gets a new entry. */
export class Entry {
  readonly directory: Directory;
  readonly name: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly inode: number;
  readonly links: number;
  /** Where its signature is, or one of the above. */
  signature = UNSIGNED;
  dead = false;
  #folded: string | undefined;

  constructor(directory: Directory, name: string, stats: Pick<Stats, keyof typeof UNSEEN> = UNSEEN) {
    this.directory = directory;
    this.name = name;
    this.size = stats.size;
    this.modifiedMs = stats.mtimeMs;
    this.changedMs = stats.ctimeMs;
    this.inode = stats.ino;
    this.links = stats.nlink;
  }

  get path(): string {
    return this.directory.prefix + this.name;
  }

  get foldedName(): string {
    this.#folded ??= fold(this.name);
    return this.#folded;
  }

  isStill(stats: Stats): boolean {
    return (
      stats.mtimeMs === this.modifiedMs &&
      stats.ctimeMs === this.changedMs &&
      stats.size === this.size &&
      stats.ino === this.inode
    );
  }
}

/** A directory of a catalog with the files in it that are this worker's. */
export class Directory {
  readonly path: string;
  readonly prefix: string;
  readonly name: string;
  readonly parent: Directory | undefined;
  readonly directories = new Map<string, Directory>();
  readonly files = new Map<string, Entry>();
  state: 'readable' | 'unreadable' | 'excluded' | 'gone' = 'readable';
  /** How many files or directories in it could not be looked at, this worker's share. */
  skipped = 0;
  watcher: FSWatcher | undefined;

  constructor(path: string, parent: Directory | undefined) {
    this.path = path;
    this.prefix = path.endsWith(sep) ? path : path + sep;
    this.name = basename(path);
    this.parent = parent;
  }

  /** This directory and all below. */
  *tree(): Generator<Directory> {
    yield this;
    for (const child of this.directories.values()) yield* child.tree();
  }

  /** The directory at a path inside this one, if it is known. */
  find(path: string): Directory | undefined {
    if (path === this.path) return this;
    if (!path.startsWith(this.prefix)) return undefined;
    const names = path.slice(this.prefix.length).split(sep);
    return names.reduce<Directory | undefined>((found, name) => found?.directories.get(name), this);
  }
}

interface Aged {
  readonly path: string;
  readonly modifiedMs: number;
}

/** Newest first, then by path. */
export function byAge(a: Aged, b: Aged): number {
  return b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
