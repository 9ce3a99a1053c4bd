import { Refused, SyncFailure, Unreachable } from './failure.ts';

const AGENT = 'Mozilla/5.0 (compatible; OJ-API-Bot/1.0)';
const TRIES = 3;
const TIME_LIMIT_MS = 30_000;
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_IN_GAPS = 2.5;
const TRY_LATER = new Set([403, 408, 425, 429, 500, 502, 503, 504]);
const CHALLENGES = /just a moment|attention required/i;

export interface WebOptions {
  /** The time between the beginnings of two requests. */
  readonly gapMs: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
  /** How often a platform is asked that does not want to answer; three times unless told. */
  readonly tries?: number;
  /** How long an answer may take; 30 s unless told. */
  readonly timeLimitMs?: number;
}

/** Asks a platform slowly, and again after a while when it does not want to answer. */
export class Web {
  #next = 0;

  constructor(private readonly options: WebOptions) {}

  async json(url: string, init: RequestInit = {}): Promise<unknown> {
    const text = await this.text(url, init);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new SyncFailure(`${pathOf(url)} did not answer with JSON. Nothing of it was stored.`);
    }
  }

  async text(url: string, init: RequestInit = {}): Promise<string> {
    const { tries = TRIES } = this.options;
    let last: Trouble = { trouble: '', again: true };
    let wait = this.options.gapMs * FIRST_WAIT_IN_GAPS;
    for (let attempt = 1; attempt <= tries; attempt++) {
      await this.#turn();
      const outcome = await this.#ask(url, init);
      if ('text' in outcome) return outcome.text;
      last = outcome;
      if (!outcome.again) throw new SyncFailure(`${pathOf(url)} ${outcome.trouble}`);
      if (attempt < tries) await this.options.sleep(Math.min(LONGEST_WAIT_MS, Math.max(wait, outcome.afterMs ?? 0)));
      wait *= 2;
    }
    const Failure = last.unreachable ? Unreachable : Refused;
    const times = tries === 1 ? '' : `, ${tries} times`;
    throw new Failure(`${pathOf(url)} ${last.trouble}${times}. Try again later: what is stored stays.`);
  }

  async #turn(): Promise<void> {
    const now = this.options.now().getTime();
    const start = Math.max(now, this.#next);
    this.#next = start + this.options.gapMs;
    if (start > now) await this.options.sleep(start - now);
    this.options.signal?.throwIfAborted();
  }

  async #ask(url: string, init: RequestInit): Promise<Outcome> {
    const late = AbortSignal.timeout(this.options.timeLimitMs ?? TIME_LIMIT_MS);
    const { signal } = this.options;
    try {
      const response = await fetch(url, {
        ...init,
        headers: { 'user-agent': AGENT, ...init.headers },
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      const text = await response.text();
      const challenged = CHALLENGES.test(text.slice(0, 2000));
      if (response.ok && !challenged) return { text };
      const afterMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
      return {
        trouble: challenged ? 'showed a page that only people get past' : `answered ${response.status}`,
        again: challenged || TRY_LATER.has(response.status),
        ...(afterMs > 0 && { afterMs }),
      };
    } catch (error) {
      signal?.throwIfAborted();
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
      return { trouble: `could not be reached (${code})`, again: true, unreachable: true };
    }
  }
}

interface Trouble {
  readonly trouble: string;
  readonly again: boolean;
  readonly afterMs?: number;
  readonly unreachable?: true;
}

type Outcome = { readonly text: string } | Trouble;

const pathOf = (url: string) => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};
