import { codeOf } from '../../../lib/errno.ts';
import type { ProxySettings } from '../../../lib/proxies.ts';
import { type FetchOnce, ForeignRedirect, fetchWithinOrigin } from '../../../lib/same-origin.ts';
import { Cookies } from './cookies.ts';
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
  /** How often a platform is asked that does not want to answer (default: three times). */
  readonly tries?: number;
  /** How long an answer may take (default: 30 s). */
  readonly timeLimitMs?: number;
  readonly proxy?: ProxySettings | undefined;
}

/** Asks platforms slowly, and again after a while when they do not want to answer. Each gets back its own cookies. */
export class Web {
  #next = 0;
  readonly #cookies = new Map<string, Cookies>();
  #fetch: Promise<FetchOnce> | undefined;

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
      if (outcome.foreign) throw new Refused(`${pathOf(url)}: ${outcome.trouble}. Nothing of it was stored.`);
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

  async #fetchOnce(page: URL, init: RequestInit): Promise<Response> {
    const { proxy, now, timeLimitMs = TIME_LIMIT_MS } = this.options;
    const cookies = this.#cookies.get(page.origin) ?? new Cookies();
    this.#cookies.set(page.origin, cookies);
    this.#fetch ??= fetchBehind(timeLimitMs, proxy);
    const send = await this.#fetch;
    const response = await send(page, {
      ...init,
      headers: { 'user-agent': AGENT, ...cookies.header, ...init.headers },
    });
    cookies.take(response.headers, now());
    return response;
  }

  async #ask(url: string, init: RequestInit): Promise<Outcome> {
    const late = AbortSignal.timeout(this.options.timeLimitMs ?? TIME_LIMIT_MS);
    const { signal } = this.options;
    try {
      const asked = { ...init, signal: signal ? AbortSignal.any([signal, late]) : late };
      const response = await fetchWithinOrigin(url, asked, (page, sent) => this.#fetchOnce(page, sent));
      const text = await response.text();
      const challenged = CHALLENGES.test(text.slice(0, 2000));
      if (response.ok && !challenged) return { text };
      const afterMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
      return {
        trouble: challenged ? 'answered with a bot challenge' : `answered ${response.status}`,
        again: challenged || TRY_LATER.has(response.status),
        ...(afterMs > 0 && { afterMs }),
      };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ForeignRedirect) return { trouble: error.message, again: false, foreign: true };
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = codeOf(cause) || 'no answer';
      return { trouble: `could not be reached (${code})`, again: true, unreachable: true };
    }
  }
}

/** The client with proxies is loaded where there are any. */
async function fetchBehind(timeLimitMs: number, proxy: ProxySettings = {}): Promise<FetchOnce> {
  if (proxy.httpProxy === undefined && proxy.httpsProxy === undefined) return fetch;
  const { proxiedFetch } = await import('./proxied-fetch.ts');
  return proxiedFetch(timeLimitMs, proxy);
}

interface Trouble {
  readonly trouble: string;
  readonly again: boolean;
  readonly afterMs?: number;
  readonly unreachable?: true;
  readonly foreign?: true;
}

type Outcome = { readonly text: string } | Trouble;

const pathOf = (url: string) => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};
