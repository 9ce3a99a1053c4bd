import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getRequestListener } from '@hono/node-server';
import type { Timed } from '../../kernel/metrics.ts';
import type { Log } from '../../lib/log.ts';
import { type ClientAddresses, crossOriginHeaders, type Guards, preflight } from './gate/guards.ts';
import type { McpRoute } from './mcp/route.ts';
import { type Answer, Plain, RequestContext, STALL_MS, whenLeft } from './request-context.ts';
import type { Health } from './routes/health.ts';

/** How long a client may go on sending what nobody reads, once it has its answer. */
const MAX_SENDING_ON_MS = 500;

/** What every request passes: the guards first, the meters and the access log last. */
export interface Gate {
  readonly addresses: ClientAddresses;
  readonly guards: Guards;
  readonly health: Health;
  readonly requests: Timed;
  readonly log: Log;
}

export interface Routes {
  /** By path, what answers messages on Node's own objects: nearly all requests are messages. */
  readonly direct: ReadonlyMap<string, McpRoute>;
  /** Answers all else. */
  fetch(request: Request, context: RequestContext): Response | Promise<Response>;
}

/** Answers what comes in: messages directly, all else by way of the web's objects. */
export function listenerOf(gate: Gate, { direct, fetch }: Routes): RequestListener {
  return (incoming, outgoing) => {
    // What is written once the client has gone fails, and nobody waits for it.
    outgoing.on('error', () => {});
    incoming.on('error', () => {});
    const route = incoming.method === 'POST' ? direct.get(incoming.url ?? '') : undefined;
    void serve(new RequestContext(incoming, outgoing), gate, route, fetch);
  };
}

/** What the request takes up, its place and its bytes, is given back when its answer has left and all work for it has ended. */
async function serve(
  context: RequestContext,
  gate: Gate,
  route: McpRoute | undefined,
  fetch: Routes['fetch'],
): Promise<void> {
  const { incoming, outgoing } = context;
  try {
    if (route === undefined) {
      await getRequestListener((request) => fetch(request, context))(incoming, outgoing);
      await hasLeft(outgoing);
    } else {
      const answer = await attend(gate, route.path, context, () => route.handle(context));
      if (!incoming.complete) outgoing.once('finish', () => cutOff(incoming));
      await send(answer, outgoing);
    }
    await context.unfinished;
  } catch {
    outgoing.destroy();
  } finally {
    context.release();
  }
}

type Work = () => Answer | Promise<Answer>;

/** Lets a request pass the gate, and be answered. */
export async function attend(gate: Gate, route: string, context: RequestContext, work: Work): Promise<Answer> {
  context.client = gate.addresses.of(context.incoming);
  const answer = await guarded(gate, context, work);
  const elapsedMs = performance.now() - context.started;
  gate.requests.record(route, String(answer.status), elapsedMs);
  logAccess(gate.log, context, route, answer.status, elapsedMs);
  return answer;
}

async function guarded(gate: Gate, context: RequestContext, work: Work): Promise<Answer> {
  try {
    const refusal = gate.guards.refusal(context);
    if (refusal) return refusal;
    context.common = crossOriginHeaders(context.header('origin'));
    if (context.incoming.method === 'OPTIONS') return preflight(context);
    if (gate.health.isDraining) context.common = { ...context.common, connection: 'close' };
    return await work();
  } catch (error) {
    const { id } = context;
    gate.log.error({ id, err: error }, 'request failed');
    return context.refuse(500, 'internal', `Something went wrong here. The operator finds it in the log by ${id}.`);
  }
}

/** One line a request: the principal, the method and the outcome, and nothing of what was said. */
function logAccess(log: Log, context: RequestContext, route: string, status: number, elapsedMs: number): void {
  const { id, client, principal, method, tool, refusal, incoming } = context;
  const ms = Math.round(elapsedMs * 100) / 100;
  log.info?.(
    { id, client, http: incoming.method, route, status, ms, principal: principal?.key, method, tool, refusal },
    'request',
  );
}

/** Sends an answer; resolves when it has left, or its reader has. */
export async function send(answer: Answer, outgoing: ServerResponse): Promise<void> {
  if (!(answer instanceof Plain)) return sendResponse(answer, outgoing);
  sendPlain(answer, outgoing);
  const leaving = hasLeft(outgoing);
  if (leaving !== undefined) outgoing.req.socket.setTimeout(STALL_MS);
  return leaving;
}

/** Nearly always the system has taken an answer at once. */
function hasLeft(outgoing: ServerResponse): Promise<void> | undefined {
  if (outgoing.writableLength === 0 || outgoing.req.socket.destroyed) return undefined;
  return new Promise((resolve) => whenLeft(outgoing, resolve));
}

function sendPlain({ status, headers, text }: Plain, outgoing: ServerResponse): void {
  if (text === null) {
    outgoing.writeHead(status, headers).end();
    return;
  }
  const length = Buffer.byteLength(text);
  const list = ['content-length', String(length)];
  for (const name in headers) list.push(name, headers[name] as string);
  // Head and body leave as one text; if that is ASCII, a character is a byte, and nothing needs to be encoded.
  outgoing.writeHead(status, list).end(text, length === text.length ? 'latin1' : 'utf8');
}

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // A client that listens for events must not wait for the first one to learn that they may come.
  outgoing.flushHeaders();
  // A reader that goes away is nothing to complain about: the body is cancelled, and its source learns of it.
  await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => {});
}

function cutOff(incoming: IncomingMessage): void {
  setTimeout(() => {
    if (!incoming.complete) incoming.destroy();
  }, MAX_SENDING_ON_MS).unref();
}
