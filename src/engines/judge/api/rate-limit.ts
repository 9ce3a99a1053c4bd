import { TokenBuckets } from '../../../lib/token-bucket.ts';
import { HttpProblem } from './http-problem.ts';

/** Keeps each client to a number of requests a minute. */
export class RateLimit {
  readonly #buckets: TokenBuckets;

  constructor(
    /** Requests that a client may make in a minute, in the long run and at once. */
    private readonly perMinute: number,
    now: () => Date,
  ) {
    this.#buckets = new TokenBuckets({ capacity: perMinute, refill: perMinute, everyMs: 60_000 }, () =>
      now().getTime(),
    );
  }

  /** Counts a request, or refuses it with the seconds to wait. */
  take(client: string): void {
    const seconds = this.#buckets.take(client);
    if (seconds === 0) return;
    const detail = `more than ${this.perMinute} requests a minute; try again in ${seconds} s`;
    throw new HttpProblem(429, detail, { headers: { 'retry-after': String(seconds) } });
  }
}
