import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import type { TimeBudget } from '../../../lib/time-budget.ts';
import type { FileInfo } from '../engine.ts';
import type { FileFilter } from '../file-criteria.ts';
import type { FileEntry } from '../index/entries.ts';
import type { Kind } from '../types/kind.ts';
import { fold } from './fold.ts';
import { nameGlob } from './glob.ts';
import { hasKind, isOfKind } from './kind-of.ts';

/** A filter ready to be applied. It asks what is cheap first: the name, then size and age, and last the bytes that tell the kind. */
export class PreparedFilter {
  readonly #kind: Kind | undefined;
  readonly #hasName: (foldedName: string) => boolean;
  /** It lets every file through. */
  readonly isBare: boolean;
  readonly #isForStats: boolean;
  readonly #since: number;
  readonly #until: number;
  readonly #min: number;
  readonly #max: number;
  /** How many files could not be looked at. */
  skipped = 0;

  constructor({ kind, name, sinceMs, untilMs, minSize, maxSize }: FileFilter = {}) {
    this.#kind = kind;
    this.#hasName = name === undefined ? () => true : nameGlob(name);
    this.#since = sinceMs ?? Number.NEGATIVE_INFINITY;
    this.#until = untilMs ?? Number.POSITIVE_INFINITY;
    this.#min = minSize ?? 0;
    this.#max = maxSize ?? Number.POSITIVE_INFINITY;
    this.#isForStats = [sinceMs, untilMs, minSize, maxSize].some((limit) => limit !== undefined);
    this.isBare = kind === undefined && name === undefined && !this.#isForStats;
  }

  /** Those of the files that are wanted, in their order. Files whose size and age are not known are asked for them if need be. */
  async choose(entries: readonly FileEntry[], budget: TimeBudget): Promise<readonly FileEntry[]> {
    if (this.isBare) return entries;
    const chosen: FileEntry[] = [];
    let count = 0;
    for (const entry of entries) {
      if ((++count & 63) === 0 && budget.due()) await budget.turn();
      if (this.#hasName(entry.foldedName) && this.#fits(entry) && this.#isOfKind(entry)) chosen.push(entry);
    }
    return chosen;
  }

  wantsName(name: string): boolean {
    return this.#hasName(fold(name));
  }

  wantsStats(modifiedMs: number, size: number): boolean {
    return modifiedMs >= this.#since && modifiedMs < this.#until && size >= this.#min && size <= this.#max;
  }

  /** The whole test for one file. */
  accepts({ path, modifiedMs, size }: FileInfo): boolean {
    return (
      this.wantsName(basename(path)) &&
      this.wantsStats(modifiedMs, size) &&
      (this.#kind === undefined || isOfKind(this.#kind, path))
    );
  }

  #fits(entry: FileEntry): boolean {
    if (!this.#isForStats) return true;
    if (entry.size >= 0) return this.wantsStats(entry.modifiedMs, entry.size);
    try {
      const stats = lstatSync(entry.path, { throwIfNoEntry: false });
      return stats !== undefined && this.wantsStats(stats.mtimeMs, stats.size);
    } catch {
      this.skipped++;
      return false;
    }
  }

  #isOfKind({ directory, name }: FileEntry): boolean {
    if (this.#kind === undefined) return true;
    const is = hasKind(directory.prefix, name, this.#kind);
    if (is === 'unreadable') this.skipped++;
    return is === true;
  }
}
