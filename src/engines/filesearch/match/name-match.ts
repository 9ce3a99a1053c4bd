import { sep } from 'node:path';
import type { WantedLetters } from '../index/columns.ts';
import type { Directory, FileEntry } from '../index/entries.ts';
import { extensionOf } from '../types/content-type.ts';
import { dateSource } from './dates.ts';
import { isMadeFolder, isPassingFolder } from './file-class.ts';
import { fold } from './fold.ts';
import { hasLetters, type Letters, lettersOf } from './letters.ts';
import type { Query, Word } from './query.ts';
import { TIER } from './rank.ts';
import { withUmlauts } from './umlauts.ts';
import { coverage, fitOf, foldedWords, INSIDE, isInOrder, isWordOrForm } from './word-fit.ts';

/** How well a name fits: `name` and `folder` need no look at the text, `namePart` is for files whose text has nothing better. */
export interface NameMatch {
  readonly tier: typeof TIER.name | typeof TIER.folder | typeof TIER.namePart;
  readonly weight: number;
}

// No file system has a longer one, and an expression has its limits.
const LONGEST_NAME = 255;
// Other words are not looked for in pieces: "art" is not in "a r t".
const JOINED = /^\p{L}{4,40}$/u;
const MONTH = '(?:19|20)\\d\\d[-_. ]?MM|MM[-_. ](?:19|20)\\d\\d';

/** Matches the words of a query with the names of files and of the folders that they lie in, below the scope. */
export class NameMatcher {
  readonly #words: readonly Word[];
  readonly #all: number;
  readonly #above: number;
  readonly #folders = new Map<Directory, FolderMatch>();
  readonly #inFolders = new Map<Directory, number>();
  readonly #sorts = new Map<string, number>();
  readonly #may: RegExp;
  /** Of each word the letters that a name must have to hold it. */
  readonly letters: readonly WantedLetters[];
  /** Whether a word of the query means a sort of files. */
  readonly isForSort: boolean;

  constructor({ words }: Query, scope: string) {
    this.#words = words;
    this.#may = new RegExp(words.map(inPieces).join('|'));
    // A month may be a number.
    this.letters = words.map(({ root, month }) => ({
      wanted: month === undefined ? lettersOf(withUmlauts(root.folded)) : 0,
      butFor: 0,
    }));
    this.isForSort = words.length > 1 && words.some(({ sort }) => sort !== undefined);
    this.#all = 2 ** words.length - 1;
    this.#above = scope.endsWith(sep) ? scope.length : scope.length + sep.length;
  }

  /** Whether a name may hold a word; a quick look. */
  mayBeIn(entry: FileEntry): boolean {
    return this.#mayBeOf(entry.letters) && this.#may.test(entry.foldedName);
  }

  /** The words that a name holds, as bits. */
  inName(entry: FileEntry): number {
    if (!this.#mayBeOf(entry.letters)) return 0;
    const { foldedName, name } = entry;
    if (!this.#may.test(foldedName)) return 0;
    let bits = 0;
    let parts: string[] | undefined;
    for (const word of this.#words) {
      if (foldedName.includes(word.literal.folded)) bits |= 1 << word.at;
      else {
        parts ??= foldedWords(name);
        if (fitOf(word, parts).fit !== INSIDE) bits |= 1 << word.at;
      }
    }
    return bits;
  }

  /** Those of the words in a name that are words of it, not only inside of others. */
  wholeInName({ name }: FileEntry, inName: number): number {
    const parts = foldedWords(name);
    const whole = this.#words.filter((word) => (inName & (1 << word.at)) !== 0 && fitOf(word, parts).fit !== INSIDE);
    return whole.reduce((bits, { at }) => bits | (1 << at), 0);
  }

  /** The words that mean the sort of a file, as bits. */
  sortOf(name: string): number {
    if (!this.isForSort) return 0;
    const extension = extensionOf(name).toLowerCase();
    let bits = this.#sorts.get(extension);
    if (bits === undefined) {
      bits = this.#words.reduce((sum, { at, sort }) => (sort?.has(extension) ? sum | (1 << at) : sum), 0);
      this.#sorts.set(extension, bits);
    }
    return bits;
  }

  /** The words in the names of the folders from the scope to a file, as bits. */
  inFolders(directory: Directory): number {
    if (directory.prefix.length <= this.#above) return 0;
    let bits = this.#inFolders.get(directory);
    if (bits === undefined) {
      const above = directory.parent ? this.inFolders(directory.parent) : 0;
      bits = this.#mayBeOf(directory.letters) ? above | this.#inFolder(directory) : above;
      this.#inFolders.set(directory, bits);
    }
    return bits;
  }

  /** What is to be known of the folder that a file lies in. */
  folder(directory: Directory): FolderMatch {
    let match = this.#folders.get(directory);
    if (!match) {
      const below = directory.prefix.slice(this.#above);
      const depth = below.split(sep).length - 1;
      match = {
        bits: this.inFolders(directory),
        depth,
        isMade: isMadeFolder(below),
        isPassing: isPassingFolder(below),
      };
      this.#folders.set(directory, match);
    }
    return match;
  }

  /** How well a name with these words fits, if all words are in it or in the names of its folders; one at least must be in its own. */
  judge(entry: FileEntry, inName: number): NameMatch | undefined {
    if (inName === 0) return undefined;
    const isWhole = inName === this.#all;
    const around = this.folder(entry.directory).bits | this.sortOf(entry.name);
    if (!isWhole && (inName | around) !== this.#all) return undefined;
    const own = this.#words.filter(({ at }) => (inName & (1 << at)) !== 0);
    const parts = foldedWords(entry.name);
    const fits = own.map((word) => fitOf(word, parts));
    const isPart = fits.some(({ fit }) => fit === INSIDE);
    const mean = fits.reduce((sum, { fit }) => sum + fit, 0) / fits.length;
    const share = own.length / this.#words.length;
    const weight = share * (0.5 * mean + 0.3 * coverage(entry.name, parts, fits) + (isInOrder(parts, fits) ? 0.2 : 0));
    return { tier: isPart ? TIER.namePart : isWhole ? TIER.name : TIER.folder, weight };
  }

  #mayBeOf(letters: Letters): boolean {
    for (const { wanted } of this.letters) if (hasLetters(letters, wanted)) return true;
    return false;
  }

  // Those in the name of one folder, or in the path of one when the folders above are not known.
  #inFolder(directory: Directory): number {
    const path = directory.parent ? directory.name : directory.prefix.slice(this.#above);
    if (!this.#may.test(fold(path))) return 0;
    const parts = foldedWords(path);
    return this.#words.reduce(
      (bits, word) => (parts.some((part) => isWordOrForm(part, word)) ? bits | (1 << word.at) : bits),
      0,
    );
  }
}

interface FolderMatch {
  /** The words in the names of the folders from the scope to it. */
  readonly bits: number;
  readonly depth: number;
  /** What lies in it was made by programs. */
  readonly isMade: boolean;
  /** What lies in it is on its way, or kept twice. */
  readonly isPassing: boolean;
}

// A word as it may be in a name: also in pieces, and a month as its number.
function inPieces({ root, literal, month, date }: Word): string {
  if (root.folded.length > LONGEST_NAME) return '(?!)';
  const letters = (text: string) =>
    Array.from(
      withUmlauts(text),
      (char) => char.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&') + (/[aou]/.test(char) ? 'e?' : ''),
    );
  const { folded } = literal;
  const ways = [letters(root.folded).join('')];
  if (JOINED.test(folded)) ways.push(letters(folded).join('[-_. ]?'));
  if (month !== undefined) ways.push(MONTH.replaceAll('MM', month));
  if (date) ways.push(dateSource(date));
  return ways.join('|');
}
