import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Plain, RequestContext } from '../request-context.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export interface GuardOptions {
  /** Whether only this machine can reach the server. */
  readonly localOnly: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly publicUrl?: URL | undefined;
  /** Whether the server has a page of its own, which may of course use it. */
  readonly hasPage?: boolean;
}

/** Decides which Host and Origin a request may name, so that no page of a stranger can talk to the server. */
export class Guards {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #localOnly: boolean;
  readonly #hasPage: boolean;
  /** The last Host that was right; most requests name the same. */
  #lastGoodHost: string | undefined;

  constructor({ localOnly, allowedHosts, allowedOrigins, publicUrl, hasPage = false }: GuardOptions) {
    this.#localOnly = localOnly;
    this.#hasPage = hasPage;
    const published = publicUrl === undefined ? [] : [publicUrl.hostname];
    this.#hosts = new Set([...LOOPBACK_NAMES, ...published, ...allowedHosts.map((host) => host.toLowerCase())]);
    this.#origins = new Set([...allowedOrigins, ...(publicUrl === undefined ? [] : [publicUrl.origin])]);
  }

  /** The refusal, or undefined when the request may go on. */
  refusal(context: RequestContext): Plain | undefined {
    const host = context.header('host') ?? '';
    if (namesSeveralHosts(context.incoming.rawHeaders)) {
      return context.refuse(400, 'host', 'A request must have one Host header, and this one has several.');
    }
    if (!this.#knowsHost(host, context)) {
      const sentence = 'This server does not answer to that Host. Its operator can add it with --allowed-host.';
      return context.refuse(403, 'host', sentence);
    }
    const origin = context.header('origin');
    if (origin === undefined || this.allowsOrigin(origin) || this.#isOwnPage(origin, host)) return undefined;
    const sentence = 'Pages of this Origin may not use the server. Its operator can add it with --allowed-origin.';
    return context.refuse(403, 'origin', sentence);
  }

  allowsOrigin(origin: string): boolean {
    return this.#origins.has(origin) || (this.#localOnly && isLoopbackOrigin(origin));
  }

  /** A page that came from this server: the Host, which was checked, is its origin too. A proxy may have added the encryption. */
  #isOwnPage(origin: string, host: string): boolean {
    return this.#hasPage && (origin === `http://${host}` || origin === `https://${host}`);
  }

  /** A number cannot be rebound as a name can: the address that was really reached is always right. */
  #knowsHost(host: string, context: RequestContext): boolean {
    if (host === this.#lastGoodHost) return true;
    const name = host.toLowerCase().replace(/:\d*$/, '');
    if (this.#hosts.has(name) || this.#hosts.has(host.toLowerCase())) {
      this.#lastGoodHost = host;
      return true;
    }
    const reached = context.incoming.socket.localAddress?.replace(/^::ffff:/, '');
    return reached !== undefined && name.replace(/^\[|\]$/g, '') === reached;
  }
}

/** Two programs on the way may each believe another one of them; Node shows the first. */
function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
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
export function preflight(context: RequestContext): Plain {
  return context.empty(204, {
    ...crossOriginHeaders(context.header('origin')),
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers':
      context.header('access-control-request-headers')?.replace(/[^\w, -]/g, '') ?? 'Content-Type, Authorization',
    'access-control-max-age': '600',
  });
}

/** Finds the address of a client: of the connection, or what a trusted proxy says about it. */
export class ClientAddresses {
  readonly #trusted: BlockList | undefined;
  #hasWarned = false;

  constructor(
    trustedProxies: readonly string[],
    /** Told once of a proxy that nobody said to trust. */
    private readonly onUntrusted: (proxy: string) => void,
  ) {
    if (trustedProxies.length > 0) this.#trusted = blockListOf(trustedProxies);
  }

  of({ socket, headers }: IncomingMessage): string {
    let address = addressOf(socket);
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return address;
    if (!this.trusts(address)) {
      if (!this.#hasWarned) this.onUntrusted(address);
      this.#hasWarned = true;
      return address;
    }
    // Each proxy adds at the end whom it was talking to, so what stands before an untrusted address is only claimed.
    for (const hop of String(forwarded).split(',').reverse()) {
      const named = plain(
        hop
          .trim()
          .replace(/^\[(.*)\](:\d+)?$/, '$1')
          .replace(/^([\d.]+):\d+$/, '$1'),
      );
      if (isIP(named) === 0) return address;
      address = named;
      if (!this.trusts(address)) return address;
    }
    return address;
  }

  /** Tells whether an address is a proxy's whose word counts. */
  trusts(address: string): boolean {
    return this.#trusted?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ?? false;
  }
}

/** Tells whether a text is an address or a network, such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

/** What one client has of addresses: one of IPv4, but the 64 bits of IPv6 that it is given as a whole. */
export function neighbourhoodOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = '', after] = address.replace(/%.*$/, '').split('::');
  const groups = before === '' ? [] : before.split(':');
  const rest = after ? after.split(':') : [];
  const gap = after === undefined ? 0 : 8 - groups.length - rest.length;
  return `${[...groups, ...Array<string>(Math.max(0, gap)).fill('0'), ...rest].slice(0, 4).join(':')}::/64`;
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Where a connection comes from. */
export function addressOf({ remoteAddress }: Socket): string {
  return plain(remoteAddress ?? 'unknown');
}

/** An address of IPv4 is the same behind a socket of IPv6. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
