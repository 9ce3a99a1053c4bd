import { Directory, Entry } from './catalog.ts';
import { Facts } from './facts.ts';

/** The files that a walk comes across, in its order. */
export class Sheet {
  readonly entries: Entry[] = [];
  readonly #facts = new Facts();
  #directory: Directory | undefined;

  /** Notes a file; false, because nothing more is to be asked about it now. */
  add(prefix: string, name: string): false {
    if (this.#directory?.prefix !== prefix) this.#directory = new Directory(prefix, undefined, this.#facts);
    this.entries.push(new Entry(this.#directory, name));
    return false;
  }
}
