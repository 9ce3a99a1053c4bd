import type { PageVisitor } from '../storage/folder-reader.ts';
import { pageOf, type TextPage } from '../storage/text-page.ts';
import type { Line } from './lines.ts';
import { linesWithNeedles } from './needle-search.ts';
import { planNeedles } from './plan.ts';
import { type RegexWorker, re2Search, refusedPattern, regexWorker } from './re2-search.ts';

export interface GrepOptions {
  readonly maxResults: number;
  readonly signal?: AbortSignal;
}

export interface GrepMatch extends Record<string, unknown> {
  readonly file_path: string;
  readonly line_number: number;
  readonly matched_line: string;
}

interface GrepResult {
  readonly matches: readonly GrepMatch[];
  /** Whether there is at least one more match. */
  readonly truncated: boolean;
}

interface GrepperOptions {
  readonly timeLimitMs?: number;
  readonly workerUrl?: URL;
}

/** What is searched: gives what a visitor makes of page after page. */
export type Source = <Result>(visit: PageVisitor<Result>) => AsyncIterable<Result>;

/** The lines of a page that match, as they are or once they are asked for. */
interface PageMatches {
  readonly keys: readonly string[];
  readonly linesBefore: number;
  readonly lines: readonly Line[] | ((limit: number) => Promise<readonly Line[]>);
}

const MAX_PATTERN = 1000;
/** So many that the engine finds it worth to compile what looks through them. */
const REHEARSED_LINES = 1000;
const NOTHING: TextPage = { keys: [], starts: [0], bytes: Buffer.alloc(0) };

/** Finds the lines of texts that match a regular expression, in linear time and without blocking anybody. */
export class Grepper {
  readonly #worker: RegexWorker;
  readonly #timeLimitMs: number;

  constructor({ timeLimitMs = 5000, workerUrl }: GrepperOptions = {}) {
    this.#worker = regexWorker(workerUrl);
    this.#timeLimitMs = timeLimitMs;
  }

  /** The matching lines in the order of the pages; pages beyond the last wanted match are not asked for. */
  async search(source: Source, pattern: string, { maxResults, signal }: GrepOptions): Promise<GrepResult> {
    if (pattern.length > MAX_PATTERN) throw refusedPattern(`it is longer than ${MAX_PATTERN} characters`);
    const visit = this.#visitorFor(pattern, maxResults + 1, signal);
    const matches: GrepMatch[] = [];
    let searched = false;
    for await (const { keys, lines, linesBefore } of source(visit)) {
      signal?.throwIfAborted();
      searched = true;
      const left = maxResults + 1 - matches.length;
      for (const [file, number, matched_line] of typeof lines === 'function' ? await lines(left) : lines) {
        const line_number = number + (file === 0 ? linesBefore : 0);
        matches.push({ file_path: keys[file] as string, line_number, matched_line });
      }
      if (matches.length > maxResults) break;
    }
    // An invalid pattern is refused also where there is nothing to search.
    if (!searched) {
      const { lines } = visit(NOTHING);
      if (typeof lines === 'function') await lines(1);
    }
    const truncated = matches.length > maxResults;
    return { matches: truncated ? matches.slice(0, maxResults) : matches, truncated };
  }

  /** Does a search that nobody waits for: what it makes ready need not be made by the first one. */
  async rehearse(): Promise<void> {
    const page = pageOf([{ key: '', bytes: Buffer.from('# Lesson 42\none two three\n'.repeat(REHEARSED_LINES)) }]);
    async function* source<Result>(visit: PageVisitor<Result>) {
      yield visit(page);
    }
    for (const pattern of ['one two four', '^# Lesson 4[0-9]$'])
      await this.search(source, pattern, { maxResults: REHEARSED_LINES });
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** What is surely quick is done here, in one go; all else by a thread that can be stopped. */
  #visitorFor(pattern: string, most: number, signal?: AbortSignal): PageVisitor<PageMatches> {
    const plan = planNeedles(pattern);
    const find = re2Search(this.#worker, pattern, this.#timeLimitMs, signal);
    return (page) => {
      const { keys, starts, linesBefore = 0 } = page;
      const lines = plan && linesWithNeedles(page, plan, most);
      if (lines) return { keys, linesBefore, lines };
      this.#worker.start();
      const bytes = new Uint8Array(page.bytes);
      return { keys, linesBefore, lines: (limit) => find({ starts, bytes }, limit) };
    };
  }
}
