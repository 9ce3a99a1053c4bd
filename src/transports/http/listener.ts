import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { send } from './answer.ts';
import type { App } from './app.ts';
import { Visit } from './visit.ts';

/** How long a client may go on sending what nobody reads, once it has its answer. */
const MAX_SENDING_ON_MS = 500;

/** Answers what comes in: messages directly, all else by way of the routes. */
export function listenerOf({ routes, direct }: App): RequestListener {
  const others = getRequestListener(routes.fetch);
  return (incoming, outgoing) => {
    const answer = incoming.method === 'POST' ? direct.get(incoming.url ?? '') : undefined;
    if (answer === undefined) {
      void others(incoming, outgoing);
      return;
    }
    const visit = new Visit(incoming, () => requestOf(incoming, outgoing));
    void answer(visit)
      .then((ready) => {
        if (!incoming.complete) outgoing.once('finish', () => cutOff(incoming));
        return send(ready, outgoing);
      })
      .catch(() => outgoing.destroy());
  };
}

function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const gone = new AbortController();
  const leave = () => {
    if (!outgoing.writableFinished) gone.abort(new Error('the client has gone away'));
  };
  if (outgoing.closed) leave();
  else outgoing.once('close', leave);
  const headers = new Headers();
  const { rawHeaders } = incoming;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  }
  // The body is read from the incoming message itself.
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: 'POST',
    headers,
    signal: gone.signal,
  });
}

function cutOff(incoming: IncomingMessage): void {
  setTimeout(() => {
    if (!incoming.complete) incoming.destroy();
  }, MAX_SENDING_ON_MS).unref();
}
