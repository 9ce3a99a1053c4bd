import type { Readable, Writable } from 'node:stream';
import type { Dispatcher } from '../../kernel/dispatch.ts';
import { HandshakeSession } from '../../kernel/handshake.ts';
import type { Identity, Session } from '../../kernel/session.ts';
import type { Log } from '../../lib/log.ts';
import { StdioConnection } from './connection.ts';

/** Serves one client on a pair of streams, in whichever era of the protocol it speaks. */
export function serveStreams(
  input: Readable,
  output: Writable,
  identity: Identity,
  dispatcher: Dispatcher,
  log: Log,
): StdioConnection {
  return new StdioConnection(input, output, {
    handshake: new HandshakeSession(identity, dispatcher),
    stateless: loadedOnUse(async () => {
      const { StatelessSession } = await import('./stateless.ts');
      return new StatelessSession(identity, dispatcher, log);
    }),
  });
}

/** A session that is loaded by its first message: the SDK behind it is most of what a start would cost. */
function loadedOnUse(load: () => Promise<Session>): Session {
  let loading: Promise<Session> | undefined;
  const session = () => {
    loading ??= load();
    return loading;
  };
  return {
    answer: async (request, exchange) => (await session()).answer(request, exchange),
    // A request says what went wrong; a notification is nothing to answer.
    notice: (notification) =>
      void session().then(
        (loaded) => loaded.notice(notification),
        () => {},
      ),
  };
}
