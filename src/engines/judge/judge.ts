import { createApi } from './api/app.ts';
import { fillFromCatalogue } from './catalogue/fill.ts';
import { DailyChallenges, type DailyFetcher } from './daily/challenges.ts';
import type { Embedder } from './embed/embedder.ts';
import { LexicalSearcher } from './search/lexical.ts';
import type { Searcher } from './search/searcher.ts';
import { SemanticSearcher } from './search/semantic.ts';
import { openStore } from './store/open.ts';
import type { Store } from './store/store.ts';

export interface JudgeOptions {
  /** The database; it is made when there is none. */
  readonly file: string;
  readonly version: string;
  readonly now: () => Date;
  /** For a judge inside of the program that asks it: no tokens. */
  readonly trusted?: boolean;
  /** Where problems of the day come from (default: the catalogue). */
  readonly fetchDaily?: DailyFetcher;
  /** How long a request for a problem of the day waits for it (default: ten seconds). */
  readonly dailyWaitMs?: number;
  /** What searches by meaning ask for vectors, opened by the first of them (default: searches go by words alone). */
  readonly embedder?: () => Promise<Embedder>;
  readonly onFailure?: (failure: unknown) => void;
}

export interface Judge {
  /** Its HTTP API as a function. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly store: Store;
  /** Gives every problem that lacks them its vectors, and tells how many have them. Failures go to `onFailure`. */
  index(onProgress?: (done: number, total: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** Opens the judge on its database, with the catalogue in it. */
export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const { file, version, now, trusted = false } = options;
  let closing = false;
  // Closing the judge ends what still runs: that is no failure of it.
  const onFailure = (failure: unknown) => {
    if (!closing) options.onFailure?.(failure);
  };
  const store = await openStore(file, { now });
  try {
    await fillFromCatalogue(store);
  } catch (error) {
    store.close();
    throw error;
  }
  const daily = new DailyChallenges(store, {
    now,
    fetcher: options.fetchDaily,
    waitMs: options.dailyWaitMs,
    onFailure,
  });
  const open = options.embedder;
  const semantic = open && new SemanticSearcher(store, { open, onFailure });
  const searcher: Searcher = semantic ?? new LexicalSearcher(store);
  const fetch = createApi({ store, daily, searcher, version, now, trusted, onFailure });
  return {
    fetch,
    store,
    index: async (onProgress) => semantic?.index(onProgress),
    close: async () => {
      closing = true;
      await semantic?.close();
      store.close();
    },
  };
}
