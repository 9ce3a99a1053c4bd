import type { ServedTool } from '../../../kernel/dispatch.ts';
import { RpcCode } from '../../../kernel/errors.ts';
import { type Exchange, errorMember, type RpcNotification, type Session } from '../../../kernel/session.ts';
import { clientId, type Inbound } from '../../message.ts';
import type { Principal } from '../gate/principal.ts';
import { rpcError, tooMany } from '../refusals.ts';
import { type Answer, type Plain, type RequestContext, STALL_MS } from '../request-context.ts';
import type { Endpoint } from './endpoint.ts';
import { EventStream } from './event-stream.ts';
import type { HttpSession, Running, Sessions } from './sessions.ts';

const CANCELLED = -32800;
const SESSION_GONE = -32001;
const GONE = 'Session not found: it has ended or never was. Send initialize again.';
const MAX_SESSIONLESS = 1000;

type Spoken = Extract<Inbound, { kind: 'request' | 'notification' | 'response' }>;
type Request = Extract<Inbound, { kind: 'request' }>;

/**
 * The handshake era over HTTP. `initialize` opens a session; a request that names none is served all the same, since a
 * server with tools only remembers nothing but its client's name.
 */
export class Conversations {
  readonly #sessionless = new Map<string | undefined, Session>();

  constructor(
    private readonly endpoint: Endpoint,
    private readonly sessions: Sessions,
  ) {}

  /** Answers one message; `tool` is what it calls. */
  receive(
    context: RequestContext,
    principal: Principal,
    inbound: Spoken,
    tool: ServedTool | undefined,
  ): Answer | Promise<Answer> {
    const isOpening = inbound.kind === 'request' && inbound.message.method === 'initialize';
    const open = isOpening ? this.#opened(principal) : this.#named(context, principal);
    if (open === 'full') return tooMany(context, 'sessions', 30, 503);
    if (open === 'gone') return sessionGone(context, inbound);
    const session = open?.session ?? this.#withoutSession(principal);
    if (inbound.kind === 'request') {
      const headers = isOpening && open ? { 'mcp-session-id': open.id } : undefined;
      return answer(context, session, open, inbound, tool, headers);
    }
    if (inbound.kind === 'response') session.reply?.(inbound.message);
    else if (inbound.message.method !== 'notifications/cancelled') session.notice(inbound.message);
    else cancel(open, inbound.message.params.requestId);
    return context.empty(202);
  }

  /** Ends the session that a request names. */
  end(context: RequestContext, principal: Principal): Plain {
    const open = this.#named(context, principal);
    if (open === undefined) return context.refuse(405, 'method', 'DELETE ends the session that Mcp-Session-Id names.');
    if (open === 'gone') return rpcError(context, 404, 'null', SESSION_GONE, GONE);
    this.sessions.close(open);
    return context.empty(204);
  }

  #opened({ key, subject }: Principal): HttpSession | 'full' | undefined {
    if (!this.sessions.enabled) return undefined;
    return this.sessions.open(this.endpoint.path, key, this.endpoint.open(subject)) ?? 'full';
  }

  #named(context: RequestContext, { key }: Principal): HttpSession | 'gone' | undefined {
    const id = context.header('mcp-session-id');
    return id === undefined ? undefined : (this.sessions.use(id, this.endpoint.path, key) ?? 'gone');
  }

  #withoutSession({ subject }: Principal): Session {
    let session = this.#sessionless.get(subject);
    if (session === undefined) {
      if (this.#sessionless.size >= MAX_SESSIONLESS) this.#sessionless.clear();
      session = this.endpoint.open(subject);
      this.#sessionless.set(subject, session);
    }
    return session;
  }
}

function answer(
  context: RequestContext,
  session: Session,
  open: HttpSession | undefined,
  { id, message }: Request,
  tool: ServedTool | undefined,
  headers: Record<string, string> | undefined,
): Answer | Promise<Answer> {
  const accepts = acceptedBy(context);
  if (!accepts.json && !accepts.stream) {
    return context.refuse(406, 'accept', 'Accept application/json, text/event-stream, or both.');
  }
  const exchange = new HttpExchange(context, id.text, accepts, headers, () => open?.running.delete(exchange));
  open?.running.add(exchange);
  const ended = session
    .answer({ id: id.value ?? id.text, ...message, tool }, exchange)
    .catch(() => errorMember(RpcCode.internalError, 'Internal error'))
    .then((member) => {
      exchange.answer(member);
      context.shrink(member.length);
    });
  // A cancelled call is answered at once, but keeps its place until it has really ended.
  context.holdDuring(ended);
  return exchange.response;
}

function cancel(open: HttpSession | undefined, requestId: unknown): void {
  const idText = clientId(requestId)?.text;
  for (const exchange of open?.running ?? []) {
    if (exchange.idText === idText) exchange.cancel('the client asked for it');
  }
}

function acceptedBy(context: RequestContext): Accepts {
  const accept = context.header('accept')?.toLowerCase() ?? '*/*';
  return {
    json: accept.includes('*/*') || accept.includes('application/json') || accept.includes('application/*'),
    stream: accept.includes('text/event-stream'),
  };
}

function sessionGone(context: RequestContext, inbound: Spoken): Plain {
  return rpcError(context, 404, inbound.kind === 'request' ? inbound.id.text : 'null', SESSION_GONE, GONE);
}

interface Accepts {
  readonly json: boolean;
  readonly stream: boolean;
}

/** A request that waits for its answer: one JSON document, or a stream as soon as something is sent ahead of the answer. */
class HttpExchange implements Exchange, Running {
  /** The HTTP response, once it is known which kind it is. */
  readonly response: Promise<Answer>;
  #respond: (response: Answer) => void = () => {};
  #controller: AbortController | undefined;
  #stream: EventStream | undefined;
  #ended = false;

  constructor(
    private readonly context: RequestContext,
    /** The client's id as JSON text. */
    readonly idText: string,
    private readonly accepts: Accepts,
    private readonly headers: Record<string, string> | undefined,
    private readonly onEnd: () => void,
  ) {
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
    if (!accepts.json) this.#openStream();
  }

  /** Aborted when the client cancels or goes away: there is no way to fetch an answer later. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      this.context.whenGone(() => this.cancel('the client has gone away'));
    }
    return this.#controller.signal;
  }

  async reserve(bytes: number, signal: AbortSignal): Promise<void> {
    await this.context.reserve(bytes, signal);
  }

  notify(message: RpcNotification): void {
    if (this.#ended || !this.accepts.stream) return;
    this.#openStream().send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  answer(member: string): void {
    if (this.#ended) return;
    this.#ended = true;
    const text = `{"jsonrpc":"2.0","id":${this.idText},${member}}`;
    if (this.#stream === undefined) {
      this.#respond(this.context.json(200, text, this.headers));
    } else {
      this.#stream.send(text);
      this.#stream.close();
      this.context.incoming.socket.setTimeout(STALL_MS);
    }
    this.onEnd();
  }

  cancel(reason: string): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(new Error(reason));
    this.answer(errorMember(CANCELLED, `Cancelled: ${reason}`));
  }

  #openStream(): EventStream {
    if (this.#stream === undefined) {
      this.#stream = new EventStream(() => this.cancel('the client has gone away'));
      const headers = this.context.headers('text/event-stream', { 'x-accel-buffering': 'no', ...this.headers });
      this.#respond(new Response(this.#stream.body, { headers }));
    }
    return this.#stream;
  }
}
