import { RpcCode } from '../../kernel/errors.ts';
import { plainParams } from '../../kernel/exact.ts';
import { HANDSHAKE_VERSIONS } from '../../kernel/handshake.ts';
import { errorMember, type RpcNotification } from '../../kernel/session.ts';
import { type ClientId, claimsRevision, type Inbound, readMessage } from '../message.ts';
import { type Answer, Plain } from './answer.ts';
import type { Authentication } from './auth.ts';
import { readBody } from './body.ts';
import { Conversations } from './conversation.ts';
import type { Endpoint } from './endpoint.ts';
import type { Limits } from './limits.ts';
import { holdsAny, type Principal } from './principal.ts';
import { rpcError, tooLarge, tooMany } from './refusals.ts';
import type { Sessions } from './sessions.ts';
import type { Visit } from './visit.ts';
import { whenSent } from './when-sent.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const KNOWN_VERSIONS: ReadonlySet<string> = new Set(HANDSHAKE_VERSIONS);
const FORBIDDEN = -32003;

/** What all endpoints share. */
export interface Shared {
  readonly authentication: Authentication;
  readonly limits: Limits;
  readonly sessions: Sessions;
}

/** Speaks MCP over HTTP at one address: asks who it is, how often, how much and for what, and then which era. */
export class McpRoute {
  readonly #conversations: Conversations;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly shared: Shared,
  ) {
    this.#conversations = new Conversations(endpoint, shared.sessions);
  }

  async handle(visit: Visit): Promise<Answer> {
    const principal = await this.shared.authentication.principalOf(visit, this.endpoint.path);
    if (principal instanceof Plain) return principal;
    const wait = this.shared.limits.take(principal.key);
    if (wait > 0) return tooMany(visit, 'rate', wait);
    const { method } = visit.incoming;
    if (method === 'POST') return this.#post(visit, principal);
    if (method === 'DELETE') return this.#conversations.end(visit, principal);
    // No toolset sends anything that nobody asked for, so there is no stream to open with GET.
    const sentence = 'Send messages with POST; DELETE ends a session.';
    return visit.refuse(405, 'method', sentence, { allow: 'POST, DELETE' });
  }

  /** A body is read only once it is its sender's turn, so that those who wait take no memory. */
  async #post(visit: Visit, principal: Principal): Promise<Answer> {
    if (!/^application\/json\s*(;|$)/i.test(visit.header('content-type') ?? '')) {
      return visit.refuse(415, 'content type', 'Send JSON, with Content-Type: application/json.');
    }
    const entered = this.shared.limits.enter(principal.key, () => visit.request.signal);
    const leave = entered instanceof Promise ? await entered : entered;
    if (leave === undefined) return tooMany(visit, 'concurrency', 1);
    try {
      const inbound = await this.#read(visit);
      if (!(inbound instanceof Plain)) return await this.#receive(visit, principal, inbound, leave);
      leave();
      return inbound;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #read(visit: Visit): Promise<Inbound | Plain> {
    const limit = this.endpoint.maxRequestBytes ?? MAX_BODY_BYTES;
    const body = await readBody(visit.incoming, limit);
    if (body.kind === 'too large') return tooLarge(visit, limit);
    if (body.kind === 'gone') return visit.refuse(400, 'body', 'The body was not sent to its end.');
    if (body.kind === 'not UTF-8') return rpcError(visit, 400, 'null', RpcCode.parseError, 'Parse error: not UTF-8');
    const inbound = readMessage(body.text);
    return body.bytes > this.#limitFor(inbound) ? tooLarge(visit, MAX_BODY_BYTES) : inbound;
  }

  #limitFor(inbound: Inbound): number {
    if (inbound.kind !== 'request' || inbound.message.method !== 'tools/call') return MAX_BODY_BYTES;
    return this.endpoint.requestBytesOf(inbound.message.params.name) ?? MAX_BODY_BYTES;
  }

  async #receive(visit: Visit, principal: Principal, inbound: Inbound, leave: () => void): Promise<Answer> {
    if (inbound.kind === 'invalid' || inbound.kind === 'ignored') {
      leave();
      return inbound.kind === 'invalid'
        ? rpcError(visit, 400, inbound.idText, inbound.code, inbound.why)
        : rpcError(visit, 400, 'null', RpcCode.invalidRequest, 'Invalid Request: there is no message');
    }
    if (inbound.kind !== 'response') {
      describe(visit, inbound.message);
      const refusal = inbound.kind === 'request' && this.#unauthorized(visit, principal, inbound.id, inbound.message);
      if (refusal) {
        leave();
        return refusal;
      }
      if (isStateless(visit, inbound.message)) {
        const answer = await this.endpoint.stateless(visit.request, sdkMessage(inbound), principal.subject);
        const response = visit.adopt(answer);
        // A subscription may stay open for days: it must not take the place of a call.
        return inbound.message.method === 'subscriptions/listen' ? left(response, leave) : whenSent(response, leave);
      }
    }
    return this.#conversations.receive(visit, principal, inbound, leave);
  }

  #unauthorized(visit: Visit, principal: Principal, id: ClientId, message: RpcNotification): Plain | undefined {
    if (principal.subject === undefined || message.method !== 'tools/call') return undefined;
    const { name, arguments: args } = message.params;
    const wanted = this.endpoint.scopesFor(name, args, principal.subject) ?? [];
    if (holdsAny(principal, wanted)) return undefined;
    const [scope = ''] = wanted;
    const sentence = `FORBIDDEN: this call of ${visit.tool} needs a token with the scope ${scope}. Nothing was done.`;
    const member = errorMember(FORBIDDEN, sentence, { code: 'FORBIDDEN', required_scope: scope });
    const body = `{"jsonrpc":"2.0","id":${id.text},${member}}`;
    return this.shared.authentication.insufficient(visit, this.endpoint.path, scope, body);
  }
}

/** For the access log. */
function describe(visit: Visit, { method, params }: RpcNotification): void {
  visit.method = method.slice(0, 64);
  if (method === 'tools/call' && typeof params.name === 'string') visit.tool = params.name.slice(0, 64);
}

/** Also a revision that nobody knows is the SDK's to refuse: it names those that are known. */
function isStateless(visit: Visit, message: RpcNotification): boolean {
  if (claimsRevision(message)) return true;
  const version = visit.header('mcp-protocol-version');
  return version !== undefined && !KNOWN_VERSIONS.has(version) && message.method !== 'initialize';
}

function sdkMessage(inbound: Extract<Inbound, { kind: 'request' | 'notification' }>): object {
  const { method, params } = inbound.message;
  const id = inbound.kind === 'request' ? { id: inbound.id.value ?? Number(inbound.id.text) } : {};
  return { jsonrpc: '2.0', ...id, method, params: plainParams(params) };
}

function left(response: Response, leave: () => void): Response {
  leave();
  return response;
}
