import { hasLetters, type Letters } from '../match/letters.ts';
import { type FileEntry, TEXTLESS } from './entries.ts';
import type { Grams } from './grams.ts';
import type { Signatures } from './signature.ts';

/** The letters that a word has, and how many of them a name may lack. */
export interface WantedLetters {
  readonly wanted: Letters;
  readonly butFor: number;
}

/** What the text of a file must have to hold a word. */
export interface WordGrams {
  readonly bit: number;
  readonly root: Grams;
  readonly forms: readonly Grams[];
}

const NONE = -1;

const known = new WeakMap<readonly FileEntry[], Columns>();

/**
 * What a search asks of every file of a list, side by side: the files themselves lie far apart in memory, and to go to each takes longer
 * than what is asked there. Files are meant by their places in the list.
 */
export class Columns {
  readonly #signatures: Signatures;
  readonly #changes: number;
  readonly #letters: Int32Array;
  // The files by the slots of their signatures, and those that have a text but no slot, with their signatures.
  readonly #files: Int32Array;
  readonly #others: number[] = [];
  readonly #otherSignatures: number[] = [];
  // New room of this size would be slow to come by.
  readonly #marks: Int32Array;

  /** The columns of a list. They are kept with it for as long as none of its files gets another signature. */
  static of(entries: readonly FileEntry[], signatures: Signatures): Columns {
    const kept = known.get(entries);
    if (kept && kept.#changes === changesOf(entries) && kept.#letters.length === entries.length) return kept;
    const columns = new Columns(entries, signatures);
    known.set(entries, columns);
    return columns;
  }

  private constructor(entries: readonly FileEntry[], signatures: Signatures) {
    this.#signatures = signatures;
    this.#changes = changesOf(entries);
    this.#letters = new Int32Array(entries.length);
    this.#marks = new Int32Array(entries.length);
    this.#files = new Int32Array(signatures.slots).fill(NONE);
    entries.forEach(({ letters, signature }, place) => {
      this.#letters[place] = letters;
      if (signature === TEXTLESS) return;
      const slot = signature < 0 ? undefined : signatures.slot(signature);
      if (slot !== undefined) this.#files[slot] = place;
      else {
        this.#others.push(place);
        this.#otherSignatures.push(signature);
      }
    });
  }

  /** The files of whose texts nothing is known. */
  get unsigned(): number[] {
    return this.#others.filter((_, at) => (this.#otherSignatures[at] as number) < 0);
  }

  /** The files whose names have the letters of one of these words, but for so many. */
  named(words: readonly WantedLetters[]): number[] {
    const found: number[] = [];
    for (let place = 0; place < this.#letters.length; place++) {
      const letters = this.#letters[place] as number;
      for (let at = 0; at < words.length; at++) {
        const { wanted, butFor } = words[at] as WantedLetters;
        if (!hasLetters(letters, wanted, butFor)) continue;
        found.push(place);
        break;
      }
    }
    return found;
  }

  /**
   * For each file as bits which of some words its text may hold; a text that is not known may hold all. A text holds a word when it has all
   * grams of its root and all of one of its forms. The next call overwrites what this one gave.
   */
  marked(words: readonly WordGrams[]): Int32Array {
    const marks = this.#marks.fill(0);
    for (const { bit, root, forms } of words) {
      this.#signatures.slotsThatMayHold(root, forms).forEach((bits, word) => {
        for (let left = bits; left !== 0; left &= left - 1) {
          // Other scopes have slots too, also such as were not there before.
          const place = this.#files[word * 32 + 31 - Math.clz32(left & -left)] ?? NONE;
          if (place !== NONE) marks[place] = (marks[place] as number) | bit;
        }
      });
      this.#others.forEach((place, at) => {
        const signature = this.#otherSignatures[at] as number;
        const holds = (grams: Grams) => this.#signatures.mayHold(signature, grams);
        if (signature < 0 || (holds(root) && forms.some(holds))) marks[place] = (marks[place] as number) | bit;
      });
    }
    return marks;
  }
}

function changesOf([first]: readonly FileEntry[]): number {
  return first?.directory.statTable.changes ?? 0;
}
