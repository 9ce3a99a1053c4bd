import type { FSWatcher } from 'node:fs';
import { basename, sep } from 'node:path';
import type { Facts, Stamp } from './facts.ts';
import { fold } from './fold.ts';

export const UNSIGNED = -1;
export const TEXTLESS = -2;
export const UNSIGNABLE = -3;

// Instead of a row: never looked at, or gone.
const UNSEEN = -1;
const DEAD = -2;

/** A regular file as it was when it was last looked at; one that has changed gets a new entry. */
export class Entry {
  readonly directory: Directory;
  readonly name: string;
  /** Where its signature is, or one of the above. */
  signature = UNSIGNED;
  #row: number;
  #folded: string | undefined;

  constructor(directory: Directory, name: string, stamp?: Stamp) {
    this.directory = directory;
    this.name = name;
    this.#row = stamp ? directory.facts.take(stamp) : UNSEEN;
  }

  get path(): string {
    return this.directory.prefix + this.name;
  }

  get foldedName(): string {
    this.#folded ??= fold(this.name);
    return this.#folded;
  }

  /** Minus one when it is not known. */
  get size(): number {
    return this.#row < 0 ? -1 : this.directory.facts.size(this.#row);
  }

  /** Not a number when it is not known, as all times. */
  get modifiedMs(): number {
    return this.#row < 0 ? Number.NaN : this.directory.facts.modifiedMs(this.#row);
  }

  get changedMs(): number {
    return this.#row < 0 ? Number.NaN : this.directory.facts.changedMs(this.#row);
  }

  get dead(): boolean {
    return this.#row === DEAD;
  }

  get stamp(): Stamp {
    const ino = this.#row < 0 ? -1 : this.directory.facts.inode(this.#row);
    return { size: this.size, mtimeMs: this.modifiedMs, ctimeMs: this.changedMs, ino };
  }

  isStill(stamp: Stamp): boolean {
    return isSame(this.stamp, stamp);
  }

  /** What it knew is forgotten. */
  die(): void {
    if (this.#row >= 0) this.directory.facts.give(this.#row);
    this.#row = DEAD;
  }
}

/** A directory of a catalog with the files in it that are this worker's. */
export class Directory {
  /** Its path with a separator at the end. */
  readonly prefix: string;
  readonly name: string;
  readonly parent: Directory | undefined;
  readonly facts: Facts;
  directories: readonly Directory[] = [];
  files: readonly Entry[] = [];
  state: 'readable' | 'unreadable' | 'excluded' | 'gone' = 'readable';
  /** How many files or directories in it could not be looked at, this worker's share. */
  skipped = 0;
  watcher: FSWatcher | undefined;

  constructor(path: string, parent: Directory | undefined, facts: Facts) {
    this.prefix = path.endsWith(sep) ? path : path + sep;
    this.name = basename(path);
    this.parent = parent;
    this.facts = facts;
  }

  get path(): string {
    return this.name === '' ? this.prefix : this.prefix.slice(0, -sep.length);
  }

  /** This directory and all below. */
  *tree(): Generator<Directory> {
    yield this;
    for (const child of this.directories) yield* child.tree();
  }

  /** The directory at a path inside this one, if it is known. */
  find(path: string): Directory | undefined {
    if (path === this.path) return this;
    if (!path.startsWith(this.prefix)) return undefined;
    const names = path.slice(this.prefix.length).split(sep);
    return names.reduce<Directory | undefined>(
      (found, wanted) => found?.directories.find(({ name }) => name === wanted),
      this,
    );
  }
}

/** Whether two looks have seen the same file unchanged. */
export function isSame(one: Stamp, other: Stamp): boolean {
  return (
    one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs && one.size === other.size && one.ino === other.ino
  );
}

interface Aged {
  readonly path: string;
  readonly modifiedMs: number;
}

/** Newest first, then by path. */
export function byAge(a: Aged, b: Aged): number {
  return b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
