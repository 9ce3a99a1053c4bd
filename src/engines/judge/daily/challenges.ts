import { inTime } from '../../../lib/abort.ts';
import { CATALOGUE_SOURCE } from '../catalogue/catalogue.ts';
import { rotationIndex } from '../catalogue/rotation.ts';
import type { Daily, Problem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import { Unreachable } from '../sync/failure.ts';
import type { Domain } from './domains.ts';
import { Jobs } from './jobs.ts';

const WAIT_MS = 10_000;

/** Fetches the challenge of a day from its platform and puts it, and others that come along, into the store. */
export type DailyFetcher = (domain: Domain, date: string, store: Store) => Promise<void>;

type DailyAnswer = { readonly challenge: Daily } | { readonly retryAfter: number };

interface DailyOptions {
  readonly now: () => Date;
  /** How the store is filled; without it, the catalogue has a problem for every day. */
  readonly fetcher?: DailyFetcher | undefined;
  /** How long an answer waits for a fetch. */
  readonly waitMs?: number | undefined;
  /** Hears of fetches that failed. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}

/** Problems of the day: from the store, else fetched once however many ask, else, without a way to the platform, from the catalogue. */
export class DailyChallenges {
  readonly #jobs: Jobs;

  constructor(
    private readonly store: Store,
    private readonly options: DailyOptions,
  ) {
    this.#jobs = new Jobs(options.now, options.onFailure);
  }

  async get(domain: Domain, date: string, { wait }: { wait: boolean }): Promise<DailyAnswer> {
    const stored = this.store.daily(domain, date);
    if (stored !== undefined) return { challenge: stored };
    const { fetcher } = this.options;
    if (fetcher === undefined) return { challenge: this.ofCatalogue(date, domain) };
    const job = this.#jobs.run(`${domain}:${date}`, async () => {
      await fetcher(domain, date, this.store);
      if (this.store.daily(domain, date) === undefined) throw new Error('the platform gave no challenge for this day');
    });
    if (wait && job.done !== undefined) await inTime(this.options.waitMs ?? WAIT_MS, job.done);
    const fetched = this.store.daily(domain, date);
    if (fetched !== undefined) return { challenge: fetched };
    if (job.failure() instanceof Unreachable) return { challenge: this.ofCatalogue(date, domain) };
    return { retryAfter: job.retryAfter };
  }

  /** The problem that the rotation of the catalogue has for a day. It names its source, as it is not LeetCode's. */
  ofCatalogue(date: string, domain: string): Daily & Pick<Problem, 'source'> {
    const total = this.store.count(CATALOGUE_SOURCE);
    const id = String(rotationIndex(date, total) + 1);
    const problem = this.store.find(CATALOGUE_SOURCE, id);
    if (problem === undefined) throw new Error(`the catalogue has ${total} problems but none with the id ${id}`);
    return { date, domain, ...problem };
  }
}
