import { codeOf } from '../../../lib/errno.ts';
import { WorkerClient, WorkerTimeout } from '../../../lib/worker-client.ts';
import { BookFailure } from '../model/failures.ts';
import { type Heading, type Sections, sectionsOf } from './sections.ts';

/** What a text refers to. */
export interface Link {
  /** The first line is 0. */
  readonly line: number;
  readonly href: string;
}

/** Where an address is written in a text. */
export interface WrittenAddress {
  readonly start: number;
  readonly end: number;
  /** Without escapes. */
  readonly href: string;
}

interface MarkdownRequest {
  readonly kind: 'headings' | 'links' | 'addresses';
  readonly texts: readonly string[];
  /** How many are told of each text. */
  readonly most: number;
}

interface ParserOptions {
  readonly timeLimitMs?: number;
  readonly workerUrl?: URL;
}

/** A longer text could keep the thread busy for seconds. */
export const LONGEST_TEXT = 1_000_000;
const MOST_HEADINGS = 5000;
/** So many are told of a text. */
export const MOST_LINKS = 20_000;

/** CommonMark with tables in a thread of its own, which can be stopped: some texts take long. */
export class MarkdownParser {
  readonly #worker: WorkerClient<MarkdownRequest, unknown[]>;
  readonly #timeLimitMs: number;

  constructor({
    timeLimitMs = 10_000,
    workerUrl = new URL('./markdown-worker.js', import.meta.url),
  }: ParserOptions = {}) {
    this.#worker = new WorkerClient(workerUrl, { serial: true, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    this.#timeLimitMs = timeLimitMs;
  }

  /** Takes a lesson apart. */
  async sections(text: string): Promise<Sections> {
    if (text.length > LONGEST_TEXT) throw new UnparsableLesson(`has more than ${LONGEST_TEXT} characters`);
    return sectionsOf(text, async (markdown) => {
      const request = { kind: 'headings', texts: [markdown], most: MOST_HEADINGS + 1 } as const;
      const [headings = []] = (await this.#ask(request)) as Heading[][];
      if (headings.length > MOST_HEADINGS) throw new UnparsableLesson(`has more than ${MOST_HEADINGS} headings`);
      return headings;
    });
  }

  /** What each of some texts refers to, up to a number of links. */
  links(texts: readonly string[], signal?: AbortSignal): Promise<Link[][]> {
    return this.#ask({ kind: 'links', texts, most: MOST_LINKS }, signal) as Promise<Link[][]>;
  }

  /** Where each of some texts says what it refers to, in the order of the text, up to a number of addresses. */
  addresses(texts: readonly string[], signal?: AbortSignal): Promise<WrittenAddress[][]> {
    return this.#ask({ kind: 'addresses', texts, most: MOST_LINKS }, signal) as Promise<WrittenAddress[][]>;
  }

  async #ask(request: MarkdownRequest, signal?: AbortSignal): Promise<unknown[]> {
    try {
      return await this.#worker.ask(request, { timeLimitMs: this.#timeLimitMs, signal });
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof WorkerTimeout) throw new UnparsableLesson('takes too long to take apart');
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new UnparsableLesson('needs too much memory to be taken apart');
      const sentence = 'The Markdown parser has stopped. Try again.';
      throw new BookFailure('StorageError', 'STORAGE_ERROR', sentence, { retryable: true });
    }
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}

/** A lesson that cannot be taken apart. */
export class UnparsableLesson extends BookFailure {
  constructor(what: string) {
    const message = `The lesson ${what}. Read and write it as a whole, or split it.`;
    super('ValidationError', 'VALIDATION_ERROR', message, { issues: [{ field: 'path', message }] });
  }
}
