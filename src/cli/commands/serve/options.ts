import { CALL_SCOPE } from '../../../kernel/dispatch.ts';
import { isNetwork } from '../../../transports/http/gate/guards.ts';
import { METRICS_SCOPE } from '../../../transports/http/gate/principal.ts';
import type { HttpOptions } from '../../../transports/http/serve.ts';
import { VERSION } from '../../../version.ts';
import type { Flags } from '../../options/settings.ts';
import type { ProgramCommand } from '../../terminal/client-command.ts';
import { UsageError } from '../../terminal/usage.ts';
import { isLoopback } from './loopback.ts';
import { type ServeOption, ServeValues } from './option-values.ts';
import { jwtOf, ownTokenOf, type TokenWorld, tokensOf } from './token-sources.ts';

/** How long a request may wait until there is room for its bytes. */
const MAX_WAIT_MS = 30_000;

/** Beside the folder of the built program's parts. */
const CONSOLE_FOLDER = new URL('../console/', import.meta.url);

/** What `quartet serve` can be told besides what its toolsets can. */
export const SERVE_OPTIONS: readonly ServeOption[] = [
  option('host', '--host <address>', 'address to listen on (default: 127.0.0.1); others need tokens'),
  option('port', '--port <number>', 'port (default: 8000 or the next free one); 0 lets the system choose'),
  option(
    'publicUrl',
    '--public-url <url>',
    'how clients reach the server through a proxy; in archive addresses, accepted as Host and Origin; needs tokens',
  ),
  option(
    'allowedHost',
    '--allowed-host <names>',
    'more names that the Host header may have, with commas; needs tokens',
  ),
  option('allowedOrigin', '--allowed-origin <origins>', 'origins whose pages may use the server, with commas'),
  option('tokenFile', '--token-file <file>', 'tokens, one a line: NAME TOKEN SCOPE…; read again on SIGHUP'),
  { key: 'tokens', env: 'QUARTET_TOKENS', description: 'the same in the environment, with ; between tokens' },
  {
    key: 'ownToken',
    env: 'QUARTET_TOKEN',
    description: 'auto, as --token auto: a token is made on first start and kept in the data folder',
  },
  option('jwksUrl', '--jwks-url <url>', 'keys of the authorization server whose tokens are accepted'),
  option('issuer', '--issuer <url>', 'issuer that those tokens must name'),
  option('audience', '--audience <names>', 'audience that those tokens must name, with commas'),
  option(
    'otherAudiences',
    '--other-audiences <names>',
    'audiences that those tokens may name besides, with commas, such as account; * for any (default: none)',
  ),
  option(
    'jwtTypes',
    '--jwt-types <names>',
    'types of those tokens, with commas; none is a token without one (default: at+jwt,JWT,none)',
  ),
  option('clockSkew', '--clock-skew <seconds>', 'how far clocks may differ, 0 to 60 (default: 30)'),
  {
    key: 'archiveKey',
    env: 'QUARTET_ARCHIVE_KEY',
    description:
      'secret of at least 32 characters that signs archive addresses, the same on all replicas (default: made at each start)',
  },
  option(
    'rateLimit',
    '--rate-limit <number>',
    'requests a second for each token, twice as many at once (default: 100, no limit without tokens)',
  ),
  option(
    'wrongTokens',
    '--wrong-tokens <number>',
    'wrong tokens a minute from one address, the first 64 bits of an IPv6 address (default: 30; 0: no limit)',
  ),
  option(
    'trustedProxy',
    '--trusted-proxy <addresses>',
    'addresses and networks of proxies whose X-Forwarded-For is believed, with commas (default: none)',
  ),
  option('maxConcurrent', '--max-concurrent <number>', 'requests at once for each token (default: 64)'),
  option('maxQueue', '--max-queue <number>', 'requests that may wait for each token (default: 256)'),
  option(
    'maxSessions',
    '--max-sessions <number>',
    'open sessions, at most 1000 for each token (default: 10000; 0: none)',
  ),
  option('sessionIdle', '--session-idle <seconds>', 'a session unused for so long ends (default: 1800)'),
  option('maxConnections', '--max-connections <number>', 'open connections (default: 4096)'),
  option(
    'maxConnectionsPerAddress',
    '--max-connections-per-address <number>',
    'open connections of one address, the first 64 bits of an IPv6 address, trusted proxies aside; more are closed at once (default: a quarter of all)',
  ),
  option(
    'memoryBudget',
    '--memory-budget <megabytes>',
    'what requests and answers may hold at once (default: 256), half of it for each token',
  ),
  option('headerTimeout', '--header-timeout <seconds>', 'time to send the headers (default: 10)'),
  option('requestTimeout', '--request-timeout <seconds>', 'time to send a whole request (default: 60)'),
  option('console', '--console', 'the page for people at / (default: on when only this machine can reach the server)'),
  option('console', '--no-console', 'no such page'),
  option(
    'consolePayloads',
    '--console-payloads',
    'shows arguments and results of calls in the console, to everybody who sees the calls (default: off)',
  ),
  option('shutdownGrace', '--shutdown-grace <seconds>', 'time to finish running requests at the end (default: 10)'),
];

function option(key: string, flag: string, description: string): ServeOption {
  const env = `QUARTET_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  return { key, flag, env, description };
}

interface ServeWorld extends TokenWorld {
  /** What clients start that want a process of their own. */
  readonly program: ProgramCommand;
}

/** Reads flags and environment. */
export function readServeOptions(flags: Flags, env: NodeJS.ProcessEnv, world: ServeWorld): HttpOptions {
  const values = new ServeValues(SERVE_OPTIONS, flags, env);
  const host = values.text('host') ?? '127.0.0.1';
  const opening = openingOf(values, host);
  const jwt = jwtOf(values);
  const told = tokensOf(values, flags, world);
  if (opening !== undefined && told.length === 0 && jwt === undefined) {
    throw new UsageError(
      `With ${opening} others can reach the server, so it needs tokens: --token-file, QUARTET_TOKENS, --token auto or --jwks-url.`,
    );
  }
  const needsOwn = told.length === 0 && jwt === undefined && !world.tellsAccounts;
  const tokens = needsOwn ? [ownTokenOf(world)] : told;
  const hasTokens = tokens.length > 0 || jwt !== undefined;
  const port = values.number('port', 0, 65_535);
  const maxConnections = values.number('maxConnections', 1) ?? 4096;
  const maxQueued = values.number('maxQueue', 0) ?? 256;
  const memory = (values.number('memoryBudget', 16) ?? 256) * 1024 * 1024;
  const requestTimeout = values.number('requestTimeout', 1, 3600) ?? 60;
  // The headers are a part of the request.
  const headerTimeout = Math.min(values.number('headerTimeout', 1, 600) ?? 10, requestTimeout);
  return {
    version: VERSION,
    listen: {
      host,
      port: port ?? 8000,
      morePorts: port === undefined ? 100 : 0,
      headersTimeoutMs: headerTimeout * 1000,
      requestTimeoutMs: requestTimeout * 1000,
      maxConnections,
      maxConnectionsPerAddress: values.number('maxConnectionsPerAddress', 1) ?? Math.ceil(maxConnections / 4),
    },
    localOnly: opening === undefined,
    publicUrl: values.url('publicUrl'),
    allowedHosts: values.list('allowedHost'),
    allowedOrigins: values.list('allowedOrigin').map(checkedOrigin),
    tokens,
    jwt,
    scopes: [CALL_SCOPE, 'fs:read', 'fs:write', 'fs:admin', 'files:read', METRICS_SCOPE],
    trustedProxies: values.list('trustedProxy').map(checkedNetwork),
    wrongTokensPerMinute: (values.number('wrongTokens', 0) ?? 30) || Number.POSITIVE_INFINITY,
    archiveKey: checkedKey(values.text('archiveKey')),
    limits: {
      ratePerSecond: values.number('rateLimit', 1) ?? (hasTokens ? 100 : Number.POSITIVE_INFINITY),
      maxConcurrent: values.number('maxConcurrent', 1) ?? 64,
      maxQueued,
    },
    // Of several principals none may take all.
    memory: {
      bytes: memory,
      bytesEach: hasTokens ? memory / 2 : memory,
      maxWaiting: maxQueued,
      maxWaitMs: MAX_WAIT_MS,
    },
    sessions: {
      maxSessions: values.number('maxSessions', 0) ?? 10_000,
      maxSessionsEach: hasTokens ? 1000 : Number.POSITIVE_INFINITY,
      idleMs: (values.number('sessionIdle', 1) ?? 1800) * 1000,
    },
    console:
      (values.isOn('console') ?? opening === undefined)
        ? { folder: CONSOLE_FOLDER, payloads: values.isOn('consolePayloads') ?? false, program: world.program }
        : undefined,
    graceMs: (values.number('shutdownGrace', 0, 3600) ?? 10) * 1000,
  };
}

/** The option by which others can reach the server, if there is one: an operator that names a host expects clients to come by it. */
function openingOf(values: ServeValues, host: string): string | undefined {
  if (!isLoopback(host)) return `--host ${host}`;
  if (values.url('publicUrl') !== undefined) return '--public-url';
  return values.list('allowedHost').length > 0 ? '--allowed-host' : undefined;
}

function checkedOrigin(origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
  throw new UsageError(`'${origin}' is no origin: write scheme, host and port only, such as https://app.example.com.`);
}

function checkedNetwork(network: string): string {
  if (isNetwork(network)) return network;
  throw new UsageError(`'${network}' is no address or network: write --trusted-proxy 10.0.0.5 or 10.0.0.0/8.`);
}

function checkedKey(key: string | undefined): string | undefined {
  if (key === undefined || key.length >= 32) return key;
  throw new UsageError('QUARTET_ARCHIVE_KEY must have at least 32 characters.');
}
