import { sep } from 'node:path';
import type { Place } from '../file-criteria.ts';
import { Directory, FileEntry, StatTable, TEXTLESS } from '../index/entries.ts';
import type { Letters } from './letters.ts';

/** The same files as a search is to see them: without their texts, or without their names. */
export function seenBy(place: Place, entries: readonly FileEntry[]): readonly FileEntry[] {
  if (place === 'both') return entries;
  return entries.map((entry) => (place === 'names' ? new WithoutText(entry) : new WithoutName(entry)));
}

/** Knows what the file knows; keeps nothing of its own in the index. */
class SeenEntry extends FileEntry {
  readonly #of: FileEntry;

  constructor(of: FileEntry, directory = of.directory) {
    super(directory, of.name);
    this.#of = of;
  }

  override get signature(): number {
    return this.#of.signature;
  }

  override get path(): string {
    return this.#of.path;
  }

  override get foldedName(): string {
    return this.#of.foldedName;
  }

  override get letters(): Letters {
    return this.#of.letters;
  }

  override get size(): number {
    return this.#of.size;
  }

  override get modifiedMs(): number {
    return this.#of.modifiedMs;
  }

  override get changedMs(): number {
    return this.#of.changedMs;
  }

  override get stamp(): FileEntry['stamp'] {
    return this.#of.stamp;
  }
}

class WithoutText extends SeenEntry {
  override get signature(): number {
    return TEXTLESS;
  }
}

// Nor does the folder that it lies in have a name.
const NOWHERE = new Directory(sep, undefined, new StatTable());

class WithoutName extends SeenEntry {
  constructor(of: FileEntry) {
    super(of, NOWHERE);
  }

  override get foldedName(): string {
    return '';
  }

  override get letters(): Letters {
    return 0;
  }
}
