import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { LONG_TEXT } from '../../../kernel/call.ts';
import type { ServedTool } from '../../../kernel/dispatch.ts';
import { RpcCode } from '../../../kernel/errors.ts';
import { HANDSHAKE_VERSIONS } from '../../../kernel/handshake.ts';
import { plainParams } from '../../../kernel/json.ts';
import type { RpcNotification } from '../../../kernel/session.ts';
import type { Budget } from '../../../lib/budget.ts';
import { ownTurn } from '../../../lib/turns.ts';
import { claimsRevision, type Inbound, readMessage, textOf } from '../../message.ts';
import type { Authentication } from '../gate/auth.ts';
import type { Limits } from '../gate/limits.ts';
import type { Principal } from '../gate/principal.ts';
import { BUSY_SECONDS, rpcError, tooLarge, tooMany } from '../refusals.ts';
import { type Answer, Plain, type RequestContext } from '../request-context.ts';
import { Conversations } from './conversation.ts';
import type { Endpoint } from './endpoint.ts';
import type { Sessions } from './sessions.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** How often the bytes of a request are there at once: as they came, as text, as values. */
const BODY_COPIES = 3;
const KNOWN_VERSIONS: ReadonlySet<string> = new Set(HANDSHAKE_VERSIONS);

/** What all endpoints share. */
export interface Shared {
  readonly authentication: Authentication;
  readonly limits: Limits;
  readonly budget: Budget;
  readonly sessions: Sessions;
}

/** Speaks MCP over HTTP at one address: checks the principal, its rate, the size and the scope, and then which era it is. */
export class McpRoute {
  readonly path: string;
  readonly #conversations: Conversations;
  /** The longest request of all; some tool may need more than the usual. */
  readonly #maxBodyBytes: number;
  /** What a token needs for the tools that change nothing, with blanks between. */
  readonly #readingScopes: string;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly shared: Shared,
  ) {
    this.path = endpoint.path;
    this.#conversations = new Conversations(endpoint, shared.sessions);
    this.#maxBodyBytes = endpoint.dispatcher?.maxRequestBytes ?? MAX_BODY_BYTES;
    this.#readingScopes = endpoint.dispatcher?.readingScopes.join(' ') ?? '';
  }

  async handle(context: RequestContext): Promise<Answer> {
    const principal = await this.shared.authentication.principalOf(context, this.path, this.#readingScopes);
    if (principal instanceof Plain) return principal;
    const wait = this.shared.limits.take(principal.key);
    if (wait > 0) return tooMany(context, 'rate', wait);
    const { method } = context.incoming;
    if (method === 'POST') return this.#post(context, principal);
    if (method === 'DELETE') return this.#conversations.end(context, principal);
    // No toolset sends anything that nobody asked for, so there is no stream to open with GET.
    const sentence = 'Send messages with POST; DELETE ends a session.';
    return context.refuse(405, 'method', sentence, { allow: 'POST, DELETE' });
  }

  /** A body is read before there is a turn, so that slow senders take nobody's place; its bytes are counted, and decoded when it is its turn. */
  async #post(context: RequestContext, principal: Principal): Promise<Answer> {
    if (!/^application\/json\s*(;|$)/i.test(context.header('content-type') ?? '')) {
      return context.refuse(415, 'content type', 'Send JSON, with Content-Type: application/json.');
    }
    context.counted = { budget: this.shared.budget, key: principal.key };
    const body = await this.#body(context);
    if (body instanceof Plain) return body;
    const entered = this.shared.limits.enter(principal.key, () => context.signal);
    context.leave = entered instanceof Promise ? await entered : entered;
    if (context.leave === undefined) return tooMany(context, 'concurrency', 1);
    if (!isUtf8(body)) return rpcError(context, 400, 'null', RpcCode.parseError, 'Parse error: not UTF-8');
    const inbound = readMessage(textOf(body));
    const tool = this.#toolOf(inbound);
    const limit = tool?.maxRequestBytes ?? MAX_BODY_BYTES;
    if (body.length > limit) return tooLarge(context, limit);
    if (body.length > LONG_TEXT) await ownTurn();
    return this.#receive(context, principal, inbound, tool);
  }

  async #body(context: RequestContext): Promise<Buffer | Plain> {
    const maxBytes = this.#maxBodyBytes;
    const body: Body = await readBody(context.incoming, {
      maxBytes,
      usualBytes: Math.min(maxBytes, MAX_BODY_BYTES),
      reserve: (bytes) => context.reserve(bytes * BODY_COPIES, context.signal),
    });
    if (body.kind === 'too large') return tooLarge(context, maxBytes);
    if (body.kind === 'busy') return tooMany(context, 'memory', BUSY_SECONDS);
    if (body.kind === 'gone') return context.refuse(400, 'body', 'The body was not sent to its end.');
    context.shrink(body.bytes.length * BODY_COPIES);
    return body.bytes;
  }

  /** Looked up once: it tells what the call needs, and is what is called. */
  #toolOf(inbound: Inbound): ServedTool | undefined {
    if (inbound.kind !== 'request' || inbound.message.method !== 'tools/call') return undefined;
    return this.endpoint.dispatcher?.find(inbound.message.params.name);
  }

  async #receive(
    context: RequestContext,
    principal: Principal,
    inbound: Inbound,
    tool: ServedTool | undefined,
  ): Promise<Answer> {
    if (inbound.kind === 'invalid') return rpcError(context, 400, inbound.idText, inbound.code, inbound.why);
    if (inbound.kind === 'ignored') {
      return rpcError(context, 400, 'null', RpcCode.invalidRequest, 'Invalid Request: there is no message');
    }
    if (inbound.kind !== 'response') {
      describe(context, inbound.message);
      if (tool && inbound.kind === 'request') {
        const refusal = this.shared.authentication.refusalOf(context, this.path, { principal, tool, ...inbound });
        if (refusal) return refusal;
      }
      if (isStateless(context, inbound.message)) {
        // A subscription may stay open for days: it must not take the place of a call.
        if (inbound.message.method === 'subscriptions/listen') context.release();
        const request = context.toWebRequest();
        return context.adopt(await this.endpoint.stateless(request, sdkMessage(inbound), principal.subject, context));
      }
    }
    return this.#conversations.receive(context, principal, inbound, tool);
  }
}

/** For the access log. */
function describe(context: RequestContext, { method, params }: RpcNotification): void {
  context.method = method.slice(0, 64);
  if (method === 'tools/call' && typeof params.name === 'string') context.tool = params.name.slice(0, 64);
}

/** Also a revision that nobody knows is the SDK's to refuse: it names those that are known. */
function isStateless(context: RequestContext, message: RpcNotification): boolean {
  if (claimsRevision(message)) return true;
  const version = context.header('mcp-protocol-version');
  return version !== undefined && !KNOWN_VERSIONS.has(version) && message.method !== 'initialize';
}

function sdkMessage(inbound: Extract<Inbound, { kind: 'request' | 'notification' }>): object {
  const { method, params } = inbound.message;
  const id = inbound.kind === 'request' ? { id: inbound.id.value ?? Number(inbound.id.text) } : {};
  return { jsonrpc: '2.0', ...id, method, params: plainParams(params) };
}

type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too large' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'gone' };

interface BodyLimits {
  readonly maxBytes: number;
  /** What most bodies need at most. */
  readonly usualBytes: number;
  /** Waits until so many bytes may be held; rejects when they may not. */
  reserve(bytes: number): Promise<void>;
}

/** Bodies up to this length are not worth counting: there are only so many connections. */
const SMALL_BODY = 16 * 1024;

/** A client that is still sending does not see an answer, so some more is read and thrown away. */
const MAX_DISCARDED = 32 * 1024 * 1024;
const MAX_DISCARDING_MS = { 'too large': 1000, busy: 5000 };

/** Reads a request's body, but never keeps more than is allowed and reserved. */
async function readBody(incoming: IncomingMessage, limits: BodyLimits): Promise<Body> {
  const length = Number(incoming.headers['content-length'] ?? Number.NaN);
  if (length > limits.maxBytes) return discarded(incoming, 'too large');
  if (!(length > SMALL_BODY)) return received(incoming, limits);
  const refusal = await refusalOf(limits.reserve(length));
  if (refusal) return discarded(incoming, refusal);
  return received(incoming, limits, Buffer.allocUnsafeSlow(length));
}

/** Takes in what comes, into the place that was made for it or part by part. */
function received(incoming: IncomingMessage, limits: BodyLimits, place?: Buffer): Promise<Body> {
  // While room was waited for, the client may have left.
  if (incoming.destroyed) return Promise.resolve({ kind: 'gone' });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    let reserved = place?.length ?? SMALL_BODY;
    const onData = (part: Buffer) => {
      if (place) part.copy(place, bytes);
      else parts.push(part);
      bytes += part.length;
      if (bytes > limits.maxBytes) stop('too large');
      else if (bytes > reserved) void reserveMore();
    };
    const stop = (kind: 'too large' | 'busy') => {
      incoming.off('data', onData).off('end', onEnd);
      parts.length = 0;
      resolve(discarded(incoming, kind));
    };
    // Of a body that does not tell its length nobody knows how much is to come.
    const reserveMore = async () => {
      incoming.pause();
      const next = bytes > limits.usualBytes ? limits.maxBytes : limits.usualBytes;
      const refusal = await refusalOf(limits.reserve(next - (reserved > SMALL_BODY ? reserved : 0)));
      reserved = next;
      if (refusal) stop(refusal);
      else incoming.resume();
    };
    const onEnd = () => resolve({ kind: 'whole', bytes: place ?? wholeOf(parts) });
    incoming.on('data', onData).on('end', onEnd);
    incoming.on('close', () => resolve({ kind: 'gone' }));
    incoming.on('error', () => resolve({ kind: 'gone' }));
  });
}

/** Whether there was no room, or nobody left to make it for. */
async function refusalOf(reserving: Promise<void>): Promise<'busy' | undefined> {
  return reserving.then(
    () => undefined,
    () => 'busy',
  );
}

/** Reads what is still coming, for a while, and keeps none of it. */
function discarded(incoming: IncomingMessage, kind: 'too large' | 'busy'): Promise<Body> {
  return new Promise((resolve) => {
    let bytes = 0;
    const settle = () => {
      clearTimeout(impatience);
      resolve({ kind });
    };
    const impatience = setTimeout(settle, MAX_DISCARDING_MS[kind]);
    incoming.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > MAX_DISCARDED) settle();
    });
    incoming.on('end', settle).on('close', settle).on('error', settle);
    if (incoming.destroyed) settle();
  });
}

function wholeOf(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}
