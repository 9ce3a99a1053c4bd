import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { McpClient } from './mcp/client.ts';
import { listen } from './mcp/events.ts';
import type { CallSummary, Hello, ServerState } from './mcp/server-types.ts';
import { onHiddenFor, whenVisible } from './visibility.ts';

const MOST_CALLS = 500;
const FLUSH_MS = 200;
const LONGEST_WAIT_MS = 8000;
/** A browser has six connections for a server, so pages that nobody sees must not keep them. */
const LONGEST_HIDDEN_MS = 30_000;

export type Connection = 'connecting' | 'live' | 'lost' | 'refused';

/** The server that this page came from, as far as it has told. */
export interface Server {
  readonly connection: Connection;
  readonly hello: Hello | undefined;
  readonly state: ServerState | undefined;
  /** The last calls, the oldest first. */
  readonly calls: readonly CallSummary[];
  /** How many calls the server did not tell, because this page did not keep up. */
  readonly missed: number;
  readonly client: McpClient;
  readonly token: string | undefined;
  /** Whether the token, if there is one, holds a scope. */
  may(scope: string): boolean;
  has(toolset: string): boolean;
}

const ServerContext = createContext<Server | undefined>(undefined);
export const ServerProvider = ServerContext.Provider;

export function useServer(): Server {
  const server = useContext(ServerContext);
  if (server === undefined) throw new Error('outside of the application');
  return server;
}

/** Keeps the connection to the server; comes back by itself when the server does. */
export function useServerConnection(token: string | undefined): Server {
  const [connection, setConnection] = useState<Connection>('connecting');
  const [hello, setHello] = useState<Hello>();
  const [state, setState] = useState<ServerState>();
  const [calls, setCalls] = useState<readonly CallSummary[]>([]);
  const [missed, setMissed] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    let round = new AbortController();
    let waiting: CallSummary[] = [];
    let flush: ReturnType<typeof setTimeout> | undefined;
    const flushCalls = () => {
      flush = undefined;
      const fresh = waiting;
      waiting = [];
      setCalls((before) => [...before, ...fresh].slice(-MOST_CALLS));
    };
    const onEvent = ({ event, data }: { event: string; data: unknown }) => {
      if (event === 'hello') {
        setHello(data as Hello);
        setConnection('live');
      } else if (event === 'calls') {
        waiting = [];
        setCalls(data as CallSummary[]);
        setMissed(0);
      } else if (event === 'missed') setMissed((before) => before + (data as { calls: number }).calls);
      else if (event === 'state') setState(data as ServerState);
      else if (event === 'call') {
        waiting.push(data as CallSummary);
        flush ??= setTimeout(flushCalls, FLUSH_MS);
      }
    };
    const stay = async () => {
      for (let wait = 500; !stop.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
        let heard = false;
        await whenVisible();
        if (stop.signal.aborted) return;
        round = new AbortController();
        const forget = onHiddenFor(LONGEST_HIDDEN_MS, () => round.abort());
        const end = await listen(token, round.signal, (event) => {
          heard = true;
          onEvent(event);
        });
        forget();
        if (stop.signal.aborted) return;
        if (round.signal.aborted) continue;
        setConnection(end);
        if (end === 'refused') return;
        if (heard) wait = 500;
        await new Promise((done) => setTimeout(done, wait));
      }
    };
    setConnection('connecting');
    // What one token may see is not for the next.
    setHello(undefined);
    setState(undefined);
    setCalls([]);
    void stay();
    return () => {
      stop.abort();
      round.abort();
      clearTimeout(flush);
    };
  }, [token]);

  const path = hello?.endpoints.find((endpoint) => endpoint.path === '/mcp/extras')?.path ?? '/mcp';
  const client = useMemo(() => new McpClient(path, token, () => setConnection('refused')), [path, token]);
  return {
    connection,
    hello,
    state,
    calls,
    missed,
    client,
    token,
    may: (scope) =>
      hello !== undefined && (hello.subject === null || hello.scopes.includes('*') || hello.scopes.includes(scope)),
    has: (toolset) => hello?.toolsets.some(({ id }) => id === toolset) ?? false,
  };
}
