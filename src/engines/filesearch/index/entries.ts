import type { FSWatcher } from 'node:fs';
import { basename, sep } from 'node:path';
import { fold } from '../match/fold.ts';
import { type Letters, lettersOf } from '../match/letters.ts';

export const UNSIGNED = -1;
export const TEXTLESS = -2;
export const UNSIGNABLE = -3;

// Instead of a row: never looked at, or gone.
const UNSEEN = -1;
const DEAD = -2;

/** A regular file as it was when it was last looked at; one that has changed gets a new entry. */
export class FileEntry {
  readonly directory: Directory;
  readonly name: string;
  #signature = UNSIGNED;
  #row: number;
  #letters: Letters | undefined;

  constructor(directory: Directory, name: string, stamp?: Stamp) {
    this.directory = directory;
    this.name = name;
    this.#row = stamp ? directory.statTable.take(stamp) : UNSEEN;
  }

  get path(): string {
    return this.directory.prefix + this.name;
  }

  /** Where its signature is, or one of the above. */
  get signature(): number {
    return this.#signature;
  }

  set signature(signature: number) {
    this.#signature = signature;
    this.directory.statTable.changes++;
  }

  get foldedName(): string {
    return fold(this.name);
  }

  /** Those of its folded name: most names need not be looked at. */
  get letters(): Letters {
    this.#letters ??= lettersOf(this.foldedName);
    return this.#letters;
  }

  /** Minus one when it is not known. */
  get size(): number {
    return this.#row < 0 ? -1 : this.directory.statTable.size(this.#row);
  }

  /** Not a number when it is not known, as all times. */
  get modifiedMs(): number {
    return this.#row < 0 ? Number.NaN : this.directory.statTable.modifiedMs(this.#row);
  }

  get changedMs(): number {
    return this.#row < 0 ? Number.NaN : this.directory.statTable.changedMs(this.#row);
  }

  get dead(): boolean {
    return this.#row === DEAD;
  }

  get stamp(): Stamp {
    const ino = this.#row < 0 ? -1 : this.directory.statTable.inode(this.#row);
    return { size: this.size, mtimeMs: this.modifiedMs, ctimeMs: this.changedMs, ino };
  }

  isStill(stamp: Stamp): boolean {
    return isSame(this.stamp, stamp);
  }

  /** What it knew is forgotten. */
  die(): void {
    if (this.#row >= 0) this.directory.statTable.give(this.#row);
    this.#row = DEAD;
  }
}

/** A directory of a scope with the files in it that belong to this shard. */
export class Directory {
  /** Its path with a separator at the end. */
  readonly prefix: string;
  readonly name: string;
  readonly parent: Directory | undefined;
  readonly statTable: StatTable;
  directories: readonly Directory[] = [];
  files: readonly FileEntry[] = [];
  state: 'readable' | 'unreadable' | 'excluded' | 'gone' = 'readable';
  /** How many files or directories in it could not be looked at, counted for this shard. */
  skipped = 0;
  watcher: FSWatcher | undefined;
  #letters: Letters | undefined;

  constructor(path: string, parent: Directory | undefined, statTable: StatTable) {
    this.prefix = path.endsWith(sep) ? path : path + sep;
    this.name = basename(path);
    this.parent = parent;
    this.statTable = statTable;
  }

  get path(): string {
    return this.name === '' ? this.prefix : this.prefix.slice(0, -sep.length);
  }

  /** Those of its folded name, or of its path when the directory above is not known. */
  get letters(): Letters {
    this.#letters ??= lettersOf(fold(this.parent ? this.name : this.prefix));
    return this.#letters;
  }

  /** This directory and all below. */
  *tree(): Generator<Directory> {
    const waiting: Directory[] = [this];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      yield next;
      for (const child of next.directories) waiting.push(child);
    }
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

// Pages of 4,096 rows, each of four numbers.
const PAGE_BITS = 12;
const LAST = (1 << PAGE_BITS) - 1;
const NUMBERS = 4;

/** What is compared to see whether a file is still the same. */
export interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** The numbers of many files side by side: as properties of as many objects they would take three times the room. */
export class StatTable {
  readonly #numbers: Float64Array[] = [];
  readonly #free: number[] = [];
  #end = 0;
  /** How often one of the files has been given a signature. */
  changes = 0;

  take({ size, mtimeMs, ctimeMs, ino }: Stamp): number {
    const row = this.#free.pop() ?? this.#append();
    this.#numbersOf(row).set([size, mtimeMs, ctimeMs, ino], (row & LAST) * NUMBERS);
    return row;
  }

  give(row: number): void {
    this.#free.push(row);
  }

  size(row: number): number {
    return this.#numbersOf(row)[(row & LAST) * NUMBERS] as number;
  }

  modifiedMs(row: number): number {
    return this.#numbersOf(row)[(row & LAST) * NUMBERS + 1] as number;
  }

  changedMs(row: number): number {
    return this.#numbersOf(row)[(row & LAST) * NUMBERS + 2] as number;
  }

  inode(row: number): number {
    return this.#numbersOf(row)[(row & LAST) * NUMBERS + 3] as number;
  }

  #numbersOf(row: number): Float64Array {
    return this.#numbers[row >>> PAGE_BITS] as Float64Array;
  }

  #append(): number {
    if ((this.#end & LAST) === 0) this.#numbers.push(new Float64Array((LAST + 1) * NUMBERS));
    return this.#end++;
  }
}

/** The clock, and how coarse the times of files can be. */
export interface Clock {
  now(): number;
  readonly grainMs: number;
}

/**
 * Whether a file read from now on will show a later change by its times. Two changes within one tick of a file system's clock look the
 * same, so what is remembered of a file that has just changed cannot be trusted.
 */
export function isSettled({ changedMs }: Pick<FileEntry, 'changedMs'>, { now, grainMs }: Clock): boolean {
  return changedMs < now() - grainMs;
}
