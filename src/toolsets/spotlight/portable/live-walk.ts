import { lstatSync } from 'node:fs';
import { basename, sep } from 'node:path';
import type { Exclusions } from './exclusions.ts';
import { list } from './listing.ts';
import type { Pace } from './pace.ts';
import { owns, type Share } from './share.ts';

/** A file that a walk has found to be wanted. */
export interface Sighting {
  readonly path: string;
  readonly modifiedMs: number;
}

export interface WalkOptions {
  readonly share: Share;
  readonly exclusions: Exclusions;
  readonly pace: Pace;
  /** Whether a file is wanted as far as its name tells; 'unreadable' counts as skipped. */
  wants(prefix: string, name: string): boolean | 'unreadable';
  /** Whether it is wanted at its age. */
  wantsAge(modifiedMs: number): boolean;
}

/** A walk that keeps nothing: the quickest way to one answer. It can be ended at any time with what it has found so far. */
export class LiveWalk {
  readonly #options: WalkOptions;
  readonly found: Sighting[] = [];
  scanned = 0;
  skipped = 0;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  async run(scope: string): Promise<void> {
    const { share, exclusions, pace } = this.#options;
    const waiting = [scope];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pace.due()) await pace.turn();
      const prefix = path.endsWith(sep) ? path : path + sep;
      const name = basename(path);
      const listing = list(prefix, name, path === scope, exclusions);
      if (typeof listing === 'string') {
        if ((listing === 'unreadable' || path === scope) && owns(name, share)) this.skipped++;
        continue;
      }
      for (const directory of listing.directories) waiting.push(prefix + directory);
      for (const unspeakable of listing.unspeakable) if (owns(unspeakable, share)) this.skipped++;
      await this.#files(prefix, listing.files);
    }
  }

  async #files(prefix: string, names: readonly string[]): Promise<void> {
    const { share, pace, wants } = this.#options;
    for (const name of names) {
      if (!owns(name, share)) continue;
      if ((++this.scanned & 63) === 0 && pace.due()) await pace.turn();
      const wanted = wants(prefix, name);
      if (wanted === 'unreadable') this.skipped++;
      else if (wanted) this.#note(prefix + name);
    }
  }

  #note(path: string): void {
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats?.isFile() && this.#options.wantsAge(stats.mtimeMs))
        this.found.push({ path, modifiedMs: stats.mtimeMs });
    } catch {
      this.skipped++;
    }
  }
}
