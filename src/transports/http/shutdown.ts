import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../lib/log.ts';
import type { Endpoint } from './mcp/endpoint.ts';
import type { Sessions } from './mcp/sessions.ts';

export interface Stoppable {
  readonly server: Server;
  /** The open connections. */
  readonly sockets: ReadonlySet<Socket>;
  readonly sessions: Sessions;
  readonly endpoints: readonly Endpoint[];
  readonly graceMs: number;
  /** How many messages are worked on. */
  running(): number;
  readonly log: Log;
}

/** Stops accepting, lets running requests end, and cuts off what has not ended in time; gives how many messages those were. */
export async function shutDown(stoppable: Stoppable): Promise<number> {
  const { server, sockets, sessions, endpoints, graceMs, running, log } = stoppable;
  let cutOff = 0;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection that waits for its next request, or for its first, would keep the server open.
  const nudge = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, 50);
  const cut = setTimeout(() => {
    cutOff = running();
    log.warn({ graceMs }, 'requests were still running and were cut off');
    sessions.closeAll();
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(nudge);
  clearTimeout(cut);
  sessions.closeAll();
  await Promise.all(endpoints.map((endpoint) => endpoint.close()));
  return cutOff;
}
