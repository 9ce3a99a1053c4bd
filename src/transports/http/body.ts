import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'too large' }
  | { readonly kind: 'not UTF-8' }
  | { readonly kind: 'gone' };

/** Reads a request's body, but never more than `maxBytes` of it. */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(incoming.headers['content-length']) > maxBytes) return { kind: 'too large' };
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    // Whichever comes first counts: a promise settles only once.
    incoming.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= maxBytes) parts.push(part);
      else resolve({ kind: 'too large' });
    });
    incoming.on('end', () => resolve(decoded(parts, bytes)));
    incoming.on('close', () => resolve({ kind: 'gone' }));
    incoming.on('error', () => resolve({ kind: 'gone' }));
  });
}

function decoded(parts: readonly Buffer[], bytes: number): Body {
  const whole = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  return isUtf8(whole) ? { kind: 'text', text: whole.toString('utf8'), bytes } : { kind: 'not UTF-8' };
}
