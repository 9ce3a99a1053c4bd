import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf, isThrottled } from './errors.ts';

/** How patient the storage is with its server. */
export interface Patience {
  readonly attempts: number;
  /** The longest wait before the second attempt; doubled for each one after it. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** For one attempt, from its first byte to its last. */
  readonly requestMs: number;
  /** For the next piece of a stream. */
  readonly idleMs: number;
  /** Requests under way at the same time. */
  readonly atOnce: number;
}

export const PATIENCE: Patience = {
  attempts: 7,
  firstDelayMs: 60,
  longestDelayMs: 4000,
  requestMs: 30_000,
  idleMs: 20_000,
  atOnce: 48,
};

const THROTTLED_FACTOR = 4;

/** Does a request again, later and later, at random moments, as long as another attempt may help. */
export async function retried<T>(
  patience: Patience,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      const failure = failureOf(error);
      if (!failure.retryable || count >= patience.attempts) throw failure;
      const longest = patience.firstDelayMs * 2 ** (count - 1) * (isThrottled(failure) ? THROTTLED_FACTOR : 1);
      await sleep(Math.random() * Math.min(longest, patience.longestDelayMs), undefined, { signal });
    }
  }
}
