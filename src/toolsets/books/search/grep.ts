import type { Page } from '../storage/page.ts';
import { type Line, searchNatively } from './native-search.ts';
import { planSearch } from './plan.ts';
import { re2Search, refusedPattern } from './re2-search.ts';
import { RegexWorker } from './regex-worker.ts';

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

const MAX_PATTERN = 1000;
const NOTHING: Page = { keys: [], starts: [0], text: '' };

/** Finds the lines of texts that match a regular expression, in linear time and without blocking anybody. */
export class Grepper {
  readonly #worker: RegexWorker;
  readonly #timeLimitMs: number;

  constructor({ timeLimitMs = 5000, workerUrl }: GrepperOptions = {}) {
    this.#worker = new RegexWorker(workerUrl);
    this.#timeLimitMs = timeLimitMs;
  }

  /** The matching lines in the order of the pages; pages beyond the last wanted match are not asked for. */
  async search(pages: AsyncIterable<Page>, pattern: string, { maxResults, signal }: GrepOptions): Promise<GrepResult> {
    if (pattern.length > MAX_PATTERN) throw refusedPattern(`it is longer than ${MAX_PATTERN} characters`);
    const find = this.#finder(pattern, signal);
    const matches: GrepMatch[] = [];
    let searched = false;
    for await (const page of pages) {
      signal?.throwIfAborted();
      searched = true;
      for (const [file, line_number, matched_line] of await find(page, maxResults + 1 - matches.length)) {
        matches.push({ file_path: page.keys[file] ?? '', line_number, matched_line });
      }
      if (matches.length > maxResults) break;
    }
    // An invalid pattern is refused also where there is nothing to search.
    if (!searched) await find(NOTHING, 1);
    const truncated = matches.length > maxResults;
    return { matches: truncated ? matches.slice(0, maxResults) : matches, truncated };
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  #finder(pattern: string, signal?: AbortSignal): (page: Page, limit: number) => Promise<Line[]> {
    const plan = planSearch(pattern);
    if (plan.engine === 're2') return re2Search(this.#worker, plan, this.#timeLimitMs, signal);
    return (page, limit) => searchNatively(page, plan, limit);
  }
}
