import { CLIENT_INFO_META_KEY, ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Dispatcher } from './dispatch.ts';
import { ProtocolFailure, RpcCode } from './errors.ts';
import { type Identity, progressReporter } from './session.ts';
import type { Caller } from './tool.ts';

const LIST_LIFETIME_MS = 3_600_000;

interface Serving {
  /** Whom the client's token names. */
  readonly subject?: string | undefined;
  /** Whether calls may come: a server for one request may know better, and then the SDK itself refuses other methods. */
  readonly calls?: boolean;
}

/** One SDK server for one connection, or for one request over HTTP; all share the dispatcher. */
export function createServer(
  identity: Identity,
  dispatcher: Dispatcher,
  { subject, calls = true }: Serving = {},
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
    try {
      return await dispatcher.call(params.name, params.arguments, {
        signal,
        caller: { ...callerOf(server, context), subject },
        progress,
        meta: _meta,
      });
    } catch (error) {
      if (error instanceof ProtocolFailure) throw new ProtocolError(error.code, error.message, error.data);
      throw error;
    }
  };
  return server;
}

function callerOf(server: Server, context: ServerContext): Caller {
  const envelope: { [CLIENT_INFO_META_KEY]?: Caller } | undefined = context.mcpReq.envelope;
  const info = envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return { name: info?.name ?? 'unknown client', version: info?.version };
}
