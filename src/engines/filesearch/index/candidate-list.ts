import { Stopped, type TimeBudget } from '../../../lib/time-budget.ts';
import { byAge, Directory, FileEntry, StatTable } from './entries.ts';
import { statsOf } from './tree.ts';

/** The files that a walk comes across, in its order. */
export class CandidateList {
  readonly entries: FileEntry[] = [];
  readonly #statTable = new StatTable();
  #directory: Directory | undefined;
  /** How many could not be looked at. */
  skipped = 0;

  add(prefix: string, name: string): FileEntry {
    const entry = this.entry(prefix, name);
    this.entries.push(entry);
    return entry;
  }

  /** A file that is not on the list, at least not yet. */
  entry(prefix: string, name: string): FileEntry {
    if (this.#directory?.prefix !== prefix) this.#directory = new Directory(prefix, undefined, this.#statTable);
    return new FileEntry(this.#directory, name);
  }

  /** The same files with their ages and sizes, newest first; those that were looked at when time runs out. */
  async newestFirst(budget: TimeBudget): Promise<readonly FileEntry[]> {
    const known: FileEntry[] = [];
    try {
      for (const { directory, name, path, signature } of this.entries) {
        if ((known.length & 63) === 0 && budget.due()) await budget.turn();
        const stats = statsOf(path);
        if (stats === 'unreadable') this.skipped++;
        if (typeof stats === 'string') continue;
        const entry = new FileEntry(directory, name, stats);
        entry.signature = signature;
        known.push(entry);
      }
    } catch (error) {
      if (!(error instanceof Stopped && error.reason === 'time')) throw error;
    }
    return known.sort(byAge);
  }
}
