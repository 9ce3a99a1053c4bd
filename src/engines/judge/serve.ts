import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf } from '../../lib/errno.ts';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { atPort, type PortHandler } from './api/delivery.ts';
import { HttpProblem, problemResponse } from './api/http-problem.ts';
import { RateLimit } from './api/rate-limit.ts';
import type { Judge } from './judge.ts';

// A query of 2,000 emoji makes a path of 24 KB.
const MAX_HEADER_BYTES = 64 * 1024;

interface ServeOptions {
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** Requests that a client may make in a minute (default: any number). */
  readonly requestsPerMinute?: number | undefined;
  readonly now: () => Date;
}

export interface Served {
  readonly origin: string;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/** Lets the judge answer on a port. */
export async function serveJudge(judge: Pick<Judge, 'fetch'>, options: ServeOptions): Promise<Served> {
  const { host, port, requestsPerMinute, now } = options;
  const handler = atPort(
    judge.fetch,
    requestsPerMinute === undefined ? undefined : new RateLimit(requestsPerMinute, now),
  );
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, outgoing) => {
    // Nothing that is sent along is read.
    incoming.resume();
    // What is written once the client has gone fails, and nobody waits for it.
    outgoing.on('error', () => {});
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = codeOf(error) || 'unknown reason';
    throw new ConfigurationFailure(
      `${host} port ${port} cannot be listened on (${code}). Choose another host or port.`,
    );
  }
  // A connection that cannot be accepted, for want of open files, concerns nobody else.
  server.on('error', () => {});
  const { port: taken } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, close };
}

async function answer(handler: PortHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = requestOf(incoming);
  const response =
    request === undefined
      ? problemResponse(new HttpProblem(400, 'the request line cannot be read; ask for an absolute path with GET'))
      : await handler(request, incoming.socket.remoteAddress ?? 'local');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function requestOf({ method = 'GET', url = '', headers }: IncomingMessage): Request | undefined {
  if (!url.startsWith('/')) return undefined;
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  try {
    return new Request(`http://judge${url}`, { method, headers: fields });
  } catch {
    return undefined;
  }
}
