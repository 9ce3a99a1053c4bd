import type { CallObserver, OpenToolset } from '../../kernel/dispatch.ts';
import { Metrics } from '../../kernel/metrics.ts';
import type { HostServices } from '../../kernel/toolset.ts';
import type { UnexpectedErrors } from '../../kernel/unexpected-errors.ts';
import { Budget, type BudgetOptions } from '../../lib/budget.ts';
import type { Log } from '../../lib/log.ts';
import { createApp } from './app.ts';
import { LocalAccounts } from './gate/accounts.ts';
import { Authentication, StaticTokens, type Verifier, WrongTokens } from './gate/auth.ts';
import { Connections } from './gate/connections.ts';
import { ClientAddresses, Guards } from './gate/guards.ts';
import type { JwtOptions } from './gate/jwt.ts';
import { type LimitOptions, Limits } from './gate/limits.ts';
import type { TokenSource } from './gate/tokens.ts';
import { type ListenOptions, listen } from './listen.ts';
import { listenerOf } from './listener.ts';
import type { Endpoint } from './mcp/endpoint.ts';
import { type SessionOptions, Sessions } from './mcp/sessions.ts';
import type { RequestContext } from './request-context.ts';
import { CallFeed } from './routes/console/call-feed.ts';
import { Console, type ConsoleOptions } from './routes/console/console.ts';
import { LiveStory } from './routes/console/live-story.ts';
import { Health } from './routes/health.ts';
import { Meters } from './routes/metrics.ts';
import { shutDown } from './shutdown.ts';
import { SignedUrls, UPLOADS_PATH } from './signed-urls.ts';

const SWEEP_EVERY_MS = 30_000;
const UNTRUSTED_PROXY =
  'requests say that they were forwarded, but --trusted-proxy does not name this proxy: its own address counts for them';

/** What a server over HTTP can be told. */
export interface HttpOptions {
  readonly version: string;
  readonly listen: ListenOptions;
  /** Whether only this machine can reach the server. */
  readonly localOnly: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly publicUrl?: URL | undefined;
  /** Tokens as they are written down, with where. */
  readonly tokens: readonly TokenSource[];
  readonly jwt?: JwtOptions | undefined;
  readonly scopes: readonly string[];
  /** Addresses and networks that are believed when they say for whom they forward a request. */
  readonly trustedProxies: readonly string[];
  /** How many wrong tokens of one address are looked at. */
  readonly wrongTokensPerMinute: number;
  readonly archiveKey?: string | undefined;
  readonly limits: LimitOptions;
  /** What requests and answers may hold at once. */
  readonly memory: BudgetOptions;
  readonly sessions: SessionOptions;
  readonly graceMs: number;
  /** The page for people; absent where it is not served. */
  readonly console?: ConsoleOptions | undefined;
}

/** What is served: made once metrics and addresses exist, since toolsets want both. */
export interface Content {
  readonly opened: readonly OpenToolset[];
  readonly endpoints: readonly Endpoint[];
  readonly absent: ReadonlyMap<string, string>;
  /** The toolsets that should be there and could not be opened. */
  readonly leftOut: readonly string[];
}

/** What the server offers to its content. */
export interface HttpHost {
  servicesFor(toolsetId: string): HostServices;
  readonly observers: readonly CallObserver[];
}

export interface HttpServer {
  readonly url: string;
  /** Reads the written tokens again; throws, and keeps the old ones, when they are not right. */
  reloadTokens(): void;
  /** How many messages are worked on, or wait for their turn. */
  readonly running: number;
  /** Stops accepting, finishes what runs, and closes; the toolsets stay open. Gives how many messages had to be cut off. */
  stop(): Promise<number>;
}

/** Brings up a server over HTTP. */
export async function serveHttp(
  options: HttpOptions,
  log: Log,
  unexpected: UnexpectedErrors,
  open: (host: HttpHost) => Promise<Content>,
): Promise<HttpServer> {
  const { publicUrl } = options;
  const published = publicUrl?.href.replace(/\/+$/, '');
  let ownUrl = '';
  const metrics = new Metrics();
  const meters = new Meters(metrics);
  const limits = new Limits(options.limits);
  const sessions = new Sessions(options.sessions);
  const budget = new Budget(options.memory);
  const addresses = new ClientAddresses(options.trustedProxies, (proxy) => log.warn({ proxy }, UNTRUSTED_PROXY));
  const connections = new Connections(options.listen.maxConnectionsPerAddress, (address) => addresses.trusts(address));
  meters.watch(sessions, limits);
  meters.watchRoom(budget, connections);
  const signedUrls = new SignedUrls(() => published ?? ownUrl, options.archiveKey);
  const uploadUrls = new SignedUrls(() => published ?? ownUrl, options.archiveKey, undefined, UPLOADS_PATH);
  const baseUrl = (context: RequestContext) => published ?? `http://${context.header('host')}`;
  const staticTokens = options.tokens.length === 0 ? undefined : new StaticTokens(options.tokens);
  const verifiers = await verifiersOf(staticTokens, options.jwt);

  meters.watchErrors(unexpected);
  const feed = options.console && new CallFeed(options.console.payloads);
  const health = new Health(options.version, log, unexpected, meters.calls);
  const content = await open({
    servicesFor: (toolset) => ({
      metrics,
      downloadUrl: (name, expires) => signedUrls.make(toolset, name, expires),
      uploadUrl: (name, expires) => uploadUrls.make(toolset, name, expires),
    }),
    observers: feed ? [meters.calls.recordCall, feed.record] : [meters.calls.recordCall],
  });
  health.watch(content.opened, content.leftOut);
  const authentication = new Authentication(
    verifiers,
    baseUrl,
    new LocalAccounts(),
    new WrongTokens(options.wrongTokensPerMinute),
    log,
  );
  const load = { sessions, limits, budget, connections };
  const { version, console: consoleOptions } = options;
  const shown = { program: consoleOptions?.program, statistics: feed?.statistics };
  const story = new LiveStory({ ...content, ...shown, version, authentication, health, load });
  const parts = {
    ...content,
    authentication,
    console: consoleOptions && feed && new Console(consoleOptions, feed, story),
    guards: new Guards({ ...options, hasPage: consoleOptions !== undefined }),
    addresses,
    limits,
    budget,
    sessions,
    health,
    metrics,
    requests: meters.requests,
    signedUrls,
    uploadUrls,
    patienceMs: options.listen.requestTimeoutMs,
    resource: { issuer: options.jwt?.issuer, scopes: options.scopes },
    log,
    baseUrl,
  };

  const { sockets } = connections;
  const { server, port } = await listen(listenerOf(parts, createApp(parts)), options.listen, connections, (error) =>
    log.warn({ err: error }, 'a connection could not be accepted'),
  );
  const sweeping = setInterval(() => sessions.sweep(), SWEEP_EVERY_MS).unref();
  const { host } = options.listen;
  ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const running = () => limits.running + limits.queued;
  return {
    url: ownUrl,
    reloadTokens: () => staticTokens?.reload(),
    get running() {
      return running();
    },
    stop: async () => {
      health.isDraining = true;
      clearInterval(sweeping);
      parts.console?.close();
      const { endpoints } = content;
      return shutDown({ server, sockets, sessions, endpoints, graceMs: options.graceMs, running, log });
    },
  };
}

/** The verifier of signed tokens brings a library with it, so it is loaded only where it is wanted. */
async function verifiersOf(staticTokens: StaticTokens | undefined, jwt: JwtOptions | undefined): Promise<Verifier[]> {
  const verifiers: Verifier[] = staticTokens === undefined ? [] : [staticTokens];
  if (jwt === undefined) return verifiers;
  const { JwtVerifier } = await import('./gate/jwt.ts');
  return [...verifiers, new JwtVerifier(jwt)];
}
