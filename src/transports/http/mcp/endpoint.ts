import type { Dispatcher } from '../../../kernel/dispatch.ts';
import { HandshakeSession } from '../../../kernel/handshake.ts';
import type { Identity, Room, Session } from '../../../kernel/session.ts';
import type { Log } from '../../../lib/log.ts';
import type { StatelessHandler } from './stateless.ts';

/** A server at an address, and how it talks in each era. */
export interface Endpoint {
  readonly path: string;
  /** Knows the tools that are served, and what calls of them need. */
  readonly dispatcher?: Dispatcher | undefined;
  /** A conversation in the handshake era, for whom a token names. */
  open(subject: string | undefined): Session;
  /** Answers one request of the stateless era. */
  stateless(request: Request, body: unknown, subject: string | undefined, room?: Room): Promise<Response>;
  close(): Promise<void>;
}

/** The endpoint of a dispatcher. The SDK behind the stateless era is loaded by the first request that speaks it. */
export function toolsEndpoint(path: string, identity: Identity, dispatcher: Dispatcher, log: Log): Endpoint {
  let loading: Promise<StatelessHandler> | undefined;
  const load = async () => (await import('./stateless.ts')).statelessHandler(identity, dispatcher, log);
  return {
    path,
    dispatcher,
    open: (subject) => new HandshakeSession(identity, dispatcher, subject),
    stateless: async (request, body, subject, room) => {
      loading ??= load();
      return (await loading).answer(request, body, subject, room);
    },
    close: async () => (await loading)?.close(),
  };
}
