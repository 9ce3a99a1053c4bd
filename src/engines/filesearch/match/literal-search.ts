import { Columns } from '../index/columns.ts';
import type { FileEntry } from '../index/entries.ts';
import { type Grams, gramsOf } from '../index/grams.ts';
import { lettersOf } from './letters.ts';
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
    const { query, signatures } = this.#options;
    const { folded } = query.phrase;
    this.runner.begin(newestFirst);
    const columns = Columns.of(newestFirst, signatures);
    const named = new Set<FileEntry>();
    for (const place of columns.named([{ wanted: lettersOf(folded), butFor: 0 }])) {
      const entry = newestFirst[place] as FileEntry;
      if (entry.foldedName.includes(folded)) named.add(entry);
    }
    const marks = columns.marked([{ bit: 1, root: this.#grams, forms: [this.#grams] }]);
    const others = newestFirst.filter((entry, place) => marks[place] === 1 && !named.has(entry));
    await this.runner.settled(this.#scan([...named], true));
    await this.runner.settled(this.#scan(others, false));
  }

  async #scan(entries: readonly FileEntry[], isNamed: boolean): Promise<void> {
    const turn = isNamed ? LITERAL.both : LITERAL.text;
    for (const entry of entries) {
      const ofOthers = this.#options.others?.countBefore(turn, entry.modifiedMs) ?? 0;
      if (this.runner.isEnough(this.#inText.length + ofOthers, this.#pool)) return;
      const mayHold = this.runner.mayHold(entry, this.#grams);
      if (!mayHold && isNamed) this.#add(this.#inName, entry, LITERAL.name);
      if (!mayHold) continue;
      const waiting = this.runner.whenScanned(entry, this.runner.scan(entry, this.#sought), (result) => {
        if (result.found === 'phrase') this.#add(this.#inText, entry, turn, result);
        else if (isNamed) this.#add(this.#inName, entry, LITERAL.name);
      });
      if (waiting) await waiting;
    }
  }

  #add(hits: PooledHit[], entry: FileEntry, rank: number, scanned?: ScanResult): void {
    const { confirmation, snippets } = this.#options;
    const info = scanned?.info ?? confirmation.info(entry.path);
    if (!info) return;
    const shown = snippets ? scanned?.snippet?.() : undefined;
    const isByText = rank !== LITERAL.name;
    hits.push({
      ...info,
      rank,
      why: whyOf(rank, true),
      ...(isByText && { turn: rank }),
      ...(shown && { snippet: shown }),
    });
    if (isByText) this.#options.others?.add(rank, info.modifiedMs);
  }
}
