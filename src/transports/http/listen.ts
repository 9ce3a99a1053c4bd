import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigurationFailure } from '../../kernel/errors.ts';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** How many ports after the first may be tried when it is taken. */
  readonly morePorts: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
}

export interface Listening {
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
  readonly port: number;
}

/** Longer than any tool may take: a client that does not read its answer must not hold it forever. */
const SILENCE_MS = 150_000;
const MAX_HEADER_BYTES = 16 * 1024;
const CHECK_EVERY_MS = 1000;

/** Opens the port. A client gets little time to say what it wants, and little room to say it in. */
export async function listen(listener: RequestListener, options: ListenOptions): Promise<Listening> {
  const serverOptions = {
    headersTimeout: options.headersTimeoutMs,
    requestTimeout: options.requestTimeoutMs,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  const server = createServer(serverOptions, listener);
  server.maxConnections = options.maxConnections;
  server.setTimeout(SILENCE_MS);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  for (let tried = 0; ; tried++) {
    const port = options.port === 0 ? 0 : options.port + tried;
    const failure = await bind(server, options.host, port);
    if (failure === undefined) return { server, sockets, port: (server.address() as AddressInfo).port };
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
