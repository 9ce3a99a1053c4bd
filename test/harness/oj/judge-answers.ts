import type { OutgoingHttpHeaders } from 'node:http';
import type { Behaviour } from './judge-server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Any answer at all. */
export function send(status: number, body: string | Uint8Array, headers: OutgoingHttpHeaders = {}): Behaviour {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** A value, or a text or bytes that claim to be JSON. */
export function json(value: unknown, status = 200): Behaviour {
  const raw = typeof value === 'string' || value instanceof Uint8Array;
  return send(status, raw ? value : JSON.stringify(value), JSON_TYPE);
}

/** A problem document (RFC 7807), or something that claims to be one. */
export function problemDocument(value: unknown, status: number): Behaviour {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return send(status, body, { 'content-type': 'application/problem+json' });
}

export function redirect(location: string, status = 302, body = ''): Behaviour {
  return send(status, body, { location });
}

/** So many redirects, then the last answer. */
export function redirects(count: number, last: Behaviour): Behaviour {
  let left = count;
  return (response, request) => (left > 0 ? redirect(`/hop/${left--}`) : last)(response, request);
}

/** Each request gets the next of these; the last stays. */
export function inTurn(...behaviours: Behaviour[]): Behaviour {
  let turn = 0;
  return (response, request) => behaviours[Math.min(turn++, behaviours.length - 1)]?.(response, request);
}

export const never: Behaviour = () => {};

export const hangUp: Behaviour = (response) => response.socket?.destroy();

/** Promises more than it sends, then resets the connection. */
export function resetAfter(part: string, status = 200): Behaviour {
  return (response) => {
    response.writeHead(status, { ...JSON_TYPE, 'content-length': part.length + 1000 });
    response.write(part, () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
  };
}

/** Promises more than it sends, then closes the connection in good order. */
export function endAfter(part: string, status = 200): Behaviour {
  return (response) => {
    response.writeHead(status, { ...JSON_TYPE, 'content-length': part.length + 1000 });
    response.write(part, () => response.socket?.end());
  };
}

/** One byte every so many milliseconds. */
export function drip(body: string, everyMs: number, status = 200): Behaviour {
  return (response) => {
    response.writeHead(status, JSON_TYPE);
    const bytes = [...Buffer.from(body)];
    const timer = setInterval(() => {
      const byte = bytes.shift();
      if (byte === undefined) response.end();
      else response.write(Buffer.from([byte]));
    }, everyMs);
    response.on('close', () => clearInterval(timer));
  };
}

/** A beginning, and then the same filling for as long as somebody reads. */
export function endless(
  start: string,
  filling: string,
  status = 200,
  headers: OutgoingHttpHeaders = JSON_TYPE,
): Behaviour {
  return (response) => {
    response.writeHead(status, headers).write(start);
    const chunk = filling.repeat(Math.ceil(65_536 / filling.length));
    const fill = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', fill);
    fill();
  };
}

/** Keeps the client waiting, then answers. */
export function after(waitMs: number, answer: Behaviour): Behaviour {
  return (response, request) => {
    const timer = setTimeout(() => answer(response, request), waitMs);
    response.on('close', () => clearTimeout(timer));
  };
}
