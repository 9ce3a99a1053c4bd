import type { FileEntry } from '../index/entries.ts';
import { type Grams, gramsOf } from '../index/signature.ts';
import { hasLetters, lettersOf } from './letters.ts';
import { chooseHits, type PooledHit, poolSize } from './pool.ts';
import { LITERAL, whyOf } from './rank.ts';
import { ScanRunner } from './scan-runner.ts';
import type { ScanResult } from './scanner.ts';
import type { TextSearch, TextSearchOptions } from './search-options.ts';
import type { Sought } from './text-match.ts';

/**
 * A search for exactly one phrase: in text and name, in the text, in the name; in each the newest first. First the files that are named by
 * it, then those that may hold it; a round ends as soon as no later file could be among the first.
 */
export class LiteralSearch implements TextSearch {
  readonly runner: ScanRunner;
  readonly #options: TextSearchOptions;
  readonly #sought: Sought;
  readonly #grams: Grams;
  readonly #pool: number;
  readonly #inText: PooledHit[] = [];
  readonly #inName: PooledHit[] = [];

  constructor(options: TextSearchOptions) {
    const { query, limit } = options;
    this.#options = options;
    this.runner = new ScanRunner(options);
    this.#sought = { query, inNames: 0, named: 0, least: 1, needed: 1, isForPhrase: true, titled: undefined };
    this.#grams = gramsOf(query.phrase.folded);
    this.#pool = poolSize(limit, 0);
  }

  get hits(): PooledHit[] {
    return chooseHits([...this.#inText, ...this.#inName], this.#options.limit);
  }

  async run(newestFirst: readonly FileEntry[]): Promise<void> {
    const { folded } = this.#options.query.phrase;
    this.runner.begin(newestFirst);
    const wanted = lettersOf(folded);
    const named = new Set<FileEntry>();
    for (const entry of newestFirst) {
      if (hasLetters(entry.letters, wanted) && entry.foldedName.includes(folded)) named.add(entry);
    }
    const others = named.size === 0 ? newestFirst : newestFirst.filter((entry) => !named.has(entry));
    await this.runner.settled(this.#scan([...named], true));
    await this.runner.settled(this.#scan(others, false));
  }

  async #scan(entries: readonly FileEntry[], isNamed: boolean): Promise<void> {
    for (const entry of entries) {
      if (this.runner.isEnough(this.#inText.length, this.#pool)) return;
      const mayHold = this.runner.mayHold(entry, this.#grams);
      if (!mayHold && isNamed) this.#add(this.#inName, entry, LITERAL.name);
      if (!mayHold) continue;
      const waiting = this.runner.whenScanned(entry, this.runner.scan(entry, this.#sought), ({ found, snippet }) => {
        if (found === 'phrase') this.#add(this.#inText, entry, isNamed ? LITERAL.both : LITERAL.text, snippet);
        else if (isNamed) this.#add(this.#inName, entry, LITERAL.name);
      });
      if (waiting) await waiting;
    }
  }

  #add(hits: PooledHit[], entry: FileEntry, rank: number, snippet?: ScanResult['snippet']): void {
    const { confirmation, snippets } = this.#options;
    const info = confirmation.info(entry.path);
    if (!info) return;
    const shown = snippets ? snippet?.() : undefined;
    const turn = rank === LITERAL.name ? {} : { turn: rank };
    hits.push({ ...info, rank, why: whyOf(rank, true), ...turn, ...(shown && { snippet: shown }) });
  }
}
