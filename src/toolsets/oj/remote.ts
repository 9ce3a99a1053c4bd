import type { Readable } from 'node:stream';
import { ProtocolFailure, RpcCode } from '../../kernel/errors.ts';
import type { Fact } from '../../kernel/toolset.ts';
import { withTimeLimit } from '../../lib/abort.ts';
import type { ProxySettings } from '../../lib/proxies.ts';
import { redirectOf, redirectWithin } from '../../lib/same-origin.ts';
import type { Http } from './http.ts';
import { type Judge, MAX_BODY_BYTES, type Reply } from './judge.ts';

const TIME_LIMIT_MS = 30_000;

interface RemoteOptions {
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
    const late = () => new Error(`no answer within ${TIME_LIMIT_MS / 1000} s`);
    try {
      // One limit for the whole request, redirects and body included.
      return await withTimeLimit(TIME_LIMIT_MS, late, (limit) => this.#follow(path, limit), signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : unreachable(this.options.origin, error);
    }
  }

  facts(): readonly Fact[] {
    return [
      { label: 'Judge', value: this.options.origin },
      { label: 'Token', value: this.hasToken ? 'given' : 'none' },
    ];
  }

  async close(): Promise<void> {
    const http = await this.#http?.catch(() => undefined);
    await http?.dispatcher.destroy();
  }

  async #follow(path: string, signal: AbortSignal): Promise<Reply> {
    this.#http ??= import('./http.ts').then(({ openHttp }) => openHttp(TIME_LIMIT_MS, this.options.proxy));
    const { request, dispatcher } = await this.#http;
    const headers = this.options.token ? { authorization: `Bearer ${inBytes(this.options.token)}` } : undefined;
    let url = new URL(this.options.origin + path);
    for (let hops = 0; ; hops++) {
      const {
        statusCode,
        headers: received,
        body,
      } = await request(url, { dispatcher, signal, ...(headers && { headers }) });
      const location = redirectOf(statusCode, received.location);
      if (location === undefined) {
        return {
          status: statusCode,
          contentType: String(received['content-type'] ?? ''),
          body: await readCapped(body),
        };
      }
      discard(body);
      url = redirectWithin(url, location, hops);
    }
  }
}

/** A character for each byte of the text as UTF-8, as the client writes its headers. */
function inBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
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
