import type { OpenToolset, Outcome } from '../../kernel/dispatch.ts';
import type { Log } from '../../kernel/log.ts';
import { Metrics } from '../../kernel/metrics.ts';
import { createApp } from './app.ts';
import { SignedUrls } from './archives.ts';
import { Authentication, type Verifier } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { Guards } from './guards.ts';
import { Health } from './health.ts';
import type { JwtOptions } from './jwt.ts';
import { type LimitOptions, Limits } from './limits.ts';
import { type ListenOptions, listen } from './listen.ts';
import { listenerOf } from './listener.ts';
import { Meters } from './meters.ts';
import { type SessionOptions, Sessions } from './sessions.ts';
import { shutDown } from './shutdown.ts';
import { parseTokens } from './tokens.ts';
import type { Visit } from './visit.ts';

const SWEEP_EVERY_MS = 30_000;

/** What a server over HTTP can be told. */
export interface HttpOptions {
  readonly version: string;
  readonly listen: ListenOptions;
  readonly loopback: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly publicUrl?: URL | undefined;
  /** Tokens as they were written down, with where. */
  readonly tokens: readonly { readonly text: string; readonly source: string }[];
  readonly jwt?: JwtOptions | undefined;
  readonly scopes: readonly string[];
  readonly archiveKey?: string | undefined;
  readonly limits: LimitOptions;
  readonly sessions: SessionOptions;
  readonly graceMs: number;
}

/** What is served: made once metrics and addresses exist, since toolsets want both. */
export interface Content {
  readonly opened: readonly OpenToolset[];
  readonly endpoints: readonly Endpoint[];
  readonly absent: ReadonlyMap<string, string>;
}

/** What the content may use of the server around it. */
export interface Around {
  readonly metrics: Metrics;
  downloadUrl(toolset: string, name: string, expires: Date): string;
  onCall(tool: string, outcome: Outcome, elapsedMs: number): void;
}

export interface HttpServer {
  readonly url: string;
  /** Stops accepting, finishes what runs, and closes; the toolsets stay open. */
  stop(): Promise<void>;
}

/** Brings up a server over HTTP. */
export async function serveHttp(
  options: HttpOptions,
  log: Log,
  open: (around: Around) => Promise<Content>,
): Promise<HttpServer> {
  const { publicUrl } = options;
  const published = publicUrl?.href.replace(/\/+$/, '');
  let ownUrl = '';
  let draining = false;
  const metrics = new Metrics();
  const meters = new Meters(metrics);
  const limits = new Limits(options.limits);
  const sessions = new Sessions(options.sessions);
  meters.watch(sessions, limits);
  const signedUrls = new SignedUrls(() => published ?? ownUrl, options.archiveKey);
  const baseUrl = (visit: Visit) => published ?? `http://${visit.header('host')}`;
  const verifiers = await verifiersOf(options, log);

  const health = new Health(options.version, log);
  const content = await open({
    metrics,
    downloadUrl: (toolset, name, expires) => signedUrls.make(toolset, name, expires),
    onCall: (tool, outcome, elapsedMs) => {
      health.called();
      meters.call(tool, outcome, elapsedMs);
    },
  });
  health.watch(content.opened);
  const app = createApp({
    ...content,
    authentication: new Authentication(verifiers, baseUrl),
    guards: new Guards(options),
    limits,
    sessions,
    health,
    metrics,
    meters,
    signedUrls,
    resource: { issuer: options.jwt?.issuer, scopes: options.scopes },
    log,
    baseUrl,
    isDraining: () => draining,
  });

  const { server, sockets, port } = await listen(listenerOf(app), options.listen);
  const sweeping = setInterval(() => sessions.sweep(), SWEEP_EVERY_MS).unref();
  const { host } = options.listen;
  ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    url: ownUrl,
    stop: async () => {
      draining = true;
      clearInterval(sweeping);
      await shutDown({ server, sockets, sessions, endpoints: content.endpoints, graceMs: options.graceMs, log });
    },
  };
}

/** The verifier of signed tokens brings a library with it, so it is loaded only where it is wanted. */
async function verifiersOf({ tokens, jwt }: HttpOptions, log: Log): Promise<Verifier[]> {
  const verifiers: Verifier[] = tokens.map(({ text, source }) => parseTokens(text, source));
  if (jwt === undefined) return verifiers;
  const { JwtVerifier } = await import('./jwt.ts');
  return [...verifiers, new JwtVerifier(jwt, log)];
}
