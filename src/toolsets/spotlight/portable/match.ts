import type { Snippet } from '../engine.ts';
import type { Passage } from './encoding.ts';
import { fold, foldWithOrigin } from './fold.ts';
import type { Query } from './query.ts';
import { snippetAround } from './snippet.ts';

export type Found = 'phrase' | 'tokens' | 'nothing';

interface Place {
  readonly text: string;
  readonly wanted: string;
}

/** Matches a query against one file's text, passage by passage. */
export class Match {
  readonly #query: Query;
  /** Tokens still to be found; those in the file's name are there already. */
  readonly #missing: Set<string>;
  #place: Place | undefined;
  #phrase = false;

  constructor(query: Query, missing: readonly string[]) {
    this.#query = query;
    this.#missing = new Set(missing);
  }

  get found(): Found {
    if (this.#phrase) return 'phrase';
    return this.#missing.size === 0 ? 'tokens' : 'nothing';
  }

  /** Takes the next passage; true when no further one can add anything. */
  take({ text, ascii }: Passage): boolean {
    const { phrase, isOneWord } = this.#query;
    const folded = ascii && isOneWord ? text.toLowerCase() : fold(text);
    if (folded.includes(phrase)) {
      this.#phrase = true;
      this.#place = { text, wanted: phrase };
      return true;
    }
    for (const token of this.#missing) {
      if (!folded.includes(token)) continue;
      this.#missing.delete(token);
      this.#place ??= { text, wanted: token };
    }
    return false;
  }

  /** Where the text matched. */
  snippet(): Snippet | undefined {
    if (!this.#place) return undefined;
    const { text, wanted } = this.#place;
    const folded = foldWithOrigin(text);
    const at = folded.text.indexOf(wanted);
    return snippetAround(text, folded.sourceOf(at), folded.sourceOf(at + wanted.length));
  }
}

/** Whether a passage cannot hold all the tokens of a query, as far as one quick look can tell. */
export function lacksTokens({ text, ascii }: Passage, { asciiSieve }: Query): boolean {
  return ascii && !asciiSieve?.test(text);
}
