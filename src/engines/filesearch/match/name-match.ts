import { sep } from 'node:path';
import type { WantedLetters } from '../index/columns.ts';
import type { Directory, FileEntry } from '../index/entries.ts';
import { extensionOf } from '../types/content-type.ts';
import { dateEnd, dateSource } from './dates.ts';
import { isMadeFolder, isPassingFolder } from './file-class.ts';
import { fold } from './fold.ts';
import { hasLetters, type Letters, lettersOf } from './letters.ts';
import { saysMonth } from './months.ts';
import type { Query, Word } from './query.ts';
import { TIER } from './rank.ts';
import { STOP_WORDS } from './stop-words.ts';
import { withUmlauts } from './umlauts.ts';
import { wordsOfName } from './word-edges.ts';

/** How well a name fits: `name` and `folder` need no look at the text, `namePart` is for files whose text has nothing better. */
export interface NameMatch {
  readonly tier: typeof TIER.name | typeof TIER.folder | typeof TIER.namePart;
  readonly weight: number;
}

const WHOLE = 1;
const FORM = 0.8;
const START = 0.6;
const END = 0.5;
const INSIDE = 0.2;
const LONG_START = 4;
const LONG_END = 5;
const SHORT = /^[a-z]{3}$/;
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
      (bits, word) => (parts.some((part) => isOrForm(part, word)) ? bits | (1 << word.at) : bits),
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

interface WordFit {
  readonly fit: number;
  /** The first and the last of the name's words that it covers. */
  readonly from: number;
  readonly to: number;
}

function foldedWords(name: string): string[] {
  return wordsOfName(name).map(fold);
}

function fitOf({ literal: { folded }, forms, month, date }: Word, parts: readonly string[]): WordFit {
  const squeezed = folded.replace(/[^\p{L}\p{N}]+/gu, '');
  let best: WordFit = { fit: INSIDE, from: -1, to: -1 };
  for (let from = 0; from < parts.length; from++) {
    const part = parts[from] as string;
    const to = runEnd(parts, from, squeezed) ?? (date && dateEnd(parts, from, date));
    if (to !== undefined) return { fit: WHOLE, from, to };
    const isNumber = part === `0${squeezed}` || (month !== undefined && saysMonth(parts, from, month));
    if (isNumber) return { fit: WHOLE, from, to: from };
    const fit = isFormOf(part, folded, forms) ? FORM : partFit(part, folded);
    if (fit > best.fit) best = { fit, from, to: from };
  }
  return best;
}

function isOrForm(part: string, { literal: { folded }, forms }: Word): boolean {
  return part === folded || isFormOf(part, folded, forms);
}

// Where words stand alone, as in names, short ones have a plural too.
function isFormOf(part: string, folded: string, forms: ReadonlySet<string>): boolean {
  if (forms.has(part) || (SHORT.test(folded) && (part === `${folded}s` || part === `${folded}es`))) return true;
  const spelled = withUmlauts(part);
  return spelled === withUmlauts(folded) || (spelled !== part && forms.has(spelled));
}

// A word as it may be in a name: also in pieces, and a month as its number.
function inPieces({ root, literal, month, date }: Word): string {
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

function partFit(part: string, folded: string): number {
  // A year as people shorten it.
  if (/^\d\d$/.test(folded) && /^(?:19|20)\d\d$/.test(part) && part.endsWith(folded)) return FORM;
  if (folded.length < LONG_START) return 0;
  const [spelled, wanted] = [withUmlauts(part), withUmlauts(folded)];
  if (part.startsWith(folded) || spelled.startsWith(wanted)) return START;
  return folded.length >= LONG_END && (part.endsWith(folded) || spelled.endsWith(wanted)) ? END : 0;
}

// The last of the words from here on that together are the one that is looked for: "q" and "3", "parse" and "Config".
function runEnd(parts: readonly string[], from: number, squeezed: string): number | undefined {
  let rest = squeezed;
  for (let at = from; at < parts.length && rest !== ''; at++) {
    const part = parts[at] as string;
    if (!rest.startsWith(part)) return undefined;
    rest = rest.slice(part.length);
    if (rest === '') return at;
  }
  return undefined;
}

function coverage(name: string, parts: readonly string[], fits: readonly WordFit[]): number {
  const extension = extensionOf(name) === '' ? 0 : 1;
  const last = Math.max(parts.length - extension, ...fits.map(({ to }) => to + 1));
  let covered = 0;
  let total = 0;
  for (let at = 0; at < last; at++) {
    const part = parts[at] as string;
    const isCovered = fits.some(({ from, to }) => from <= at && at <= to);
    if (isCovered) covered += part.length;
    if (isCovered || !isFiller(part)) total += part.length;
  }
  return total === 0 ? 0 : covered / total;
}

function isInOrder(parts: readonly string[], fits: readonly WordFit[]): boolean {
  return fits.every(({ from }, at) => {
    const last = at === 0 ? from - 1 : (fits[at - 1] as WordFit).to;
    return from > last && parts.slice(last + 1, from).every(isFiller);
  });
}

// Numbers of copies, dates and stop words tell nothing of how well a name fits.
function isFiller(part: string): boolean {
  return /^\p{N}/u.test(part) || STOP_WORDS.english.has(part) || STOP_WORDS.german.has(part);
}
