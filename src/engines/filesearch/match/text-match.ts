import type { Snippet } from '../engine.ts';
import type { Passage } from '../read/passages.ts';
import { fold } from './fold.ts';
import { headingsOf } from './headings.ts';
import { type Comparable, occurrencesOf, wordAt } from './occurrences.ts';
import { isInAscii, type Pattern, patternOf } from './pattern.ts';
import type { Query, Word } from './query.ts';
import { TIER } from './rank.ts';
import { lineBreaks, locate, snippetAround } from './snippet.ts';
import { bitsIn, type TextWeight, weigh } from './text-weight.ts';

/** What is looked for in the text of a file. */
export interface Sought {
  readonly query: Query;
  /** Words in the names of the file and its folders, as bits. */
  readonly inNames: number;
  /** Words of the file's own name, as bits. */
  readonly named: number;
  /** How many of the words suffice, and which of them must be there, as bits. */
  readonly least: number;
  readonly needed: number;
  /** Only the phrase is of interest. */
  readonly isForPhrase: boolean;
  /** The name of the file, if its text can have a title. */
  readonly titled: string | undefined;
}

/** How many lines end before a passage; undefined when that cannot be told. */
export type LineCount = (passage: Passage) => number | undefined;

interface MatchPosition {
  readonly passage: Passage;
  readonly pattern: Pattern;
  readonly place?: number;
}

/** In a text too large for one look the words may be anywhere. */
const SCATTERED: TextWeight = { tier: TIER.all, weight: 0.2 };

/** Matches a query against one file's text, passage by passage. */
export class TextMatch {
  readonly #sought: Sought;
  #inText = 0;
  #hasPhrase = false;
  #weight: TextWeight | undefined;
  #position: MatchPosition | undefined;
  #isFirst = true;

  constructor(sought: Sought) {
    this.#sought = sought;
  }

  get found(): 'phrase' | 'words' | 'nothing' {
    if (this.#hasPhrase) return 'phrase';
    return this.#inText !== 0 && this.#isEnough(this.#inText) ? 'words' : 'nothing';
  }

  /** Where in the order the file belongs by its text. */
  get weight(): TextWeight {
    const { query, inNames, least } = this.#sought;
    const weight = this.#weight ?? SCATTERED;
    const count = bitsIn(this.#inText | inNames);
    if (this.#hasPhrase || count === query.words.length || least === query.words.length) return weight;
    return { tier: TIER.most, weight: (count - 1 + weight.weight) / query.words.length };
  }

  /** Takes the next passage, or the only one; true when no further one can add anything. */
  take(passage: Passage, isOnly = false): boolean {
    const { query, isForPhrase } = this.#sought;
    const held = new Held(passage);
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (held.holds(query.phrase)) {
      this.#hasPhrase = true;
      this.#position = { passage, pattern: query.phrase };
      if (!query.isLiteral) this.#weigh(held, passage, isFirst);
      return true;
    }
    if (isForPhrase || query.isLiteral) return false;
    const inText = this.#wordsIn(held, passage, isOnly);
    this.#inText |= inText;
    if (inText !== 0 && this.#isEnough(inText) && !this.#weight) this.#weigh(held, passage, isFirst);
    return false;
  }

  /** Where the text matched. */
  snippet(linesBefore: LineCount): Snippet | undefined {
    if (!this.#position) return undefined;
    const { passage, pattern, place } = this.#position;
    const [start, end] = place === undefined ? locate(passage, pattern) : [place, place + pattern.folded.length];
    const before = linesBefore(passage);
    const line = before === undefined ? undefined : before + lineBreaks(passage.text, start) + 1;
    return { ...snippetAround(passage.text, start, end), ...(line !== undefined && { line }) };
  }

  #isEnough(inText: number): boolean {
    const { inNames, least, needed } = this.#sought;
    const there = inText | inNames;
    return (there & needed) === needed && bitsIn(there) >= least;
  }

  #wordsIn(held: Held, passage: Passage, isOnly: boolean): number {
    const { query, inNames, needed } = this.#sought;
    let bits = 0;
    for (const word of query.words) {
      const pattern = held.form(word);
      const bit = 1 << word.at;
      if (pattern) {
        bits |= bit;
        this.#position ??= { passage, pattern };
      } else if (isOnly && (needed & bit & ~inNames) !== 0) return 0;
    }
    return bits;
  }

  #weigh(held: Held, passage: Passage, isFirst: boolean): void {
    const { query, inNames, named, titled } = this.#sought;
    const headings = titled !== undefined && isFirst ? headingsOf(titled, passage.text) : [];
    this.#weight = weigh({ query, comparable: held.comparable, hasPhrase: this.#hasPhrase, inNames, named, headings });
    const { place } = this.#weight;
    if (place === undefined || !passage.ascii) return;
    this.#position = { passage, place, pattern: patternOf(wordAt(passage.text, place, 1)) };
  }
}

/** Whether a passage cannot hold a pattern, as far as one quick look can tell. */
export function lacks({ text, ascii }: Passage, pattern: Pattern): boolean {
  return !(ascii ? pattern.ascii?.test(text) : pattern.loose.test(text));
}

/** A passage that is folded at most once, and only when it is needed. */
class Held {
  readonly #passage: Passage;
  #folded: Comparable | undefined;

  constructor(passage: Passage) {
    this.#passage = passage;
  }

  /** As words are looked for in it. */
  get comparable(): Comparable {
    if (this.#passage.ascii) return this.#passage;
    this.#folded ??= { text: fold(this.#passage.text), ascii: false };
    return this.#folded;
  }

  holds(pattern: Pattern): boolean {
    const { text, ascii } = this.#passage;
    if (ascii) return isInAscii(text, pattern);
    return pattern.loose.test(text) && this.comparable.text.includes(pattern.folded);
  }

  /** What of a word is there: the word itself, if need be as a part of another, or a form of it. */
  form(word: Word): Pattern | undefined {
    const { root, literal, forms } = word;
    if (lacks(this.#passage, root)) return undefined;
    if (this.holds(literal)) return literal;
    if (forms.size === 0) return undefined;
    const [place] = occurrencesOf(this.comparable, word, 1).places;
    return place === undefined ? undefined : patternOf(wordAt(this.comparable.text, place, root.folded.length));
  }
}
