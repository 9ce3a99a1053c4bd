import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server';
import type { Dispatcher } from '../../kernel/dispatch.ts';
import type { Log } from '../../kernel/log.ts';
import { createServer } from '../../kernel/server.ts';
import type { Identity } from '../../kernel/session.ts';
import type { StatelessHandler } from './endpoint.ts';

/** The stateless era (2026-07-28), answered by the SDK with a server for each request. */
export function statelessHandler(identity: Identity, dispatcher: Dispatcher, log: Log): StatelessHandler {
  const build = ({ authInfo, requestInfo }: McpRequestContext) => {
    // The SDK has checked that this header says what the body says.
    const calls = requestInfo?.headers.get('mcp-method') === 'tools/call';
    return createServer(identity, dispatcher, { subject: authInfo?.clientId, calls });
  };
  const onerror = (error: Error) => log.debug({ err: error }, 'protocol');
  const handler = createMcpHandler(build, { legacy: 'reject', onerror });
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
