import { type Dispatcher } from '../../kernel/dispatch.ts';
import { HandshakeSession } from '../../kernel/handshake.ts';
import type { Log } from '../../kernel/log.ts';
import type { Identity, Session } from '../../kernel/session.ts';

/** A server at an address: how it talks in each era, and what calls to it need. */
export interface Endpoint {
  readonly path: string;
  /** A conversation in the handshake era, for whom a token names. */
  open(subject: string | undefined): Session;
  /** Answers one request of the stateless era. */
  stateless(request: Request, body: unknown, subject: string | undefined): Promise<Response>;
  /** The longest request of all, if some tool needs more than the usual. */
  readonly maxRequestBytes?: number | undefined;
  /** The longest request for one tool, if it needs more than the usual. */
  requestBytesOf(tool: unknown): number | undefined;
  scopesFor(tool: unknown, args: unknown, subject: string): readonly string[] | undefined;
  close(): Promise<void>;
}

/** The endpoint of a dispatcher. The SDK behind the stateless era is loaded by the first request that speaks it. */
export function toolsEndpoint(path: string, identity: Identity, dispatcher: Dispatcher, log: Log): Endpoint {
  let loading: Promise<StatelessHandler> | undefined;
  const load = async () => (await import('./stateless.ts')).statelessHandler(identity, dispatcher, log);
  return {
    path,
    open: (subject) => new HandshakeSession(identity, dispatcher, subject),
    stateless: async (request, body, subject) => {
      loading ??= load();
      return (await loading).answer(request, body, subject);
    },
    maxRequestBytes: dispatcher.maxRequestBytes,
    requestBytesOf: (tool) => dispatcher.requestBytesOf(tool),
    scopesFor: (tool, args, subject) => dispatcher.scopesFor(tool, args, subject),
    close: async () => (await loading)?.close(),
  };
}

export interface StatelessHandler {
  answer(request: Request, body: unknown, subject: string | undefined): Promise<Response>;
  close(): Promise<void>;
}
