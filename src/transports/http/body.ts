import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'too large' }
  | { readonly kind: 'not UTF-8' }
  | { readonly kind: 'gone' };

/** A client that is still sending does not see an answer, so some more is read and thrown away. */
const MAX_DISCARDED = 32 * 1024 * 1024;
const MAX_DISCARDING_MS = 1000;

/** Reads a request's body, but never keeps more than `maxBytes` of it. */
export function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    let parts: Buffer[] = [];
    let bytes = 0;
    let impatience: NodeJS.Timeout | undefined;
    const settle = (body: Body) => {
      clearTimeout(impatience);
      resolve(body);
    };
    const discard = () => {
      parts = [];
      impatience ??= setTimeout(() => settle({ kind: 'too large' }), MAX_DISCARDING_MS);
      if (bytes > maxBytes + MAX_DISCARDED) settle({ kind: 'too large' });
    };
    if (Number(incoming.headers['content-length']) > maxBytes) discard();
    incoming.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxBytes || impatience) discard();
      else parts.push(part);
    });
    incoming.on('end', () => settle(impatience ? { kind: 'too large' } : decoded(parts, bytes)));
    incoming.on('close', () => settle({ kind: 'gone' }));
    incoming.on('error', () => settle({ kind: 'gone' }));
  });
}

function decoded(parts: readonly Buffer[], bytes: number): Body {
  const whole = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  return isUtf8(whole) ? { kind: 'text', text: whole.toString('utf8'), bytes } : { kind: 'not UTF-8' };
}
