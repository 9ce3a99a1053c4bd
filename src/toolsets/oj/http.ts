import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';

export interface ProxySettings {
  readonly httpProxy?: string | undefined;
  readonly httpsProxy?: string | undefined;
  readonly noProxy?: string | undefined;
}

export interface Http {
  readonly request: typeof request;
  readonly dispatcher: Dispatcher;
}

/** A keep-alive client, behind the proxies of the environment where there are any. */
export function openHttp(timeLimitMs: number, { httpProxy, httpsProxy, noProxy }: ProxySettings): Http {
  const options = { headersTimeout: timeLimitMs, bodyTimeout: timeLimitMs, connect: { timeout: timeLimitMs } };
  if (httpProxy === undefined && httpsProxy === undefined) return { request, dispatcher: new Agent(options) };
  const proxies = { httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy: noProxy ?? '' };
  // Plain http needs no tunnel, and many proxies allow one to port 443 alone.
  return { request, dispatcher: new EnvHttpProxyAgent({ ...options, ...proxies, proxyTunnel: false }) };
}
