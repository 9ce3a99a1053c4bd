import type { Readable } from 'node:stream';
import { ProtocolFailure, RpcCode } from '../../kernel/errors.ts';
import type { Http, ProxySettings } from './http.ts';
import { type Judge, MAX_BODY_BYTES, type Reply } from './judge.ts';

const TIME_LIMIT_MS = 30_000;
const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface RemoteOptions {
  readonly origin: string;
  readonly token: string | undefined;
  readonly proxy: ProxySettings;
}

/** A judge behind HTTP. The client library is loaded, and the first connection opened, by the first request. */
export class RemoteJudge implements Judge {
  readonly hasToken: boolean;
  #http: Promise<Http> | undefined;

  constructor(private readonly options: RemoteOptions) {
    this.hasToken = options.token !== undefined;
  }

  async get(path: string, signal: AbortSignal): Promise<Reply> {
    const deadline = new Deadline(signal);
    try {
      return await this.#follow(path, deadline.signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : unreachable(this.options.origin, error);
    } finally {
      deadline.clear();
    }
  }

  async close(): Promise<void> {
    const http = await this.#http?.catch(() => undefined);
    await http?.dispatcher.destroy();
  }

  async #follow(path: string, signal: AbortSignal): Promise<Reply> {
    this.#http ??= import('./http.ts').then(({ openHttp }) => openHttp(TIME_LIMIT_MS, this.options.proxy));
    const { request, dispatcher } = await this.#http;
    let url = new URL(this.options.origin + path);
    let trusted = true;
    for (let hops = 0; ; hops++) {
      const headers = trusted && this.options.token ? { authorization: `Bearer ${this.options.token}` } : undefined;
      const {
        statusCode,
        headers: received,
        body,
      } = await request(url, { dispatcher, signal, ...(headers && { headers }) });
      const location = REDIRECTS.has(statusCode) ? received.location : undefined;
      if (typeof location !== 'string') {
        return {
          status: statusCode,
          contentType: String(received['content-type'] ?? ''),
          body: await readCapped(body),
        };
      }
      if (hops === MAX_REDIRECTS) throw new Error(`more than ${MAX_REDIRECTS} redirects`);
      discard(body);
      const next = new URL(location, url);
      // Once the token has been left behind it is never picked up again, wherever the chain leads.
      trusted = trusted && next.origin === url.origin;
      url = next;
    }
  }
}

/** Lets a body go that nobody wants, without waiting for the rest of it. */
function discard(body: Readable): void {
  body.on('error', () => {}).destroy();
}

async function readCapped(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_BODY_BYTES) break;
  }
  return Buffer.concat(chunks, Math.min(size, MAX_BODY_BYTES));
}

/** One limit for the whole request, redirects and body included. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #cancel = () => this.#controller.abort(this.caller.reason);

  constructor(private readonly caller: AbortSignal) {
    const late = () => this.#controller.abort(new Error(`no answer within ${TIME_LIMIT_MS / 1000} s`));
    this.#timer = setTimeout(late, TIME_LIMIT_MS);
    caller.addEventListener('abort', this.#cancel, { once: true });
    if (caller.aborted) this.#cancel();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.caller.removeEventListener('abort', this.#cancel);
  }
}

function unreachable(origin: string, error: unknown): ProtocolFailure {
  return new ProtocolFailure(
    RpcCode.internalError,
    `The judge at ${origin} could not be reached: ${reasonOf(error)}. Check --base-url and the network, then try again.`,
  );
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'connecting took too long',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return error.message || error.name;
  return REASONS[code] === undefined ? `${error.message} (${code})` : `${REASONS[code]} (${code})`;
}
