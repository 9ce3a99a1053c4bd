import { RpcCode } from '../../kernel/errors.ts';
import { errorMember, type Session } from '../../kernel/session.ts';
import { clientId, type Inbound } from '../message.ts';
import type { Answer, Plain } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import { type Accepts, HttpExchange } from './exchange.ts';
import type { Principal } from './principal.ts';
import { rpcError, tooMany } from './refusals.ts';
import type { HttpSession, Sessions } from './sessions.ts';
import type { Visit } from './visit.ts';

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

  /** Answers one message; `onEnd` is called when nothing is worked on any more. */
  receive(visit: Visit, principal: Principal, inbound: Spoken, onEnd: () => void): Answer | Promise<Answer> {
    const isOpening = inbound.kind === 'request' && inbound.message.method === 'initialize';
    const open = isOpening ? this.#opened(principal) : this.#named(visit, principal);
    if (open === 'full') return refused(tooMany(visit, 'sessions', 30, 503), onEnd);
    if (open === 'gone') return refused(sessionGone(visit, inbound), onEnd);
    const session = open?.session ?? this.#withoutSession(principal);
    if (inbound.kind === 'request') {
      const headers = isOpening && open ? { 'mcp-session-id': open.id } : undefined;
      return answer(visit, session, open, inbound, headers, onEnd);
    }
    if (inbound.kind === 'response') session.reply?.(inbound.message);
    else if (inbound.message.method !== 'notifications/cancelled') session.notice(inbound.message);
    else cancel(open, inbound.message.params.requestId);
    return refused(visit.empty(202), onEnd);
  }

  /** Ends the session that a request names. */
  end(visit: Visit, principal: Principal): Plain {
    const open = this.#named(visit, principal);
    if (open === undefined) return visit.refuse(405, 'method', 'DELETE ends the session that Mcp-Session-Id names.');
    if (open === 'gone') return rpcError(visit, 404, 'null', SESSION_GONE, GONE);
    this.sessions.close(open);
    return visit.empty(204);
  }

  #opened({ key, subject }: Principal): HttpSession | 'full' | undefined {
    if (!this.sessions.enabled) return undefined;
    return this.sessions.open(this.endpoint.path, key, this.endpoint.open(subject)) ?? 'full';
  }

  #named(visit: Visit, { key }: Principal): HttpSession | 'gone' | undefined {
    const id = visit.header('mcp-session-id');
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

function refused(response: Plain, onEnd: () => void): Plain {
  onEnd();
  return response;
}

function answer(
  visit: Visit,
  session: Session,
  open: HttpSession | undefined,
  { id, message }: Request,
  headers: Record<string, string> | undefined,
  onEnd: () => void,
): Answer | Promise<Answer> {
  const accepts = acceptedBy(visit);
  if (!accepts.json && !accepts.stream) {
    return refused(visit.refuse(406, 'accept', 'Accept application/json, text/event-stream, or both.'), onEnd);
  }
  const exchange = new HttpExchange(visit, id.text, accepts, headers, () => open?.running.delete(exchange));
  open?.running.add(exchange);
  // A cancelled call is answered at once, but keeps its place until it has really ended.
  void session
    .answer({ id: id.value ?? id.text, ...message }, exchange)
    .catch(() => errorMember(RpcCode.internalError, 'Internal error'))
    .then((member) => {
      exchange.answer(member);
      onEnd();
    });
  return exchange.response;
}

function cancel(open: HttpSession | undefined, requestId: unknown): void {
  const idText = clientId(requestId)?.text;
  for (const exchange of open?.running ?? []) {
    if (exchange.idText === idText) exchange.cancel('the client asked for it');
  }
}

function acceptedBy(visit: Visit): Accepts {
  const accept = visit.header('accept')?.toLowerCase() ?? '*/*';
  return {
    json: accept.includes('*/*') || accept.includes('application/json') || accept.includes('application/*'),
    stream: accept.includes('text/event-stream'),
  };
}

function sessionGone(visit: Visit, inbound: Spoken): Plain {
  return rpcError(visit, 404, inbound.kind === 'request' ? inbound.id.text : 'null', SESSION_GONE, GONE);
}
