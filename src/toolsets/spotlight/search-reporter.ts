import { basename } from 'node:path';
import type { Hit } from '../../engines/filesearch/engine.ts';
import type { Call } from '../../kernel/tool.ts';
import { harmless } from '../../lib/harmless.ts';
import { firstPage, SUMMARY_KEY } from './present-results.ts';
import type { View } from './view.ts';

const MOST_HITS = 10;
const MOST_BYTES = 4000;
const LONGEST_NAME = 80;

/**
 * Tells a client that asked for it how far a search is, whenever it got further, and which hits are the best so far: the first one in the
 * message, a few as programs read them in `_meta`. They are no longer than a page.
 */
export class SearchReporter {
  readonly #call: Pick<Call, 'progress' | 'meta'>;
  readonly #view: View;
  #last = 0;
  #seen = 0;
  #read = 0;
  #best = '';
  #isOver = false;

  constructor(call: Pick<Call, 'progress' | 'meta'>, view: View) {
    this.#call = call;
    this.#view = view;
  }

  readonly onProgress = (seen: number, read: number): void => {
    if (this.#isOver || seen + read <= this.#seen + this.#read) return;
    [this.#seen, this.#read] = [seen, read];
    this.#tell();
  };

  /** For a client that cannot hear it, nothing is looked for early. */
  get onHits(): ((hits: readonly Hit[]) => void) | undefined {
    return this.#call.meta.progressToken === undefined
      ? undefined
      : (hits) => void this.#tellHits(hits).catch(() => {});
  }

  /** Nothing is told behind the answer. */
  end(): void {
    this.#isOver = true;
  }

  async #tellHits(hits: readonly Hit[]): Promise<void> {
    const first = hits[0];
    if (this.#isOver || first === undefined) return;
    const { results } = await firstPage(hits.slice(0, MOST_HITS), {
      ...this.#view,
      detail: 'brief',
      pageBytes: MOST_BYTES,
    });
    if (this.#isOver) return;
    this.#best = `; best so far: ${harmless(basename(first.path)).slice(0, LONGEST_NAME)}`;
    this.#tell({ [SUMMARY_KEY]: { results } });
  }

  // Each notification must tell of more than the one before.
  #tell(meta?: Readonly<Record<string, unknown>>): void {
    this.#last = Math.max(this.#seen + this.#read, this.#last + 1);
    const message = `${this.#seen} files seen, ${this.#read} read${this.#best}`;
    this.#call.progress(this.#last, undefined, message, ...(meta ? [meta] : []));
  }
}
