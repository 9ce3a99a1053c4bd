import { CALL_SCOPE } from '../kernel/dispatch.ts';
import type { HttpOptions } from '../transports/http/serve.ts';
import { VERSION } from '../version.ts';
import type { Flags } from './settings.ts';
import { UsageError } from './usage.ts';

interface ServeOption {
  readonly key: string;
  readonly flag?: string;
  readonly env: string;
  readonly description: string;
}

/** What `quartet serve` can be told besides what its toolsets can. */
export const SERVE_OPTIONS: readonly ServeOption[] = [
  option('host', '--host <address>', 'address to listen on; 127.0.0.1 unless told, others need tokens'),
  option('port', '--port <number>', 'port; 8000 or the next free one unless told'),
  option('publicUrl', '--public-url <url>', 'how clients reach the server, if through a proxy'),
  option('allowedHost', '--allowed-host <names>', 'more names that the Host header may have, with commas'),
  option('allowedOrigin', '--allowed-origin <origins>', 'origins whose pages may use the server, with commas'),
  option('tokenFile', '--token-file <file>', 'tokens, one a line: NAME TOKEN SCOPE…'),
  { key: 'tokens', env: 'QUARTET_TOKENS', description: 'the same in the environment, with ; between tokens' },
  option('jwksUrl', '--jwks-url <url>', 'keys of the authorization server whose tokens are accepted'),
  option('issuer', '--issuer <url>', 'issuer that those tokens must name'),
  option('audience', '--audience <names>', 'audience that those tokens must name, with commas'),
  option('clockSkew', '--clock-skew <seconds>', 'how far clocks may differ, 0 to 60; 30 unless told'),
  {
    key: 'archiveKey',
    env: 'QUARTET_ARCHIVE_KEY',
    description: 'secret that signs archive addresses, the same on all replicas',
  },
  option(
    'rateLimit',
    '--rate-limit <number>',
    'requests a second for each token; 100 unless told, none without tokens',
  ),
  option('maxConcurrent', '--max-concurrent <number>', 'requests at once for each token; 64 unless told'),
  option('maxQueue', '--max-queue <number>', 'requests that may wait for each token; 256 unless told'),
  option('maxSessions', '--max-sessions <number>', 'open sessions; 10000 unless told, 0 for none'),
  option('sessionIdle', '--session-idle <seconds>', 'a session unused for so long ends; 1800 unless told'),
  option('maxConnections', '--max-connections <number>', 'open connections; 4096 unless told'),
  option('headerTimeout', '--header-timeout <seconds>', 'time to send the headers; 10 unless told'),
  option('requestTimeout', '--request-timeout <seconds>', 'time to send a whole request; 60 unless told'),
  option('shutdownGrace', '--shutdown-grace <seconds>', 'time to finish running requests at the end; 10 unless told'),
];

function option(key: string, flag: string, description: string): ServeOption {
  const env = `QUARTET_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  return { key, flag, env, description };
}

/** Reads flags and environment; `readFile` gives the text of the token file. */
export function readServeOptions(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  readFile: (path: string) => string,
): HttpOptions {
  const values = new Values(flags, env);
  const host = values.text('host') ?? '127.0.0.1';
  const loopback = isLoopback(host);
  const tokens = tokensOf(values, readFile);
  const jwt = jwtOf(values);
  if (!loopback && tokens.length === 0 && jwt === undefined) {
    throw new UsageError(
      `--host ${host} can be reached by others, so the server needs tokens: --token-file, QUARTET_TOKENS or --jwks-url.`,
    );
  }
  const hasTokens = tokens.length > 0 || jwt !== undefined;
  const port = values.number('port', 0, 65_535);
  return {
    version: VERSION,
    listen: {
      host,
      port: port ?? 8000,
      morePorts: port === undefined ? 100 : 0,
      headersTimeoutMs: (values.number('headerTimeout', 1, 600) ?? 10) * 1000,
      requestTimeoutMs: (values.number('requestTimeout', 1, 3600) ?? 60) * 1000,
      maxConnections: values.number('maxConnections', 1) ?? 4096,
    },
    loopback,
    publicUrl: values.url('publicUrl'),
    allowedHosts: values.list('allowedHost'),
    allowedOrigins: values.list('allowedOrigin').map(checkedOrigin),
    tokens,
    jwt,
    scopes: [CALL_SCOPE, 'fs:read', 'fs:write', 'fs:admin'],
    archiveKey: checkedKey(values.text('archiveKey')),
    limits: {
      ratePerSecond: values.number('rateLimit', 1) ?? (hasTokens ? 100 : Number.POSITIVE_INFINITY),
      maxConcurrent: values.number('maxConcurrent', 1) ?? 64,
      maxQueued: values.number('maxQueue', 0) ?? 256,
    },
    sessions: {
      maxSessions: values.number('maxSessions', 0) ?? 10_000,
      maxSessionsEach: hasTokens ? 1000 : Number.POSITIVE_INFINITY,
      idleMs: (values.number('sessionIdle', 1) ?? 1800) * 1000,
    },
    graceMs: (values.number('shutdownGrace', 0, 3600) ?? 10) * 1000,
  };
}

/** Tells whether an address can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

class Values {
  constructor(
    private readonly flags: Flags,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  text(key: string): string | undefined {
    const flag = this.flags[key];
    const variable = SERVE_OPTIONS.find((candidate) => candidate.key === key)?.env ?? '';
    return typeof flag === 'string' ? flag : this.env[variable] || undefined;
  }

  list(key: string): string[] {
    const words = this.text(key)?.split(',') ?? [];
    return words.map((word) => word.trim()).filter((word) => word !== '');
  }

  number(key: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
    throw new UsageError(`${this.#name(key)} must be a whole number, ${range}.`);
  }

  url(key: string): URL | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
    throw new UsageError(`${this.#name(key)} must be an address that begins with http:// or https://.`);
  }

  #name(key: string): string {
    const found = SERVE_OPTIONS.find((candidate) => candidate.key === key);
    return `${found?.flag?.split(' ')[0]} (${found?.env})`;
  }
}

function tokensOf(values: Values, readFile: (path: string) => string): HttpOptions['tokens'] {
  const file = values.text('tokenFile');
  const inline = values.text('tokens');
  return [
    ...(file === undefined ? [] : [{ text: readFile(file), source: '--token-file' }]),
    ...(inline === undefined ? [] : [{ text: inline, source: 'QUARTET_TOKENS' }]),
  ];
}

function jwtOf(values: Values): HttpOptions['jwt'] {
  const jwksUrl = values.url('jwksUrl');
  const issuer = values.text('issuer');
  const audience = values.list('audience');
  if (jwksUrl === undefined && issuer === undefined && audience.length === 0) return undefined;
  if (jwksUrl === undefined || issuer === undefined || audience.length === 0) {
    throw new UsageError('--jwks-url, --issuer and --audience belong together: give all three.');
  }
  if (jwksUrl.protocol !== 'https:' && !isLoopback(jwksUrl.hostname.replace(/^\[|\]$/g, ''))) {
    throw new UsageError('--jwks-url must begin with https://: whoever can change the keys can make any token.');
  }
  return { jwksUrl, issuer, audience, skewSeconds: values.number('clockSkew', 0, 60) ?? 30 };
}

function checkedOrigin(origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
  throw new UsageError(`'${origin}' is no origin: write scheme, host and port only, such as https://app.example.com.`);
}

function checkedKey(key: string | undefined): string | undefined {
  if (key === undefined || key.length >= 32) return key;
  throw new UsageError('QUARTET_ARCHIVE_KEY must have at least 32 characters.');
}
