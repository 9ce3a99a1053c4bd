import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Dispatcher } from '../../kernel/dispatch.ts';
import type { Log } from '../../kernel/log.ts';
import { callerOf, createServer, type Identity } from '../../kernel/server.ts';
import { StdioTransport } from './transport.ts';

export interface StdioServer {
  /** Resolves when the input has ended and everything is answered, or the output is gone, or after `stop`. */
  readonly finished: Promise<void>;
  stop(): void;
}

/** Serves one client on a pair of streams. */
export function serveStreams(
  input: Readable,
  output: Writable,
  identity: Identity,
  dispatcher: Dispatcher,
  log: Log,
): StdioServer {
  let server: Server | undefined;
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const transport = new StdioTransport(input, output, { dispatcher, caller: () => callerOf(server), onfinish: finish });
  const connect = () => {
    server = createServer(identity, dispatcher);
    return server;
  };
  serveStdio(connect, { transport, onerror: (error) => log.debug({ err: error }, 'protocol') });
  return { finished, stop: () => void transport.close() };
}
