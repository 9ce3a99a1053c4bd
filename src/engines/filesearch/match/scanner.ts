import type { TimeBudget } from '../../../lib/time-budget.ts';
import type { Snippet } from '../engine.ts';
import type { FileEntry } from '../index/entries.ts';
import type { DocumentPassage, DocumentTexts } from '../read/document-texts.ts';
import { hasReferences, isPage, shownPage } from '../read/pages.ts';
import {
  decode,
  LARGEST_FILE,
  lineBreaksBefore,
  type Passage,
  readLarge,
  readSmall,
  WINDOW,
} from '../read/passages.ts';
import { fold } from './fold.ts';
import { isInAscii, type Pattern, type Query } from './query.ts';
import { lineBreaks, locate, snippetAround } from './snippet.ts';

/** What the scan of a file gave. */
export interface ScanResult {
  readonly found: MatchKind;
  /** Some of the text could not be searched. */
  readonly skipped: boolean;
  /** None could be, because reading it takes too much. */
  readonly overran?: true;
  /** Where the text matched. */
  readonly snippet?: () => Snippet | undefined;
}

const NOTHING: ScanResult = { found: 'nothing', skipped: false };
const SKIPPED: ScanResult = { found: 'nothing', skipped: true };
const OVERRAN: ScanResult = { found: 'nothing', skipped: true, overran: true };

const WITHOUT_TEXT = { gone: NOTHING, unreadable: SKIPPED, overrun: OVERRAN };

/** Looks for a query in the texts of files. */
export class Scanner {
  readonly #documents: DocumentTexts;
  readonly #largest: number;

  constructor(documents: DocumentTexts, largest = LARGEST_FILE) {
    this.#documents = documents;
    this.#largest = largest;
  }

  /** Scans a file for the phrase or for the missing tokens; small plain files are answered at once. */
  scan(
    entry: FileEntry,
    query: Query,
    missing: readonly Pattern[],
    budget: TimeBudget,
  ): ScanResult | Promise<ScanResult> {
    const document = this.#documents.of(entry);
    if (document instanceof Promise) {
      return budget.within(document).then((passage) => scanDocument(passage, query, missing));
    }
    if (document) return scanDocument(document, query, missing);
    if (entry.size === 0) return NOTHING;
    const small = entry.size < WINDOW ? readSmall(entry.path, entry.size) : 'large';
    if (small === 'large') return this.#scanLarge(entry, query, missing, budget);
    if (small === 'unreadable') return SKIPPED;
    if (small === 'binary' || small === 'gone') return NOTHING;
    const passage = decode(small.bytes, small.encoding);
    const isHidden = isPage(entry.name) && hasReferences(passage);
    if (!isHidden && isAllMissing(query, missing) && lacks(passage, query.longest)) return NOTHING;
    const match = new Match(query, missing);
    match.take(passage);
    // What is shown may hold words that the source does not, or the phrase without the markup between its words.
    const isAsked = match.found === 'nothing' ? isHidden : match.found === 'tokens' && isPage(entry.name);
    if (isAsked) match.take(shownPage(passage));
    return result(match, false, (taken) => (taken === passage ? 0 : undefined));
  }

  async #scanLarge(
    entry: FileEntry,
    query: Query,
    missing: readonly Pattern[],
    budget: TimeBudget,
  ): Promise<ScanResult> {
    const match = new Match(query, missing);
    const end = await readLarge(entry.path, budget, this.#largest, (passage) => {
      if (query.isOneWord && lacks(passage, query.phrase)) return false;
      return match.take(passage);
    });
    const linesBefore = ({ start }: Passage) => (start === undefined ? start : lineBreaksBefore(entry.path, start));
    return result(match, end === 'beyond' || end === 'unreadable', linesBefore);
  }
}

function scanDocument(passage: DocumentPassage, query: Query, missing: readonly Pattern[]): ScanResult {
  if (typeof passage === 'string') return WITHOUT_TEXT[passage];
  const match = new Match(query, missing);
  match.take(passage);
  return result(match, false, () => undefined);
}

function result(match: Match, skipped: boolean, linesBefore: LineCount): ScanResult {
  const { found } = match;
  if (found === 'nothing') return skipped ? SKIPPED : NOTHING;
  return { found, skipped, snippet: () => match.snippet(linesBefore) };
}

// Then text without the longest token is of no interest, be it for the phrase or for the tokens.
function isAllMissing({ isOneWord, tokens }: Query, missing: readonly Pattern[]): boolean {
  return isOneWord || missing.length === tokens.length;
}

type MatchKind = 'phrase' | 'tokens' | 'nothing';

/** How many lines end before a passage; undefined when that cannot be told. */
type LineCount = (passage: Passage) => number | undefined;

interface MatchPosition {
  readonly passage: Passage;
  readonly pattern: Pattern;
}

/** Matches a query against one file's text, passage by passage. */
export class Match {
  readonly #phrase: Pattern;
  /** Tokens still to be found; those in the file's name are there already. */
  readonly #missing: Set<Pattern>;
  #position: MatchPosition | undefined;
  #hasPhrase = false;

  constructor({ phrase }: Query, missing: readonly Pattern[]) {
    this.#phrase = phrase;
    this.#missing = new Set(missing);
  }

  get found(): MatchKind {
    if (this.#hasPhrase) return 'phrase';
    return this.#missing.size === 0 ? 'tokens' : 'nothing';
  }

  /** Takes the next passage; true when no further one can add anything. */
  take(passage: Passage): boolean {
    const holds = holder(passage);
    if (holds(this.#phrase)) {
      this.#hasPhrase = true;
      this.#position = { passage, pattern: this.#phrase };
      return true;
    }
    for (const pattern of this.#missing) {
      if (!holds(pattern)) continue;
      this.#missing.delete(pattern);
      this.#position ??= { passage, pattern };
    }
    return false;
  }

  /** Where the text matched. */
  snippet(linesBefore: LineCount): Snippet | undefined {
    if (!this.#position) return undefined;
    const { passage, pattern } = this.#position;
    const [start, end] = locate(passage, pattern);
    const before = linesBefore(passage);
    const line = before === undefined ? undefined : before + lineBreaks(passage.text, start) + 1;
    return { ...snippetAround(passage.text, start, end), ...(line !== undefined && { line }) };
  }
}

/** Whether a passage cannot hold a pattern, as far as one quick look can tell. */
export function lacks({ text, ascii }: Passage, pattern: Pattern): boolean {
  return !(ascii ? pattern.ascii?.test(text) : pattern.loose.test(text));
}

// Folds the passage at most once, and only when it is needed.
function holder({ text, ascii }: Passage): (pattern: Pattern) => boolean {
  if (ascii) return (pattern) => isInAscii(text, pattern);
  let folded: string | undefined;
  return (pattern) => {
    if (!pattern.loose.test(text)) return false;
    folded ??= fold(text);
    return folded.includes(pattern.folded);
  };
}
