import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

export interface ProxySettings {
  readonly httpProxy?: string | undefined;
  readonly httpsProxy?: string | undefined;
  readonly noProxy?: string | undefined;
}

/** Connections that are kept alive, behind the proxies of the environment where there are any. */
export function openDispatcher(timeLimitMs: number, { httpProxy, httpsProxy, noProxy }: ProxySettings): Dispatcher {
  const options = { headersTimeout: timeLimitMs, bodyTimeout: timeLimitMs, connect: { timeout: timeLimitMs } };
  if (httpProxy === undefined && httpsProxy === undefined) return new Agent(options);
  const proxies = { httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy: noProxy ?? '' };
  // Plain http needs no tunnel, and many proxies allow one to port 443 alone.
  return new EnvHttpProxyAgent({ ...options, ...proxies, proxyTunnel: false });
}
