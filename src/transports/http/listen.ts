import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { answerClientErrors } from './client-errors.ts';
import type { Connections } from './gate/connections.ts';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** How many ports after the first may be tried when it is taken. */
  readonly morePorts: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  /** So that one address does not shut out all others. */
  readonly maxConnectionsPerAddress: number;
}

export interface Listening {
  readonly server: Server;
  readonly port: number;
}

/** Longer than any tool may take: a client that does not read its answer must not hold it forever. */
const SILENCE_MS = 150_000;
const MAX_HEADER_BYTES = 16 * 1024;
const CHECK_EVERY_MS = 1000;

/** Opens the port. A client gets little time to say what it wants, and little room to say it in. */
export async function listen(
  listener: RequestListener,
  options: ListenOptions,
  connections: Connections,
  onError: (error: Error) => void,
): Promise<Listening> {
  const serverOptions = {
    headersTimeout: options.headersTimeoutMs,
    requestTimeout: options.requestTimeoutMs,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  const server = createServer(serverOptions, listener);
  server.maxConnections = options.maxConnections;
  server.setTimeout(SILENCE_MS);
  answerClientErrors(server);
  server.on('connection', (socket) => {
    // Each of the requests that a client sends one after the other waits for the end of their connection.
    socket.setMaxListeners(0);
    connections.add(socket);
  });
  server.on('drop', () => connections.refused++);
  for (let tried = 0; ; tried++) {
    const port = options.port === 0 ? 0 : options.port + tried;
    const failure = await bind(server, options.host, port);
    if (failure === undefined) {
      // A connection that cannot be accepted, for want of open files, concerns nobody else.
      server.on('error', onError);
      return { server, port: (server.address() as AddressInfo).port };
    }
    if (failure.code === 'EADDRINUSE' && tried < options.morePorts) continue;
    throw new ConfigurationFailure(
      `Cannot listen on ${options.host} port ${port} (${failure.code}). Choose another --port.`,
    );
  }
}

function bind(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const done = (failure?: NodeJS.ErrnoException) => {
      server.off('error', done).off('listening', done);
      resolve(failure);
    };
    server.once('error', done).once('listening', done).listen(port, host);
  });
}
