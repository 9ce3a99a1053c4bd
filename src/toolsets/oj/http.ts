import { type Dispatcher, request } from 'undici';
import { openDispatcher, type ProxySettings } from '../../lib/proxies.ts';

export interface Http {
  readonly request: typeof request;
  readonly dispatcher: Dispatcher;
}

/** A client that keeps its connections, behind the proxies of the environment where there are any. */
export function openHttp(timeLimitMs: number, proxy: ProxySettings): Http {
  return { request, dispatcher: openDispatcher(timeLimitMs, proxy) };
}
