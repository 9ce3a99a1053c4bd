import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Room } from '../../kernel/session.ts';
import { type Budget, Holding } from '../../lib/budget.ts';
import type { Principal } from './gate/principal.ts';

/** A client that reads nothing for so long is cut off: what waits for it takes the place of others. */
export const STALL_MS = 30_000;

/** What a request is answered with: nearly always a text that is there already, else a response whose body is yet to come. */
export type Answer = Plain | Response;

/** A whole answer. */
export class Plain {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly text: string | null,
  ) {}

  toResponse(): Response {
    return new Response(this.text, { status: this.status, headers: this.headers });
  }
}

/** One HTTP request on its way through the server: what is learned about it, what it takes up, and how it is answered. */
export class RequestContext implements Room {
  readonly id: string;
  readonly started = performance.now();
  /** The address of the client. */
  client = '';
  principal: Principal | undefined;
  /** For the access log: the method of the protocol, and the tool. */
  method: string | undefined;
  tool: string | undefined;
  /** Why it was refused, in a word or two. */
  refusal: string | undefined;
  /** Headers that every answer to this request carries. */
  common: Record<string, string> | undefined;
  /** Work that may go on after the answer has left; what the request takes up is held until it ends. */
  unfinished: Promise<unknown> | undefined;
  /** Where its bytes are counted, and for whom. */
  counted: { readonly budget: Budget; readonly key: string } | undefined;
  /** Gives back its place among the requests that are worked on. */
  leave: (() => void) | undefined;
  #gone: AbortController | undefined;
  #holding: Holding | undefined;

  constructor(
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
  ) {
    this.id = proposedId(incoming) ?? `${PREFIX}${(counter++).toString(36)}`;
  }

  /** Fires when the connection ends before the answer has left; made only if somebody looks at it. */
  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      const gone = new AbortController();
      this.#gone = gone;
      this.whenGone(() => gone.abort(new Error('the client has gone away')));
    }
    return this.#gone.signal;
  }

  /** Tells when the connection ends before the answer has left. */
  whenGone(tell: () => void): void {
    const { outgoing } = this;
    const closed = () => {
      if (!outgoing.writableFinished) tell();
    };
    if (outgoing.closed) closed();
    else whenLeft(outgoing, closed);
  }

  /** The request as the web knows it, without its body, which is read from the incoming message. */
  toWebRequest(): Request {
    const { method, url, headers: named, rawHeaders } = this.incoming;
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2) {
      headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
    }
    return new Request(`http://${named.host}${url}`, { method: method as string, headers, signal: this.signal });
  }

  header(name: string): string | undefined {
    const value = this.incoming.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  /** Waits until so many more bytes may be held. */
  async reserve(bytes: number, signal: AbortSignal): Promise<void> {
    if (this.counted === undefined) return;
    this.#holding ??= new Holding(this.counted.budget, this.counted.key);
    await this.#holding.reserve(bytes, signal);
  }

  /** Tells how many bytes are left to hold. */
  shrink(bytes: number): void {
    this.#holding?.shrink(bytes);
  }

  holdDuring(call: Promise<unknown>): void {
    this.unfinished = call.catch(() => {});
  }

  /** Gives back its place and its bytes. */
  release(): void {
    this.leave?.();
    this.#holding?.release();
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

/** Calls `done` when an answer has left or its connection has ended, also while it waited for those before it. */
export function whenLeft(outgoing: ServerResponse, done: () => void): void {
  const { socket } = outgoing.req;
  const left = () => {
    outgoing.off('close', left);
    socket.off('close', left);
    done();
  };
  outgoing.once('close', left);
  socket.once('close', left);
}

const PREFIX = `${randomBytes(6).toString('hex')}-`;
let counter = 0;

/** A proxy may have given the request an id already. */
function proposedId({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? id : undefined;
}
