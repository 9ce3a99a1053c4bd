import type { Plain } from './answer.ts';
import type { Visit } from './visit.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export interface GuardOptions {
  /** Whether the server can only be reached from this machine. */
  readonly loopback: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly publicUrl?: URL | undefined;
}

/** Decides which Host and Origin a request may name, so that no page of a stranger can talk to the server. */
export class Guards {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #loopback: boolean;
  /** The last Host that was right; most requests name the same. */
  #familiar: string | undefined;

  constructor({ loopback, allowedHosts, allowedOrigins, publicUrl }: GuardOptions) {
    this.#loopback = loopback;
    const published = publicUrl === undefined ? [] : [publicUrl.hostname];
    this.#hosts = new Set([...LOOPBACK_NAMES, ...published, ...allowedHosts.map((host) => host.toLowerCase())]);
    this.#origins = new Set([...allowedOrigins, ...(publicUrl === undefined ? [] : [publicUrl.origin])]);
  }

  /** The refusal, or undefined when the request may go on. */
  refusal(visit: Visit): Plain | undefined {
    const host = visit.header('host') ?? '';
    if (!this.#knowsHost(host, visit)) {
      const sentence = 'This server does not answer to that Host. Its operator can add it with --allowed-host.';
      return visit.refuse(403, 'host', sentence);
    }
    const origin = visit.header('origin');
    if (origin === undefined || this.allowsOrigin(origin)) return undefined;
    const sentence = 'Pages of this Origin may not use the server. Its operator can add it with --allowed-origin.';
    return visit.refuse(403, 'origin', sentence);
  }

  allowsOrigin(origin: string): boolean {
    return this.#origins.has(origin) || (this.#loopback && isLoopbackOrigin(origin));
  }

  /** A number cannot be rebound as a name can: the address that was really reached is always right. */
  #knowsHost(host: string, visit: Visit): boolean {
    if (host === this.#familiar) return true;
    const name = host.toLowerCase().replace(/:\d*$/, '');
    if (this.#hosts.has(name) || this.#hosts.has(host.toLowerCase())) {
      this.#familiar = host;
      return true;
    }
    const reached = visit.incoming.socket.localAddress?.replace(/^::ffff:/, '');
    return reached !== undefined && name.replace(/^\[|\]$/g, '') === reached;
  }
}

function isLoopbackOrigin(origin: string): boolean {
  try {
    const { protocol, hostname } = new URL(origin);
    return (protocol === 'http:' || protocol === 'https:') && LOOPBACK_NAMES.includes(hostname);
  } catch {
    return false;
  }
}

/** What a browser must be told before a page of an allowed origin may read an answer. */
export function crossOriginHeaders(origin: string | undefined): Record<string, string> | undefined {
  if (origin === undefined) return undefined;
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate, Retry-After, X-Request-Id',
    vary: 'Origin',
  };
}

/** The answer to a browser that asks first. */
export function preflight(visit: Visit): Plain {
  return visit.empty(204, {
    ...crossOriginHeaders(visit.header('origin')),
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers':
      visit.header('access-control-request-headers')?.replace(/[^\w, -]/g, '') ?? 'Content-Type, Authorization',
    'access-control-max-age': '600',
  });
}
