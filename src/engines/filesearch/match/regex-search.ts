import type { TimeBudget } from '../../../lib/time-budget.ts';
import { byRank, type Hit, type Snippet } from '../engine.ts';
import type { Place } from '../file-criteria.ts';
import { type FileEntry, TEXTLESS } from '../index/entries.ts';
import { type Grams, gramsOf } from '../index/grams.ts';
import type { Signatures } from '../index/signature.ts';
import type { DocumentTexts } from '../read/document-texts.ts';
import { eachPassage } from '../read/each-passage.ts';
import { lineBreaksBefore, type Passage } from '../read/passages.ts';
import { documentFormat } from '../types/content-type.ts';
import type { Confirmation } from './confirmation.ts';
import { LONGEST_LINE, type Regex } from './regex.ts';
import { lineBreaks, snippetAround } from './snippet.ts';

interface RegexSearchOptions {
  readonly regex: Regex;
  readonly place: Place;
  readonly limit: number;
  readonly snippets: boolean;
  readonly documents: DocumentTexts;
  readonly signatures: Signatures;
  readonly confirmation: Pick<Confirmation, 'info'>;
  readonly budget: TimeBudget;
  /** Hears of each file that is read. */
  onRead(): void;
}

const RANK = { both: 1, content: 2, name: 3 };
const CHARACTERS_A_LOOK = 1 << 16;

interface LineMatch {
  readonly passage: Passage;
  readonly start: number;
  readonly end: number;
}

/** A search by a regular expression over the files of a scope, newest first: lines of their texts, and their names. */
export class RegexSearch {
  readonly #options: RegexSearchOptions;
  readonly #grams: readonly Grams[];
  readonly #content: Hit[] = [];
  readonly #named: Hit[] = [];
  skipped = 0;
  readonly overran: string[] = [];

  constructor(options: RegexSearchOptions) {
    this.#options = options;
    this.#grams = options.regex.folded.map(gramsOf);
  }

  /** What has been found so far, in order. */
  get hits(): Hit[] {
    return [...this.#content, ...this.#named].sort(byRank).slice(0, this.#options.limit + 1);
  }

  async run(newestFirst: readonly FileEntry[]): Promise<void> {
    const { regex, place, budget } = this.#options;
    const unnamed: FileEntry[] = [];
    for (const entry of newestFirst) {
      if (budget.due()) await budget.turn();
      if (place === 'text' || !regex.test(entry.name.normalize())) unnamed.push(entry);
      else if (this.#content.length <= this.#options.limit) await this.#look(entry, true);
    }
    if (place === 'names') return;
    for (const entry of unnamed) {
      if (this.#content.length > this.#options.limit) return;
      await this.#look(entry, false);
    }
  }

  async #look(entry: FileEntry, isNamed: boolean): Promise<void> {
    const match = await this.#matchIn(entry);
    if (match === undefined && !isNamed) return;
    const info = this.#options.confirmation.info(entry.path);
    if (info === undefined) return;
    const rank = match === undefined ? RANK.name : isNamed ? RANK.both : RANK.content;
    const snippet = match && this.#options.snippets ? snippetOf(entry, match) : undefined;
    (match === undefined ? this.#named : this.#content).push({ ...info, rank, ...(snippet && { snippet }) });
  }

  async #matchIn(entry: FileEntry): Promise<LineMatch | undefined> {
    const { place, documents, budget, onRead } = this.#options;
    if (place === 'names' || !this.#mayMatch(entry)) return undefined;
    if (budget.due()) await budget.turn();
    onRead();
    const lines = new LineSearch(this.#options.regex, budget);
    const end = await eachPassage(entry, documents, budget, (passage) => lines.take(passage));
    if (end !== 'done') this.skipped++;
    if (end === 'overran') this.overran.push(entry.path);
    return lines.end();
  }

  #mayMatch({ signature }: FileEntry): boolean {
    if (signature < 0) return signature !== TEXTLESS;
    return this.#grams.length === 0 || this.#grams.some((grams) => this.#options.signatures.mayHold(signature, grams));
  }
}

/** Looks at the lines of a text, of each at its beginning, window by window. */
class LineSearch {
  readonly #regex: Regex;
  readonly #budget: TimeBudget;
  #match: LineMatch | undefined;
  /** The last line of the window before, which may go on. */
  #open: { readonly passage: Passage; readonly start: number } | undefined;
  #unchecked = 0;

  constructor(regex: Regex, budget: TimeBudget) {
    this.#regex = regex;
    this.#budget = budget;
  }

  /** Takes the next window; true when a line of it matches. */
  take(passage: Passage): boolean {
    const { text } = passage;
    let start = 0;
    if (this.#open !== undefined) {
      // Windows overlap by more than so much of a line: a shorter one is whole in the next.
      if (this.#open.passage.text.length - this.#open.start >= LONGEST_LINE && this.end()) return true;
      start = text.indexOf('\n') + 1;
      if (start === 0) start = text.length;
    }
    const last = text.lastIndexOf('\n') + 1;
    while (start < last) {
      start = this.#skipTo(text, start, last);
      if (start >= last) break;
      const end = text.indexOf('\n', start);
      if (this.#test(passage, start, end)) return true;
      start = end + 1;
    }
    this.#open = { passage, start: Math.max(start, last) };
    return false;
  }

  /** What was found in all of the text. */
  end(): LineMatch | undefined {
    if (this.#match === undefined && this.#open !== undefined) {
      const { passage, start } = this.#open;
      if (start < passage.text.length) this.#test(passage, start, passage.text.length);
    }
    this.#open = undefined;
    return this.#match;
  }

  // The beginning of the next line that holds what every match does.
  #skipTo(text: string, start: number, last: number): number {
    const { literal } = this.#regex;
    if (literal === undefined) return start;
    const found = text.indexOf(literal, start);
    return found === -1 ? last : Math.max(start, text.lastIndexOf('\n', found) + 1);
  }

  #test(passage: Passage, start: number, end: number): boolean {
    const cut = Math.min(end, start + LONGEST_LINE);
    const line = passage.text.slice(start, passage.text[cut - 1] === '\r' && cut === end ? cut - 1 : cut);
    this.#unchecked += line.length;
    if (this.#unchecked > CHARACTERS_A_LOOK) {
      this.#unchecked = 0;
      this.#budget.due();
    }
    if (!this.#regex.test(line)) return false;
    const [from, to] = this.#regex.find(line);
    this.#match = { passage, start: start + from, end: start + to };
    return true;
  }
}

function snippetOf({ path, name }: FileEntry, { passage, start, end }: LineMatch): Snippet {
  const snippet = snippetAround(passage.text, start, end);
  const before =
    passage.start === undefined || documentFormat(name) ? undefined : lineBreaksBefore(path, passage.start);
  return before === undefined ? snippet : { ...snippet, line: before + lineBreaks(passage.text, start) + 1 };
}
