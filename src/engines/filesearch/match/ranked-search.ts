// Longer than most: the rounds of a search share what has been found so far.
import { byRank } from '../engine.ts';
import { Columns, type WordGrams } from '../index/columns.ts';
import type { FileEntry } from '../index/entries.ts';
import { type Grams, gramsOf } from '../index/grams.ts';
import { type FileClass, fileClass } from './file-class.ts';
import { NameMatcher } from './name-match.ts';
import { byTurn, chooseHits, type PooledHit, poolSize } from './pool.ts';
import { rankOf, TIER, type Tier, whyOf } from './rank.ts';
import { ScanRunner } from './scan-runner.ts';
import type { ScanResult } from './scanner.ts';
import type { TextSearch, TextSearchOptions } from './search-options.ts';
import type { Sought } from './text-match.ts';
import { bitsIn } from './text-weight.ts';

interface NamedFile {
  readonly entry: FileEntry;
  readonly rank: number;
}

// The turns of the pool.
const WITH_PHRASE = 0;
const WITH_NAME = 2;
const WITH_WORDS = 4;
const NOT_PREFERRED = 1;

/**
 * A search for what a person means by a query. Names are decided from memory. Then there are two rounds: files that may hold the phrase,
 * and files that may only hold its words. A round ends as soon as no later file could be in the pool of those that are weighed.
 */
export class RankedSearch implements TextSearch {
  readonly runner: ScanRunner;
  readonly #options: TextSearchOptions;
  readonly #names: NameMatcher;
  #pool: number;
  readonly #least: number;
  readonly #isForAll: boolean;
  /** All words, and those that must be there, as bits. */
  readonly #all: number;
  readonly #needed: number;
  readonly #phraseGrams: Grams;
  /** Of each word and its forms, the longest word first. */
  readonly #wordGrams: readonly WordGrams[];
  readonly #withPhrase: PooledHit[] = [];
  readonly #withWords: PooledHit[] = [];
  readonly #byName: PooledHit[] = [];
  /** The ranks of files by names that hold the words only inside of others. */
  readonly #weak = new Map<FileEntry, number>();
  /** Files whose names decide. */
  readonly #decided = new Set<FileEntry>();
  /** Other files that may have some of the words in their names. */
  readonly #partlyNamed = new Set<FileEntry>();

  constructor(options: TextSearchOptions) {
    const { query, limit, scope, least } = options;
    const { words, longest, phrase } = query;
    this.#options = options;
    this.runner = new ScanRunner(options);
    this.#names = new NameMatcher(query, scope);
    this.#pool = poolSize(limit, 0);
    this.#least = least ?? words.length;
    this.#isForAll = this.#least === words.length;
    this.#all = 2 ** words.length - 1;
    this.#needed = this.#isForAll ? this.#all : this.#least === 1 ? 1 << longest.at : 0;
    this.#phraseGrams = gramsOf(phrase.folded);
    this.#wordGrams = [...words]
      .sort((a, b) => b.literal.folded.length - a.literal.folded.length)
      .map(({ at, root, needles }) => ({ bit: 1 << at, root: gramsOf(root.folded), forms: needles.map(gramsOf) }));
  }

  get hits(): PooledHit[] {
    return chooseHits([...this.#withPhrase, ...this.#withWords, ...this.#byName], this.#options.limit);
  }

  async run(newestFirst: readonly FileEntry[]): Promise<void> {
    const { limit } = this.#options;
    this.runner.begin(newestFirst);
    const named = this.#namedAmong(newestFirst);
    if (!this.#isForAll) {
      const taken = new Set([...this.#partlyNamed].filter((entry) => this.#addPartlyNamed(entry)));
      const isOther = (entry: FileEntry) => !this.#decided.has(entry) && !taken.has(entry);
      return this.runner.settled(this.#scanForWords(this.#withWordsAmong(newestFirst).filter(isOther)));
    }
    await this.runner.settled(this.#addNamed(named, this.#options.snippets));
    if (this.#byName.length > limit) return;
    this.#pool = poolSize(limit, this.#byName.length);
    const rest: FileEntry[] = [];
    await this.runner.settled(this.#scanForPhrase(this.#withWordsAmong(newestFirst), rest));
    await this.runner.settled(this.#scanForWords(rest));
    const weak = [...this.#weak].map(([entry, rank]) => ({ entry, rank }));
    await this.runner.settled(this.#addNamed(weak, false));
  }

  // Those whose names decide.
  #namedAmong(entries: readonly FileEntry[]): NamedFile[] {
    const named: NamedFile[] = [];
    for (const place of Columns.of(entries, this.#options.signatures).named(this.#names.letters)) {
      const entry = entries[place] as FileEntry;
      if (!this.#names.mayBeIn(entry)) continue;
      const match = this.#names.judge(entry, this.#names.inName(entry));
      const rank = match && this.#rank(entry, match.tier, match.weight);
      if (rank !== undefined && match?.tier !== TIER.namePart) {
        named.push({ entry, rank });
        this.#decided.add(entry);
      } else {
        if (rank !== undefined) this.#weak.set(entry, rank);
        this.#partlyNamed.add(entry);
      }
    }
    return named;
  }

  // The best of them, with the phrase in the text where it is there too.
  async #addNamed(named: NamedFile[], snippets: boolean): Promise<void> {
    const { isOrdered, confirmation, limit, query } = this.#options;
    if (isOrdered) named.sort((a, b) => a.rank - b.rank || b.entry.modifiedMs - a.entry.modifiedMs || byPath(a, b));
    const confirmed: { readonly entry: FileEntry; readonly hit: PooledHit }[] = [];
    for (const { entry, rank } of named) {
      if (isOrdered && confirmed.length > limit) break;
      const info = confirmation.info(entry.path);
      if (info) confirmed.push({ entry, hit: { ...info, rank, why: whyOf(rank, false) } });
    }
    confirmed.sort((a, b) => byRank(a.hit, b.hit));
    const sought: Sought = { query, inNames: 0, named: 0, least: 1, needed: 1, isForPhrase: true, titled: undefined };
    for (const { entry, hit } of confirmed.slice(0, limit + 1)) {
      if (!snippets || !this.runner.mayHold(entry, this.#phraseGrams)) {
        this.#byName.push(hit);
        continue;
      }
      const waiting = this.runner.whenScanned(entry, this.runner.scan(entry, sought), ({ snippet }) => {
        const shown = snippet?.();
        this.#byName.push(shown ? { ...hit, snippet: shown } : hit);
      });
      if (waiting) await waiting;
    }
  }

  // Takes a file with enough of the words in its name; its text need not be read.
  #addPartlyNamed(entry: FileEntry): boolean {
    const { query, confirmation } = this.#options;
    const inNames = this.#inNames(entry);
    const count = bitsIn(inNames);
    if (count < this.#least || (inNames & this.#needed) !== this.#needed || this.#names.inName(entry) === 0)
      return false;
    const info = confirmation.info(entry.path);
    const rank = this.#rank(entry, TIER.most, (count - 0.1) / query.words.length);
    if (info) this.#byName.push({ ...info, rank, why: whyOf(rank, false) });
    return true;
  }

  // What may hold the words but not the phrase is left for the round of the words.
  async #scanForPhrase(entries: readonly FileEntry[], rest: FileEntry[]): Promise<void> {
    const mayHold = (entry: FileEntry) => {
      if (this.#decided.has(entry)) return false;
      if (this.runner.mayHold(entry, this.#phraseGrams)) return true;
      rest.push(entry);
      return false;
    };
    for (const entry of this.#preferredFirst(entries, mayHold)) {
      const found = this.#withPhrase.length;
      if (this.runner.isEnough(found + this.#foundByOthers(entry, 'phrase'), this.#pool)) return;
      // Once there are enough with the words, only the phrase is of interest, and names that come before them.
      const before = found + this.#withWords.length + this.#foundByOthers(entry, 'words');
      const isForPhrase = !this.#partlyNamed.has(entry) && this.runner.isEnough(before, this.#pool);
      const waiting = this.#scan(entry, isForPhrase);
      if (waiting) await waiting;
    }
  }

  // Those already found by the round before are counted as far as their turn comes earlier.
  async #scanForWords(entries: readonly FileEntry[]): Promise<void> {
    const { isOrdered } = this.#options;
    if (isOrdered && this.#withPhrase.length >= this.#pool) return;
    const before = this.#withWords.slice().sort(byTurn);
    let earlier = 0;
    for (const entry of this.#namedFirst(entries)) {
      if (isOrdered) {
        const { path, modifiedMs } = entry;
        const own = { turn: this.#turnOf(entry, 'words'), path, modifiedMs };
        while (earlier < before.length && byTurn(before[earlier] as PooledHit, own) < 0) earlier++;
        const found = this.#withWords.length - before.length;
        const ofOthers = this.#foundByOthers(entry, 'words');
        if (this.#withPhrase.length + earlier + found + ofOthers >= this.#pool) return;
      }
      const waiting = this.#scan(entry, false);
      if (waiting) await waiting;
    }
  }

  #scan(entry: FileEntry, isForPhrase: boolean): Promise<void> | undefined {
    const { query } = this.#options;
    const [least, needed] = [this.#least, this.#needed];
    const titled = !query.isIdentifier && this.#class(entry) === 'document' ? entry.name : undefined;
    const inNames = this.#inNames(entry);
    const named = this.#partlyNamed.has(entry) ? this.#names.wholeInName(entry, inNames) : 0;
    const sought: Sought = { query, inNames, named, least, needed, isForPhrase, titled };
    return this.runner.whenScanned(entry, this.runner.scan(entry, sought), (result) => this.#take(entry, result));
  }

  #take(entry: FileEntry, { found, weight, info: seen, snippet }: ScanResult): void {
    if (found === 'nothing' || !weight) return;
    const rank = this.#rank(entry, weight.tier, weight.weight);
    const rankByName = this.#weak.get(entry);
    if (rankByName !== undefined && rankByName <= rank) return;
    const { confirmation, snippets } = this.#options;
    const info = seen ?? confirmation.info(entry.path);
    if (!info) return;
    this.#weak.delete(entry);
    const shown = snippets ? snippet?.() : undefined;
    const turn = this.#turnOf(entry, found);
    const placed = Object.assign(info, { rank, turn, why: whyOf(rank, false) });
    const hit: PooledHit = shown ? Object.assign(placed, { snippet: shown }) : placed;
    if (rankByName !== undefined) Object.assign(hit, { rankByName });
    this.#options.others?.add(turn, hit.modifiedMs);
    (found === 'phrase' ? this.#withPhrase : this.#withWords).push(hit);
  }

  // Those whose texts may hold a word, and all that are needed but for those in names.
  #withWordsAmong(entries: readonly FileEntry[]): FileEntry[] {
    const inTexts = Columns.of(entries, this.#options.signatures).marked(this.#wordGrams);
    const isEnough = (there: number) => (there & this.#needed) === this.#needed && bitsIn(there) >= this.#least;
    const found: FileEntry[] = [];
    for (let place = 0; place < inTexts.length; place++) {
      const inText = inTexts[place] as number;
      if (inText === 0) continue;
      const entry = entries[place] as FileEntry;
      if (isEnough(inText) || isEnough(inText | this.#inNames(entry))) found.push(entry);
    }
    return found;
  }

  // A folder alone says nothing about one word.
  #inNames(entry: FileEntry): number {
    const inName = this.#partlyNamed.has(entry) ? this.#names.inName(entry) : 0;
    return this.#wordGrams.length === 1
      ? inName
      : inName | this.#names.inFolders(entry.directory) | this.#names.sortOf(entry.name);
  }

  // How many hits of other threads come before what may be found in a file.
  #foundByOthers(entry: FileEntry, found: 'phrase' | 'words'): number {
    return this.#options.others?.countBefore(this.#turnOf(entry, found), entry.modifiedMs) ?? 0;
  }

  #turnOf(entry: FileEntry, found: 'phrase' | 'words'): number {
    const turn = found === 'phrase' ? WITH_PHRASE : this.#partlyNamed.has(entry) ? WITH_NAME : WITH_WORDS;
    return turn + this.#lag(entry);
  }

  #rank(entry: FileEntry, tier: Tier, weight: number): number {
    const isPreferred = this.#lag(entry) === 0;
    // Who asks for the newest does not ask for the best.
    if (this.#options.query.isForNewest) return rankOf({ tier, weight: 0.5, isPreferred, depth: 0, isPassing: false });
    const { depth, isPassing } = this.#names.folder(entry.directory);
    return rankOf({ tier, weight, isPreferred, depth, isPassing });
  }

  // Files of the other sort than such a query means come later.
  #lag(entry: FileEntry): number {
    if (this.#names.isForSort) {
      return this.#names.sortOf(entry.name) !== 0 && this.#class(entry) !== 'made' ? 0 : NOT_PREFERRED;
    }
    return this.#class(entry) === (this.#options.query.isIdentifier ? 'code' : 'document') ? 0 : NOT_PREFERRED;
  }

  #class({ name, directory }: FileEntry): FileClass {
    return fileClass(name, this.#names.folder(directory).isMade);
  }

  // The ones with some of the words in their names come first.
  *#namedFirst(entries: readonly FileEntry[]): Generator<FileEntry> {
    const isNamed = (entry: FileEntry) => this.#partlyNamed.has(entry);
    if (this.#options.isOrdered) yield* this.#preferredFirst(entries, isNamed);
    yield* this.#preferredFirst(entries, (entry) => !this.#options.isOrdered || !isNamed(entry));
  }

  // Those that may match, one by one, so that nothing is asked about the others once there are enough.
  *#preferredFirst(entries: readonly FileEntry[], mayMatch: (entry: FileEntry) => boolean): Generator<FileEntry> {
    const { isOrdered } = this.#options;
    const later: FileEntry[] = [];
    for (const entry of entries) {
      if (!mayMatch(entry)) continue;
      if (isOrdered && this.#lag(entry) !== 0) later.push(entry);
      else yield entry;
    }
    yield* later;
  }
}

function byPath(a: NamedFile, b: NamedFile): number {
  return a.entry.path < b.entry.path ? -1 : 1;
}
