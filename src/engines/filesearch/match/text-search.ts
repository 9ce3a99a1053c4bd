import { sep } from 'node:path';
import { statInPlace } from '../../../lib/in-place.ts';
import type { TimeBudget } from '../../../lib/time-budget.ts';
import { byRank, type FileInfo, type Hit } from '../engine.ts';
import { type FileEntry, TEXTLESS } from '../index/entries.ts';
import { type Grams, gramsOf, type Signatures } from '../index/signature.ts';
import { fileInfo } from '../metadata/metadata.ts';
import { documentFormat } from '../types/content-type.ts';
import type { Pattern, Query } from './query.ts';
import type { Scanner, ScanResult } from './scanner.ts';

interface TextSearchOptions {
  readonly query: Query;
  readonly limit: number;
  /** Whether the files come newest first, so that later ones need no scan once there are enough. */
  readonly isOrdered: boolean;
  readonly snippets: boolean;
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly signatures: Signatures;
  readonly confirmation: Confirmation;
  readonly budget: TimeBudget;
}

/** The groups of hits: the phrase in content and name, in the content, in the name; then all its words. */
const RANK = { both: 1, content: 2, name: 3, words: 4 };

// The part of the files that must be left for a search to be worth starting again.
const LATE = 0.75;
// How many documents are waited for while others are looked at: one that takes long keeps nothing else from being found.
const DOCUMENTS_AHEAD = 8;

/** Files in no order hold the query so often that it is better to know their age first. */
export class TooCommon extends Error {
  override readonly name = 'TooCommon';
}

/**
 * One search over the files of a scope, newest first. Three rounds: files named by the phrase, files that may hold the phrase, and files
 * that may only hold its tokens. A round ends as soon as no later file could be among the first `limit` + 1.
 */
export class TextSearch {
  readonly #options: TextSearchOptions;
  readonly #wanted: number;
  readonly #phraseGrams: Grams;
  readonly #tokenGrams: ReadonlyMap<Pattern, Grams>;
  readonly #content: Hit[] = [];
  readonly #named: Hit[] = [];
  readonly #scattered: Hit[] = [];
  readonly #awaited = new Set<Promise<void>>();
  #failure: unknown;
  #left = 0;
  #turningPoint = 0;
  skipped = 0;
  readonly overran: string[] = [];

  constructor(options: TextSearchOptions) {
    const { query, limit } = options;
    this.#options = options;
    this.#wanted = limit + 1;
    this.#phraseGrams = gramsOf(query.phrase.folded);
    this.#tokenGrams = new Map(query.tokens.map((token) => [token, gramsOf(token.folded)]));
  }

  /** What has been found so far, in order. */
  get hits(): Hit[] {
    return [...this.#content, ...this.#named, ...this.#scattered].sort(byRank).slice(0, this.#wanted);
  }

  async run(newestFirst: readonly FileEntry[]): Promise<void> {
    const { phrase } = this.#options.query;
    this.#left = newestFirst.length;
    this.#turningPoint = newestFirst.length * LATE;
    const unnamed: FileEntry[] = [];
    const named: FileEntry[] = [];
    for (const entry of newestFirst) (entry.foldedName.includes(phrase.folded) ? named : unnamed).push(entry);
    const rest: FileEntry[] = [];
    if (await this.#settled(this.#scanNamed(named))) return;
    if (await this.#settled(this.#scanForPhrase(unnamed, rest))) return;
    await this.#settled(this.#scanForTokens(rest));
  }

  async #scanNamed(entries: readonly FileEntry[]): Promise<boolean> {
    for (const entry of entries) {
      if (this.#isEnough(this.#content.length)) return true;
      const scanning = this.#mayHold(entry, this.#phraseGrams) ? this.#scan(entry, []) : undefined;
      const waiting = this.#then(entry, scanning, (result) => {
        if (result?.found === 'phrase') this.#add(this.#content, entry, RANK.both, result.snippet);
        else if (!this.#isEnough(this.#named.length)) this.#add(this.#named, entry, RANK.name);
      });
      if (waiting) await waiting;
    }
    return false;
  }

  async #scanForPhrase(entries: readonly FileEntry[], rest: FileEntry[]): Promise<boolean> {
    const { tokens, isOneWord } = this.#options.query;
    for (const entry of entries) {
      if (this.#isEnough(this.#content.length)) return true;
      if (!this.#mayHold(entry, this.#phraseGrams)) {
        if (!isOneWord) rest.push(entry);
        continue;
      }
      // Once there are enough with the tokens, only the phrase is of interest.
      const isForPhrase = !isOneWord && this.#isEnough(this.#scattered.length);
      const missing = isOneWord ? tokens : isForPhrase ? [] : this.#missingFrom(entry);
      const waiting = this.#then(entry, this.#scan(entry, missing), ({ found, snippet }) => {
        if (found === 'phrase') this.#add(this.#content, entry, RANK.content, snippet);
        else if (!isForPhrase && (found === 'tokens' || missing.length === 0)) {
          this.#add(this.#scattered, entry, RANK.words, snippet);
        }
      });
      if (waiting) await waiting;
    }
    return false;
  }

  // Those already found by the round before are counted as far as they are newer.
  async #scanForTokens(entries: readonly FileEntry[]): Promise<void> {
    const { longest } = this.#options.query;
    const longestGrams = this.#tokenGrams.get(longest) as Grams;
    const before = this.#scattered.slice().sort(byRank);
    let newer = 0;
    let found = 0;
    for (const entry of entries) {
      while (newer < before.length && (before[newer] as Hit).modifiedMs > entry.modifiedMs) newer++;
      if (this.#content.length + this.#named.length + newer + found >= this.#wanted) return;
      if (!this.#mayHold(entry, longestGrams) && !entry.foldedName.includes(longest.folded)) continue;
      const missing = this.#missingFrom(entry);
      if (!missing.every((token) => this.#mayHold(entry, this.#tokenGrams.get(token) as Grams))) continue;
      const scanning = missing.length === 0 ? undefined : this.#scan(entry, missing);
      const waiting = this.#then(entry, scanning, (result) => {
        if (result?.found !== 'nothing' && this.#add(this.#scattered, entry, RANK.words, result?.snippet)) found++;
      });
      if (waiting) await waiting;
    }
  }

  // Goes on with what a scan gave: most often at once, else the file has to be waited for, or a few documents later.
  #then<L>(entry: FileEntry, scanning: L | Promise<L>, take: (result: L) => void): Promise<void> | undefined {
    if (!(scanning instanceof Promise)) {
      take(scanning);
      return undefined;
    }
    const taken = scanning.then(take);
    if (!documentFormat(entry.name)) return taken;
    const awaited: Promise<void> = taken
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#awaited.delete(awaited));
    this.#awaited.add(awaited);
    return this.#awaited.size < DOCUMENTS_AHEAD ? undefined : this.#checked(Promise.race(this.#awaited));
  }

  // The documents that a round has asked for belong to it.
  async #settled<T>(round: Promise<T>): Promise<T> {
    const result = await round;
    await this.#checked(Promise.all(this.#awaited));
    return result;
  }

  async #checked(work: Promise<unknown>): Promise<void> {
    await work;
    if (this.#failure !== undefined) throw this.#failure as Error;
  }

  #missingFrom({ foldedName }: FileEntry): readonly Pattern[] {
    const { tokens } = this.#options.query;
    const isMissing = ({ folded }: Pattern) => !foldedName.includes(folded);
    return tokens.every(isMissing) ? tokens : tokens.filter(isMissing);
  }

  #mayHold(entry: FileEntry, grams: Grams): boolean {
    const { signature } = entry;
    return signature < 0 ? signature !== TEXTLESS : this.#options.signatures.mayHold(signature, grams);
  }

  #isEnough(count: number): boolean {
    if (this.#options.isOrdered) return count >= this.#wanted;
    if (count > this.#wanted && this.#left > this.#turningPoint) throw new TooCommon();
    return false;
  }

  // Most scans are done at once, and then nothing is waited for.
  #scan(entry: FileEntry, missing: readonly Pattern[]): ScanResult | Promise<ScanResult> {
    const { query, scanner, budget } = this.#options;
    this.#left--;
    const start = () => scanner.scan(entry, query, missing, budget);
    if (budget.due()) return budget.turn().then(() => this.#counted(entry, start()));
    const result = start();
    return result instanceof Promise || result.skipped ? this.#counted(entry, result) : result;
  }

  async #counted(entry: FileEntry, scanning: ScanResult | Promise<ScanResult>): Promise<ScanResult> {
    const result = await scanning;
    if (result.skipped) this.skipped++;
    if (result.overran) this.overran.push(entry.path);
    return result;
  }

  #add(hits: Hit[], entry: FileEntry, rank: number, snippet?: ScanResult['snippet']): boolean {
    const info = this.#options.confirmation.info(entry.path);
    if (!info) return false;
    const shown = this.#options.snippets ? snippet?.() : undefined;
    hits.push({ ...info, rank, ...(shown && { snippet: shown }) });
    return true;
  }
}

/** Looks at files once more before they are reported: they must still be regular files, and inside the scope without any link. */
export class Confirmation {
  readonly #prefix: string;

  constructor(scope: string) {
    this.#prefix = scope.endsWith(sep) ? scope : scope + sep;
  }

  /** What the system says about a file; undefined when it is no longer to be reported. */
  info(path: string): FileInfo | undefined {
    if (!path.startsWith(this.#prefix)) return undefined;
    try {
      const stats = statInPlace(path);
      return stats?.isFile() ? fileInfo(path, stats) : undefined;
    } catch {
      return undefined;
    }
  }
}
