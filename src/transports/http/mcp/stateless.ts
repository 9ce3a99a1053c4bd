import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server';
import type { Dispatcher } from '../../../kernel/dispatch.ts';
import { createServer } from '../../../kernel/server.ts';
import type { Identity, Room } from '../../../kernel/session.ts';
import type { Log } from '../../../lib/log.ts';

/** Answers requests of the stateless era. */
export interface StatelessHandler {
  answer(request: Request, body: unknown, subject: string | undefined, room?: Room): Promise<Response>;
  close(): Promise<void>;
}

/** What a server for one request must know about it. */
type Extra = { subject: string | undefined; room: Room | undefined };

/** The stateless era (2026-07-28), answered by the SDK with a server for each request. */
export function statelessHandler(identity: Identity, dispatcher: Dispatcher, log: Log): StatelessHandler {
  const build = ({ authInfo, requestInfo }: McpRequestContext) => {
    // The SDK has checked that this header says what the body says.
    const calls = requestInfo?.headers.get('mcp-method') === 'tools/call';
    const extra = authInfo?.extra as Extra | undefined;
    return createServer(identity, dispatcher, { subject: extra?.subject, calls, room: () => extra?.room });
  };
  const onerror = (error: Error) => log.debug?.({ err: error }, 'protocol');
  const handler = createMcpHandler(build, { legacy: 'reject', onerror });
  return {
    // The SDK hands `authInfo` to the factory as it is; the token itself has no business there.
    answer: (request, parsedBody, subject, room) => {
      const extra: Extra = { subject, room };
      return handler.fetch(request, {
        parsedBody,
        authInfo: { token: '', clientId: subject ?? '', scopes: [], extra },
      });
    },
    close: () => handler.close(),
  };
}
