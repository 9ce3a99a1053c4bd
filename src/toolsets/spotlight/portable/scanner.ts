import type { Snippet } from '../engine.ts';
import type { Entry } from './catalog.ts';
import type { DocumentTexts } from './document-texts.ts';
import { decode } from './encoding.ts';
import { type Found, lacks, Match } from './match.ts';
import type { Pace } from './pace.ts';
import { LARGEST_FILE, readLarge, readSmall, WINDOW } from './passages.ts';
import type { Pattern } from './pattern.ts';
import type { Query } from './query.ts';

/** What a look into a file gave. */
export interface Look {
  readonly found: Found;
  /** Some of the text could not be searched. */
  readonly skipped: boolean;
  /** Where the text matched. */
  readonly snippet?: () => Snippet | undefined;
}

const NOTHING: Look = { found: 'nothing', skipped: false };
const SKIPPED: Look = { found: 'nothing', skipped: true };

/** Looks for a query in the texts of files. */
export class Scanner {
  readonly #documents: DocumentTexts;
  readonly #largest: number;

  constructor(documents: DocumentTexts, largest = LARGEST_FILE) {
    this.#documents = documents;
    this.#largest = largest;
  }

  /** Looks into a file for the phrase or for the missing tokens; small plain files are answered at once. */
  look(entry: Entry, query: Query, missing: readonly Pattern[], pace: Pace): Look | Promise<Look> {
    const document = this.#documents.of(entry);
    if (document) {
      return document.then((passage) => {
        if (typeof passage === 'string') return passage === 'gone' ? NOTHING : SKIPPED;
        const match = new Match(query, missing);
        match.take(passage);
        return result(match, false);
      });
    }
    if (entry.size === 0) return NOTHING;
    const small = entry.size < WINDOW ? readSmall(entry.path, entry.size) : 'large';
    if (small === 'large') return this.#lookLarge(entry, query, missing, pace);
    if (small === 'unreadable') return SKIPPED;
    if (small === 'binary' || small === 'gone') return NOTHING;
    const passage = decode(small.bytes, small.encoding);
    if (isAllMissing(query, missing) && lacks(passage, query.longest)) return NOTHING;
    const match = new Match(query, missing);
    match.take(passage);
    return result(match, false);
  }

  async #lookLarge(entry: Entry, query: Query, missing: readonly Pattern[], pace: Pace): Promise<Look> {
    const match = new Match(query, missing);
    const end = await readLarge(entry.path, pace, this.#largest, (passage) => {
      if (query.isOneWord && lacks(passage, query.phrase)) return false;
      return match.take(passage);
    });
    return result(match, end === 'beyond' || end === 'unreadable');
  }
}

function result(match: Match, skipped: boolean): Look {
  const { found } = match;
  if (found === 'nothing') return skipped ? SKIPPED : NOTHING;
  return { found, skipped, snippet: () => match.snippet() };
}

// Then text without the longest token is of no interest, be it for the phrase or for the tokens.
function isAllMissing({ isOneWord, tokens }: Query, missing: readonly Pattern[]): boolean {
  return isOneWord || missing.length === tokens.length;
}
