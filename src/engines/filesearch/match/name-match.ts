import { sep } from 'node:path';
import type { Directory, FileEntry } from '../index/entries.ts';
import { extensionOf } from '../types/content-type.ts';
import { isMadeFolder } from './file-class.ts';
import { fold } from './fold.ts';
import type { Query, Word } from './query.ts';
import { TIER } from './rank.ts';
import { STOP_WORDS } from './stop-words.ts';
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

/** Matches the words of a query with the names of files and of the folders that they lie in, below the scope. */
export class NameMatcher {
  readonly #words: readonly Word[];
  readonly #all: number;
  readonly #above: number;
  readonly #folders = new Map<Directory, FolderMatch>();

  constructor({ words }: Query, scope: string) {
    this.#words = words;
    this.#all = 2 ** words.length - 1;
    this.#above = scope.endsWith(sep) ? scope.length : scope.length + sep.length;
  }

  /** The words that a name holds, as bits. */
  inName({ foldedName, name }: FileEntry): number {
    let bits = 0;
    let parts: string[] | undefined;
    for (const { at, root, literal, forms } of this.#words) {
      if (!foldedName.includes(root.folded)) continue;
      if (root === literal || foldedName.includes(literal.folded)) bits |= 1 << at;
      else {
        parts ??= foldedWords(name);
        if (parts.some((part) => forms.has(part))) bits |= 1 << at;
      }
    }
    return bits;
  }

  /** What is to be known of the folder that a file lies in. */
  folder(directory: Directory): FolderMatch {
    let match = this.#folders.get(directory);
    if (!match) {
      const below = directory.prefix.slice(this.#above);
      match = { bits: this.#inFolder(below), depth: below.split(sep).length - 1, isMade: isMadeFolder(below) };
      this.#folders.set(directory, match);
    }
    return match;
  }

  /** How well a name with these words fits, if all words are in it or in the names of its folders; one at least must be in its own. */
  judge(entry: FileEntry, inName: number): NameMatch | undefined {
    if (inName === 0) return undefined;
    const isWhole = inName === this.#all;
    if (!isWhole && (inName | this.folder(entry.directory).bits) !== this.#all) return undefined;
    const own = this.#words.filter(({ at }) => (inName & (1 << at)) !== 0);
    const parts = foldedWords(entry.name);
    const fits = own.map((word) => fitOf(word, parts));
    const isPart = fits.some(({ fit }) => fit === INSIDE);
    const mean = fits.reduce((sum, { fit }) => sum + fit, 0) / fits.length;
    const share = own.length / this.#words.length;
    const weight = share * (0.5 * mean + 0.3 * coverage(entry.name, parts, fits) + (isInOrder(parts, fits) ? 0.2 : 0));
    return { tier: isPart ? TIER.namePart : isWhole ? TIER.name : TIER.folder, weight };
  }

  #inFolder(below: string): number {
    const folded = fold(below);
    if (!this.#words.some(({ root }) => folded.includes(root.folded))) return 0;
    const parts = new Set(foldedWords(below));
    let bits = 0;
    for (const { at, literal, forms } of this.#words) {
      if (parts.has(literal.folded) || [...forms].some((form) => parts.has(form))) bits |= 1 << at;
    }
    return bits;
  }
}

interface FolderMatch {
  /** The words in the names of the folders from the scope to it. */
  readonly bits: number;
  readonly depth: number;
  /** What lies in it was made by programs. */
  readonly isMade: boolean;
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

function fitOf({ literal: { folded }, forms }: Word, parts: readonly string[]): WordFit {
  const squeezed = folded.replace(/[^\p{L}\p{N}]+/gu, '');
  let best: WordFit = { fit: INSIDE, from: -1, to: -1 };
  for (let from = 0; from < parts.length; from++) {
    const part = parts[from] as string;
    const to = runEnd(parts, from, squeezed);
    if (to !== undefined) return { fit: WHOLE, from, to };
    const fit = forms.has(part) ? FORM : partFit(part, folded);
    if (fit > best.fit) best = { fit, from, to: from };
  }
  return best;
}

function partFit(part: string, folded: string): number {
  if (folded.length >= LONG_START && part.startsWith(folded)) return START;
  return folded.length >= LONG_END && part.endsWith(folded) ? END : 0;
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
