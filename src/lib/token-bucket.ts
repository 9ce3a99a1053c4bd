export interface TokenBucketOptions {
  /** How many tokens a full bucket holds. */
  readonly capacity: number;
  /** How many it gets back in `everyMs`, evenly. */
  readonly refill: number;
  readonly everyMs: number;
  /** How many buckets are kept; the one that was not used for the longest time is forgotten, and so is full again. */
  readonly maxKeys?: number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** A bucket of tokens for each key. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly options: TokenBucketOptions,
    /** In milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a token. Gives 0, or the whole seconds after which there is one. */
  take(key: string): number {
    const { refill, everyMs } = this.options;
    const at = this.now();
    const tokens = this.#tokens(key, at);
    this.#set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) * everyMs) / (refill * 1000)));
  }

  /** Puts a token back that was not needed. */
  giveBack(key: string): void {
    const at = this.now();
    this.#set(key, { tokens: this.#tokens(key, at) + 1, at });
  }

  #tokens(key: string, at: number): number {
    const { capacity, refill, everyMs } = this.options;
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return capacity;
    return Math.min(capacity, bucket.tokens + (Math.max(0, at - bucket.at) / everyMs) * refill);
  }

  /** Put at the end of the map: its first is the one unused for the longest time. A full bucket need not be kept. */
  #set(key: string, bucket: Bucket): void {
    const { capacity, maxKeys = 10_000 } = this.options;
    this.#buckets.delete(key);
    if (bucket.tokens < capacity) this.#buckets.set(key, bucket);
    if (this.#buckets.size > maxKeys) this.#buckets.delete(this.#buckets.keys().next().value as string);
  }
}
