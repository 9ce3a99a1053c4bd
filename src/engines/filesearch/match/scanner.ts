import type { TimeBudget } from '../../../lib/time-budget.ts';
import type { FileInfo, Snippet } from '../engine.ts';
import type { FileEntry } from '../index/entries.ts';
import { fileInfo } from '../metadata/metadata.ts';
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
import { type LineCount, lacks, type Sought, TextMatch } from './text-match.ts';
import type { TextWeight } from './text-weight.ts';

/** What the scan of a file gave. */
export interface ScanResult {
  readonly found: TextMatch['found'];
  readonly weight?: TextWeight;
  /** Some of the text could not be searched. */
  readonly skipped: boolean;
  /** None could be, because reading it takes too much. */
  readonly overran?: true;
  /** What is to be told of the file, as it was when its text was read. */
  readonly info?: FileInfo;
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

  /** Scans a file for the phrase or for the words; small plain files are answered at once. */
  scan(entry: FileEntry, sought: Sought, budget: TimeBudget): ScanResult | Promise<ScanResult> {
    const document = this.#documents.of(entry);
    if (document instanceof Promise) {
      return budget.within(document).then((passage) => scanDocument(passage, sought));
    }
    if (document) return scanDocument(document, sought);
    if (entry.size === 0) return NOTHING;
    const { path } = entry;
    const small = entry.size < WINDOW ? readSmall(path, entry.size, true) : 'large';
    if (small === 'large') return this.#scanLarge(entry, sought, budget);
    if (small === 'unreadable') return SKIPPED;
    if (small === 'binary' || small === 'gone') return NOTHING;
    const passage = decode(small.bytes, small.encoding);
    const isMarkedUp = isPage(entry.name);
    const isHidden = isMarkedUp && hasReferences(passage);
    if (!isHidden && isMissing(sought) && lacks(passage, sought.query.longest.root)) return NOTHING;
    const match = new TextMatch(sought);
    match.take(passage, !isMarkedUp);
    // What is shown may hold words that the source does not, or the phrase without the markup between its words.
    if (match.found === 'nothing' ? isHidden : match.found === 'words' && isMarkedUp) match.take(shownPage(passage));
    const scanned = result(match, false, (taken) => (taken === passage ? 0 : undefined));
    const { stats } = small;
    return scanned.found !== 'nothing' && stats?.isFile() ? { ...scanned, info: fileInfo(path, stats) } : scanned;
  }

  async #scanLarge(entry: FileEntry, sought: Sought, budget: TimeBudget): Promise<ScanResult> {
    const { query } = sought;
    const match = new TextMatch(sought);
    const end = await readLarge(entry.path, budget, this.#largest, (passage) => {
      if (query.words.length === 1 && lacks(passage, query.longest.root)) return false;
      return match.take(passage);
    });
    const linesBefore = ({ start }: Passage) => (start === undefined ? start : lineBreaksBefore(entry.path, start));
    return result(match, end === 'beyond' || end === 'unreadable', linesBefore);
  }
}

function scanDocument(passage: DocumentPassage, sought: Sought): ScanResult {
  if (typeof passage === 'string') return WITHOUT_TEXT[passage];
  const match = new TextMatch(sought);
  match.take(passage, true);
  return result(match, false, () => undefined);
}

function result(match: TextMatch, skipped: boolean, linesBefore: LineCount): ScanResult {
  const { found } = match;
  if (found === 'nothing') return skipped ? SKIPPED : NOTHING;
  return { found, skipped, weight: match.weight, snippet: () => match.snippet(linesBefore) };
}

// Then text without the longest word is of no interest, be it for the phrase or for the words.
function isMissing({ query: { longest, isOneWord }, inNames, needed, isForPhrase }: Sought): boolean {
  return isForPhrase ? isOneWord : (needed & (1 << longest.at) & ~inNames) !== 0;
}
