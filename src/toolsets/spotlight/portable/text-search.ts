import { type Entry, TEXTLESS } from './catalog.ts';

import type { Confirmation } from './confirm.ts';
import type { Pace } from './pace.ts';
import type { Pattern } from './pattern.ts';
import { byRank, type RankedHit } from './protocol.ts';
import type { Query } from './query.ts';
import type { Look, Scanner } from './scanner.ts';
import { type Grams, gramsOf, type Signatures } from './signature.ts';

export interface TextSearchOptions {
  readonly query: Query;
  readonly limit: number;
  /** Whether the files come newest first, so that later ones need no look once there are enough. */
  readonly isOrdered: boolean;
  readonly snippets: boolean;
  readonly scanner: Scanner;
  readonly signatures: Signatures;
  readonly confirmation: Confirmation;
  readonly pace: Pace;
}

// The part of the files that must be left for a search to be worth starting again.
const LATE = 0.75;

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
  readonly #content: RankedHit[] = [];
  readonly #named: RankedHit[] = [];
  readonly #scattered: RankedHit[] = [];
  #left = 0;
  #turningPoint = 0;
  skipped = 0;

  constructor(options: TextSearchOptions) {
    const { query, limit } = options;
    this.#options = options;
    this.#wanted = limit + 1;
    this.#phraseGrams = gramsOf(query.phrase.folded);
    this.#tokenGrams = new Map(query.tokens.map((token) => [token, gramsOf(token.folded)]));
  }

  /** What has been found so far, in order. */
  get hits(): RankedHit[] {
    return [...this.#content, ...this.#named, ...this.#scattered].sort(byRank).slice(0, this.#wanted);
  }

  async run(newestFirst: readonly Entry[]): Promise<void> {
    const { phrase } = this.#options.query;
    this.#left = newestFirst.length;
    this.#turningPoint = newestFirst.length * LATE;
    const unnamed: Entry[] = [];
    const named: Entry[] = [];
    for (const entry of newestFirst) (entry.foldedName.includes(phrase.folded) ? named : unnamed).push(entry);
    if (await this.#lookThroughNamed(named)) return;
    const rest: Entry[] = [];
    if (await this.#lookForPhrase(unnamed, rest)) return;
    await this.#lookForTokens(rest);
  }

  async #lookThroughNamed(entries: readonly Entry[]): Promise<boolean> {
    for (const entry of entries) {
      if (this.#isEnough(this.#content.length)) return true;
      const looking = this.#mayHold(entry, this.#phraseGrams) ? this.#look(entry, []) : undefined;
      const look = looking instanceof Promise ? await looking : looking;
      if (look?.found === 'phrase') this.#add(this.#content, entry, 1, true, look.snippet);
      else if (!this.#isEnough(this.#named.length)) this.#add(this.#named, entry, 2, true);
    }
    return false;
  }

  async #lookForPhrase(entries: readonly Entry[], rest: Entry[]): Promise<boolean> {
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
      const looking = this.#look(entry, missing);
      const { found, snippet } = looking instanceof Promise ? await looking : looking;
      if (found === 'phrase') this.#add(this.#content, entry, 1, false, snippet);
      else if (!isForPhrase && (found === 'tokens' || missing.length === 0)) {
        this.#add(this.#scattered, entry, 3, false, snippet);
      }
    }
    return false;
  }

  // Those already found by the round before are counted as far as they are newer.
  async #lookForTokens(entries: readonly Entry[]): Promise<void> {
    const { longest } = this.#options.query;
    const longestGrams = this.#tokenGrams.get(longest) as Grams;
    const before = this.#scattered.slice().sort(byRank);
    let newer = 0;
    let found = 0;
    for (const entry of entries) {
      while (newer < before.length && (before[newer] as RankedHit).modifiedMs > entry.modifiedMs) newer++;
      if (this.#content.length + this.#named.length + newer + found >= this.#wanted) return;
      if (!this.#mayHold(entry, longestGrams) && !entry.foldedName.includes(longest.folded)) continue;
      const missing = this.#missingFrom(entry);
      if (!missing.every((token) => this.#mayHold(entry, this.#tokenGrams.get(token) as Grams))) continue;
      const looking = missing.length === 0 ? undefined : this.#look(entry, missing);
      const look = looking instanceof Promise ? await looking : looking;
      if (look?.found !== 'nothing' && this.#add(this.#scattered, entry, 3, false, look?.snippet)) found++;
    }
  }

  #missingFrom({ foldedName }: Entry): readonly Pattern[] {
    const { tokens } = this.#options.query;
    const isMissing = ({ folded }: Pattern) => !foldedName.includes(folded);
    return tokens.every(isMissing) ? tokens : tokens.filter(isMissing);
  }

  #mayHold(entry: Entry, grams: Grams): boolean {
    const { signature } = entry;
    return signature < 0 ? signature !== TEXTLESS : this.#options.signatures.mayHold(signature, grams);
  }

  #isEnough(count: number): boolean {
    if (this.#options.isOrdered) return count >= this.#wanted;
    if (count > this.#wanted && this.#left > this.#turningPoint) throw new TooCommon();
    return false;
  }

  // Most looks are done at once, and then nothing is waited for.
  #look(entry: Entry, missing: readonly Pattern[]): Look | Promise<Look> {
    const { query, scanner, pace } = this.#options;
    this.#left--;
    const start = () => scanner.look(entry, query, missing, pace);
    if (pace.due()) return pace.turn().then(() => this.#counted(start()));
    const look = start();
    return look instanceof Promise || look.skipped ? this.#counted(look) : look;
  }

  async #counted(looking: Look | Promise<Look>): Promise<Look> {
    const look = await looking;
    if (look.skipped) this.skipped++;
    return look;
  }

  #add(hits: RankedHit[], entry: Entry, tier: number, isNamed: boolean, snippet?: Look['snippet']): boolean {
    const facts = this.#options.confirmation.facts(entry.path);
    if (!facts) return false;
    const shown = this.#options.snippets ? snippet?.() : undefined;
    hits.push({ ...facts, tier, isNamed, ...(shown && { snippet: shown }) });
    return true;
  }
}
