import { createHandler, type Handler } from './api/handler.ts';
import { RateLimit } from './api/rate-limit.ts';
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
  /** For a judge inside of the program that asks it: no tokens and no rate limit. */
  readonly trusted?: boolean;
  /** Requests that a client may make in a minute; no limit unless told. */
  readonly requestsPerMinute?: number;
  /** Where problems of the day come from; the catalogue unless told. */
  readonly fetchDaily?: DailyFetcher;
  /** How long a request for a problem of the day waits for it; ten seconds unless told. */
  readonly dailyWaitMs?: number;
  /** What searches by meaning ask for vectors, opened by the first of them; searches go by words alone unless told. */
  readonly embedder?: () => Promise<Embedder>;
  readonly onFailure?: (failure: unknown) => void;
}

export interface Judge {
  readonly fetch: Handler;
  readonly store: Store;
  /** Gives every problem that lacks them its vectors, and tells how many have them. Failures go to `onFailure`. */
  index(onProgress?: (done: number, total: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** Opens the judge on its database, with the catalogue in it. */
export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const { file, version, now, trusted = false, requestsPerMinute, onFailure = () => {} } = options;
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
  const limited = requestsPerMinute !== undefined && !trusted;
  const rateLimit = limited ? new RateLimit({ perMinute: requestsPerMinute, now }) : undefined;
  const open = options.embedder;
  const semantic = open && new SemanticSearcher(store, { open, onFailure });
  const searcher: Searcher = semantic ?? new LexicalSearcher(store);
  const fetch = createHandler({ store, daily, searcher, version, now, trusted, rateLimit, onFailure });
  return {
    fetch,
    store,
    index: async (onProgress) => semantic?.index(onProgress),
    close: async () => {
      await semantic?.close();
      store.close();
    },
  };
}
