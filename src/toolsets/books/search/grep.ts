import { type Page, pageOf } from '../storage/page.ts';
import type { Look } from '../storage/storage.ts';
import type { Line } from './lines.ts';
import { linesWithNeedles } from './needle-search.ts';
import { planSearch } from './plan.ts';
import { re2Search, refusedPattern } from './re2-search.ts';
import { RegexWorker } from './regex-worker.ts';
import { textSearch, textsOf } from './text-search.ts';

export interface GrepOptions {
  readonly maxResults: number;
  readonly signal?: AbortSignal;
}

export interface GrepMatch extends Record<string, unknown> {
  readonly file_path: string;
  readonly line_number: number;
  readonly matched_line: string;
}

export interface GrepResult {
  readonly matches: readonly GrepMatch[];
  /** Whether there is at least one more match. */
  readonly truncated: boolean;
}

export interface GrepperOptions {
  readonly timeLimitMs?: number;
  readonly workerUrl?: URL;
}

/** What is searched: gives what a look sees of page after page. */
export type Source = <Seen>(look: Look<Seen>) => AsyncIterable<Seen>;

/** The lines of a page that match, as they are or once they are asked for. */
interface Found {
  readonly keys: readonly string[];
  readonly lines: readonly Line[] | ((limit: number) => Promise<Line[]>);
}

const MAX_PATTERN = 1000;
const NOTHING: Page = { keys: [], starts: [0], bytes: Buffer.alloc(0) };

/** Finds the lines of texts that match a regular expression, in linear time and without blocking anybody. */
export class Grepper {
  readonly #worker: RegexWorker;
  readonly #timeLimitMs: number;

  constructor({ timeLimitMs = 5000, workerUrl }: GrepperOptions = {}) {
    this.#worker = new RegexWorker(workerUrl);
    this.#timeLimitMs = timeLimitMs;
  }

  /** The matching lines in the order of the pages; pages beyond the last wanted match are not asked for. */
  async search(source: Source, pattern: string, { maxResults, signal }: GrepOptions): Promise<GrepResult> {
    if (pattern.length > MAX_PATTERN) throw refusedPattern(`it is longer than ${MAX_PATTERN} characters`);
    const look = this.#lookFor(pattern, maxResults + 1, signal);
    const matches: GrepMatch[] = [];
    let searched = false;
    for await (const { keys, lines } of source(look)) {
      signal?.throwIfAborted();
      searched = true;
      const left = maxResults + 1 - matches.length;
      for (const [file, line_number, matched_line] of typeof lines === 'function' ? await lines(left) : lines) {
        matches.push({ file_path: keys[file] as string, line_number, matched_line });
      }
      if (matches.length > maxResults) break;
    }
    // An invalid pattern is refused also where there is nothing to search.
    if (!searched) {
      const { lines } = look(NOTHING);
      if (typeof lines === 'function') await lines(1);
    }
    const truncated = matches.length > maxResults;
    return { matches: truncated ? matches.slice(0, maxResults) : matches, truncated };
  }

  /** Does a search that nobody waits for: what it makes ready need not be made by the first one. */
  async rehearse(): Promise<void> {
    const page = pageOf([{ key: '', bytes: Buffer.from('one\ntwo\n') }]);
    async function* source<Seen>(look: Look<Seen>) {
      yield look(page);
    }
    await this.search(source, 'one|two', { maxResults: 1 });
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  #lookFor(pattern: string, most: number, signal?: AbortSignal): Look<Found> {
    const plan = planSearch(pattern);
    if (plan.engine === 'needles') return (page) => ({ keys: page.keys, lines: linesWithNeedles(page, plan, most) });
    const isNative = plan.engine === 'native';
    const literal = isNative ? undefined : plan.literal;
    const find = isNative ? textSearch(plan.expression) : re2Search(this.#worker, plan, this.#timeLimitMs, signal);
    return (page) => {
      const texts = textsOf(page, literal);
      return { keys: page.keys, lines: (limit) => find(texts, limit) };
    };
  }
}
