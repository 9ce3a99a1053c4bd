import { fetch } from 'undici';
import { openDispatcher, type ProxySettings } from '../../../lib/proxies.ts';
import type { FetchOnce } from '../../../lib/same-origin.ts';

/** `fetch` behind proxies. */
export function proxiedFetch(timeLimitMs: number, proxy: ProxySettings): FetchOnce {
  const dispatcher = openDispatcher(timeLimitMs, proxy);
  return (url, init) => fetch(url, { ...init, dispatcher } as object) as Promise<unknown> as Promise<Response>;
}
