import { HttpProblem } from './http-problem.ts';

const MAX_CLIENTS = 10_000;

export interface RateLimitOptions {
  /** Requests that a client may make in a minute, in the long run and at once. */
  readonly perMinute: number;
  readonly now: () => Date;
}

/** A bucket of requests for each client that fills up evenly. */
export class RateLimit {
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(private readonly options: RateLimitOptions) {}

  /** Counts a request, or refuses it with the seconds to wait. */
  take(client: string): void {
    const { perMinute, now } = this.options;
    const perMs = perMinute / 60_000;
    const at = now().getTime();
    const bucket = this.#buckets.get(client) ?? { left: perMinute, at };
    const left = Math.min(perMinute, bucket.left + Math.max(0, at - bucket.at) * perMs);
    // Put at the end again: the first of the map is the one unheard of for the longest time.
    this.#buckets.delete(client);
    this.#buckets.set(client, { left: left < 1 ? left : left - 1, at });
    if (this.#buckets.size > MAX_CLIENTS) this.#buckets.delete(this.#buckets.keys().next().value as string);
    if (left >= 1) return;
    const seconds = Math.max(1, Math.ceil((1 - left) / perMs / 1000));
    const detail = `more than ${perMinute} requests a minute; try again in ${seconds} s`;
    throw new HttpProblem(429, detail, { headers: { 'retry-after': String(seconds) } });
  }
}
