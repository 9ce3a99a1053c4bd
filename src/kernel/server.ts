import { CLIENT_INFO_META_KEY, ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import { callerOf } from './caller.ts';
import type { Dispatcher } from './dispatch.ts';
import { ProtocolFailure, RpcCode } from './errors.ts';
import { type Identity, progressReporter, type Room } from './session.ts';

const LIST_LIFETIME_MS = 3_600_000;

interface Serving {
  /** Whom the client's token names. */
  readonly subject?: string | undefined;
  /** Whether calls may come: a server for one request may know better, and then the SDK itself refuses other methods. */
  readonly calls?: boolean;
  /** Where what a request needs is counted. */
  readonly room?: ((id: unknown) => Room | undefined) | undefined;
}

/** One SDK server for one connection, or for one request over HTTP; all share the dispatcher. */
export function createServer(
  identity: Identity,
  dispatcher: Dispatcher,
  { subject, calls = true, room }: Serving = {},
): Server {
  const { name, title, version, instructions } = identity;
  const server = new Server(
    { name, title, version },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': { ttlMs: LIST_LIFETIME_MS, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: dispatcher.list() }));
  if (!calls) return server;
  // The fallback sees a call as it came: a registered handler would refuse a missing name with a schema dump,
  // and check our own results a second time.
  server.fallbackRequestHandler = async ({ method, params = {} }, context) => {
    if (method !== 'tools/call') throw new ProtocolError(RpcCode.methodNotFound, 'Method not found');
    const { signal, _meta, notify } = context.mcpReq;
    const progress = progressReporter(_meta?.progressToken, {
      notify: (message) => void notify(message).catch(() => {}),
    });
    const own = room?.(context.mcpReq.id);
    try {
      const call = dispatcher.call(params.name, params.arguments, {
        signal,
        caller: callerOf(clientInfo(server, context), subject),
        reserve: own && ((bytes, until) => own.reserve(bytes, until)),
        progress,
        meta: _meta,
      });
      own?.holdDuring?.(call);
      return await call;
    } catch (error) {
      if (error instanceof ProtocolFailure) throw new ProtocolError(error.code, error.message, error.data);
      throw error;
    }
  };
  return server;
}

function clientInfo(server: Server, context: ServerContext): unknown {
  const envelope: { [CLIENT_INFO_META_KEY]?: unknown } | undefined = context.mcpReq.envelope;
  return envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
}
