import { type Line, searchNatively } from './native-search.ts';
import { planSearch } from './plan.ts';
import { re2Search, refusedPattern } from './re2-search.ts';
import { RegexWorker } from './regex-worker.ts';
import { TextCache } from './text-cache.ts';

export interface GrepFile {
  readonly key: string;
  /** What `file_path` shows. */
  readonly name: string;
  /** Changes whenever the content does. */
  readonly version: string;
}

export interface GrepOptions {
  readonly maxResults: number;
  readonly signal?: AbortSignal;
  /** The bytes of a file; undefined when it has vanished. */
  read(key: string): Promise<Buffer | undefined>;
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
  /** Names of the files that were not searched: unreadable, or no UTF-8 text. */
  readonly skipped: readonly string[];
}

export interface GrepperOptions {
  readonly cacheBytes?: number;
  readonly timeLimitMs?: number;
  readonly workerUrl?: URL;
}

const MAX_PATTERN = 1000;
const FIRST_ROUND = 16;
const LARGEST_ROUND = 64;

/** Finds the lines of files that match a regular expression, in linear time and without blocking anybody. */
export class Grepper {
  readonly #cache: TextCache;
  readonly #worker: RegexWorker;
  readonly #timeLimitMs: number;

  constructor({ cacheBytes = 64 * 1024 * 1024, timeLimitMs = 5000, workerUrl }: GrepperOptions = {}) {
    this.#cache = new TextCache(cacheBytes);
    this.#worker = new RegexWorker(workerUrl);
    this.#timeLimitMs = timeLimitMs;
  }

  /** The matching lines by file name and line number; files beyond the last wanted match are not read. */
  async search(files: readonly GrepFile[], pattern: string, options: GrepOptions): Promise<GrepResult> {
    if (pattern.length > MAX_PATTERN) throw refusedPattern(`it is longer than ${MAX_PATTERN} characters`);
    const find = this.#finder(pattern, options.signal);
    const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
    const matches: GrepMatch[] = [];
    const skipped: string[] = [];
    let round = FIRST_ROUND;
    for (let at = 0; at < sorted.length && matches.length <= options.maxResults; at += round) {
      round = at === 0 ? FIRST_ROUND : LARGEST_ROUND;
      options.signal?.throwIfAborted();
      const found = await this.#texts(sorted.slice(at, at + round), options, skipped);
      const texts = found.map(({ text }) => text);
      for (const [index, line_number, matched_line] of await find(texts, options.maxResults + 1 - matches.length)) {
        matches.push({ file_path: found[index]?.name ?? '', line_number, matched_line });
      }
    }
    // An invalid pattern is refused also where there is nothing to search.
    if (sorted.length === 0) await find([], 1);
    const truncated = matches.length > options.maxResults;
    return { matches: matches.slice(0, options.maxResults), truncated, skipped };
  }

  /** Starts the worker thread ahead of the first search that needs it. */
  warm(): void {
    this.#worker.warm();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  #finder(pattern: string, signal?: AbortSignal): (texts: readonly string[], limit: number) => Promise<Line[]> {
    const plan = planSearch(pattern);
    if (plan.engine === 're2') return re2Search(this.#worker, plan, this.#timeLimitMs, signal);
    return (texts, limit) => searchNatively(texts, plan.expression, limit);
  }

  async #texts(files: readonly GrepFile[], { read, signal }: GrepOptions, skipped: string[]) {
    const found: { readonly name: string; readonly text: string }[] = [];
    const texts = await Promise.all(
      files.map(async (file) => this.#cache.get(file.key, file.version) ?? (await this.#read(file, read))),
    );
    signal?.throwIfAborted();
    for (const [index, { name }] of files.entries()) {
      const content = texts[index];
      if (content?.text !== undefined) found.push({ name, text: content.text });
      else if (content) skipped.push(name);
    }
    return found;
  }

  async #read({ key, version }: GrepFile, read: GrepOptions['read']) {
    try {
      const bytes = await read(key);
      return bytes && { text: this.#cache.put(key, version, bytes) };
    } catch {
      return { text: undefined };
    }
  }
}
