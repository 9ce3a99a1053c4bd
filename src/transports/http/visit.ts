import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Plain } from './answer.ts';
import type { Principal } from './principal.ts';

/** One HTTP request on its way through the server, and what is learned about it. */
export class Visit {
  readonly id: string;
  readonly started = performance.now();
  principal: Principal | undefined;
  /** For the access log: the method of the protocol, and the tool. */
  method: string | undefined;
  tool: string | undefined;
  /** Why it was refused, in a word or two. */
  refusal: string | undefined;
  /** Headers that every answer to this request carries. */
  common: Record<string, string> | undefined;

  #request: Request | undefined;

  constructor(
    readonly incoming: IncomingMessage,
    private readonly makeRequest: () => Request,
  ) {
    this.id = proposedId(incoming) ?? `${PREFIX}${(counter++).toString(36)}`;
  }

  /** The request as the web knows it; made only if somebody looks at it. */
  get request(): Request {
    this.#request ??= this.makeRequest();
    return this.#request;
  }

  header(name: string): string | undefined {
    const value = this.incoming.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  /** Headers of every answer, with some more. */
  headers(type: string, more?: Record<string, string>): Record<string, string> {
    return {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': this.id,
      ...this.common,
      ...more,
    };
  }

  /** Gives an answer that somebody else has made the headers of every answer. */
  adopt(response: Response): Response {
    response.headers.set('x-request-id', this.id);
    for (const [name, value] of Object.entries(this.common ?? {})) response.headers.set(name, value);
    return response;
  }

  json(status: number, body: unknown, more?: Record<string, string>): Plain {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Plain(status, this.headers('application/json', more), text);
  }

  /** A refusal that programs and people can read. */
  refuse(status: number, why: string, sentence: string, more?: Record<string, string>): Plain {
    this.refusal = why;
    return this.json(status, { error: why, message: sentence }, more);
  }

  /** An answer without a body. */
  empty(status: number, more?: Record<string, string>): Plain {
    return new Plain(status, { 'x-request-id': this.id, ...this.common, ...more }, null);
  }
}

const PREFIX = `${randomBytes(6).toString('hex')}-`;
let counter = 0;

/** A proxy may have given the request an id already. */
function proposedId({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? id : undefined;
}
