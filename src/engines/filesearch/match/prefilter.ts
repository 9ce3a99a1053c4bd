import { isAscii } from 'node:buffer';
import type { Folder } from '../../../lib/in-place.ts';
import { type Clock, type FileEntry, isSettled } from '../index/entries.ts';
import { type Grams, gramsOf } from '../index/grams.ts';
import type { KeptSignatures } from '../index/kept-signatures.ts';
import { statsOf } from '../index/tree.ts';
import { hasReferences, isPage } from '../read/pages.ts';
import { decode, openIn, type Passage, readSmallFrom, type Small } from '../read/passages.ts';
import { readQuickly } from '../read/quick-texts.ts';
import { documentFormat, isOffice } from '../types/document-format.ts';
import { ByteSearch } from './byte-search.ts';
import { NameMatcher } from './name-match.ts';
import type { Query } from './query.ts';
import { lacks } from './text-match.ts';

/** A query that as many of the files may hold is searched by age instead. */
const COMMON = 0.25;
const SIZE_UNKNOWN = -1;

export interface PrefilterOptions {
  readonly query: Query;
  readonly scope: string;
  /** How many of the words suffice; all when left out. */
  readonly least: number | undefined;
  readonly limit: number;
  readonly untilMs: number;
  /** Told of each file that was read and ruled out. */
  onRead?(): void;
  /** What an earlier process has left: a file that looks as it did need not be read. */
  readonly kept?: KeptTexts | undefined;
}

export interface KeptTexts {
  readonly signatures: Pick<KeptSignatures, 'mayHold'>;
  readonly clock: Clock;
}

/**
 * Rules out files whose text cannot match while a walk holds the folder that they lie in: one look at the bytes, and nothing else is done
 * for most of the files of a first search. It ends by itself where this would not pay.
 */
export class Prefilter {
  readonly #options: PrefilterOptions;
  readonly #names: NameMatcher;
  /** A text with the longest word has all grams of one of these. */
  readonly #grams: readonly Grams[];
  readonly #inBytes: ByteSearch | undefined;
  #read = 0;
  #left = 0;
  /** Whether every file must hold the longest word. */
  readonly #isNeeded: boolean;
  #isOver = false;

  constructor(options: PrefilterOptions) {
    const { query, least, scope } = options;
    this.#options = options;
    this.#names = new NameMatcher(query, scope);
    this.#grams = query.longest.needles.map(gramsOf);
    this.#inBytes = ByteSearch.of(query.longest.root);
    this.#isNeeded = least === undefined || least === 1 || least === query.words.length;
  }

  /** Whether the text of a file has nothing to find; false also when that is not known. */
  rulesOut(entry: FileEntry, folder: Folder): boolean {
    if (!this.#isNeeded || this.#isNamed(entry)) return false;
    const mayHold = this.#mayHoldAsKept(entry, folder);
    if (mayHold !== undefined) return !mayHold;
    if (this.#isOver) return false;
    const isOut = this.#lacks(entry, folder);
    this.#read++;
    if (isOut) this.#options.onRead?.();
    else this.#left++;
    const { limit, untilMs } = this.#options;
    this.#isOver =
      this.#left > limit + 1 + this.#read * COMMON || ((this.#read & 63) === 0 && performance.now() > untilMs);
    return isOut;
  }

  #mayHoldAsKept({ name }: FileEntry, folder: Folder): boolean | undefined {
    const { kept } = this.#options;
    const stats = kept && statsOf(folder.way + name);
    if (!kept || !stats || typeof stats === 'string') return undefined;
    if (!isSettled({ changedMs: stats.ctimeMs }, kept.clock)) return undefined;
    return kept.signatures.mayHold(name, stats, this.#grams);
  }

  // The longest word need not be in the text where names hold it and there are others.
  #isNamed(entry: FileEntry): boolean {
    const { words, longest } = this.#options.query;
    if (words.length === 1) return false;
    const around = this.#names.inFolders(entry.directory) | this.#names.sortOf(entry.name);
    return ((this.#names.inName(entry) | around) & (1 << longest.at)) !== 0;
  }

  #lacks({ name, path }: FileEntry, folder: Folder): boolean {
    const format = documentFormat(name);
    if (format !== undefined) {
      const text = isOffice(format) ? 'elsewhere' : readQuickly(path, format, openIn(folder, name));
      if (text !== undefined) return typeof text === 'object' && (text.text === '' || this.#isWithout(text));
    }
    const small = readSmallFrom(openIn(folder, name), SIZE_UNKNOWN);
    if (typeof small === 'string') return small === 'binary';
    return this.#areWithout(small) && !(isPage(name) && hasReferences(decode(small.bytes, small.encoding)));
  }

  #areWithout({ bytes, encoding }: Small): boolean {
    if (this.#inBytes && encoding === 'bytes' && isAscii(bytes)) return !this.#inBytes.isIn(bytes);
    return this.#isWithout(decode(bytes, encoding));
  }

  #isWithout(passage: Passage): boolean {
    return lacks(passage, this.#options.query.longest.root);
  }
}
