export interface LimitOptions {
  /** Requests a second of one principal in the long run; twice as many at once. Infinity switches it off. */
  readonly ratePerSecond: number;
  /** Requests of one principal that are worked on at once. */
  readonly maxConcurrent: number;
  /** Requests of one principal that may wait for their turn. */
  readonly maxQueued: number;
}

/** What one principal has used up. */
interface Account {
  tokens: number;
  filledAt: number;
  running: number;
  readonly waiting: (() => void)[];
}

const MAX_ACCOUNTS = 10_000;

/** Keeps each principal to a rate and to a number of requests at once, so that none crowds out the others. */
export class Limits {
  readonly #accounts = new Map<string, Account>();

  constructor(
    private readonly options: LimitOptions,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one request from the rate. Gives 0, or the seconds after which to try again. */
  take(key: string): number {
    const { ratePerSecond } = this.options;
    if (ratePerSecond === Number.POSITIVE_INFINITY) return 0;
    const account = this.#account(key);
    const now = this.now();
    const burst = ratePerSecond * 2;
    account.tokens = Math.min(burst, account.tokens + ((now - account.filledAt) / 1000) * ratePerSecond);
    account.filledAt = now;
    if (account.tokens >= 1) {
      account.tokens--;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - account.tokens) / ratePerSecond));
  }

  /** Waits for a turn. Gives the function that ends it, or undefined when too many wait already. */
  enter(key: string, signal: () => AbortSignal): (() => void) | Promise<(() => void) | undefined> | undefined {
    const account = this.#account(key);
    if (account.running < this.options.maxConcurrent) {
      account.running++;
      return this.#leaving(account);
    }
    if (account.waiting.length >= this.options.maxQueued) return undefined;
    return this.#queue(account, signal());
  }

  get running(): number {
    return this.#sum((account) => account.running);
  }

  get queued(): number {
    return this.#sum((account) => account.waiting.length);
  }

  #queue(account: Account, signal: AbortSignal): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      const turn = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(this.#leaving(account));
      };
      const giveUp = () => {
        account.waiting.splice(account.waiting.indexOf(turn), 1);
        resolve(undefined);
      };
      account.waiting.push(turn);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Whoever leaves hands its place to the one that has waited longest. */
  #leaving(account: Account): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = account.waiting.shift();
      if (next === undefined) account.running--;
      else next();
    };
  }

  #account(key: string): Account {
    let account = this.#accounts.get(key);
    if (account === undefined) {
      if (this.#accounts.size >= MAX_ACCOUNTS) this.#forgetIdle();
      account = { tokens: this.options.ratePerSecond * 2, filledAt: this.now(), running: 0, waiting: [] };
      this.#accounts.set(key, account);
    }
    return account;
  }

  /** Somebody without a running request who has been quiet for two seconds has a full account anyway. */
  #forgetIdle(): void {
    const now = this.now();
    for (const [key, { running, filledAt }] of this.#accounts) {
      if (running === 0 && now - filledAt > 2000) this.#accounts.delete(key);
    }
  }

  #sum(figure: (account: Account) => number): number {
    let sum = 0;
    for (const account of this.#accounts.values()) sum += figure(account);
    return sum;
  }
}
