import '../../kernel/together.ts';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Dispatcher } from '../../kernel/dispatch.ts';
import type { Log } from '../../kernel/log.ts';
import { createServer } from '../../kernel/server.ts';
import type { Identity } from '../../kernel/session.ts';
import type { StatelessHandler } from './endpoint.ts';

/** The stateless era (2026-07-28), answered by the SDK with a server for each request. */
export function statelessHandler(identity: Identity, dispatcher: Dispatcher, log: Log): StatelessHandler {
  const handler = createMcpHandler(({ authInfo }) => createServer(identity, dispatcher, authInfo?.clientId), {
    legacy: 'reject',
    onerror: (error) => log.debug({ err: error }, 'protocol'),
  });
  return {
    // The SDK hands `authInfo` to the factory as it is; the token itself has no business there.
    answer: (request, parsedBody, subject) =>
      handler.fetch(request, {
        parsedBody,
        ...(subject !== undefined && { authInfo: { token: '', clientId: subject, scopes: [] } }),
      }),
    close: () => handler.close(),
  };
}
