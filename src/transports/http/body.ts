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
    const settle = (body: Body) => {
      incoming.off('data', take).off('end', finish).off('error', vanish).off('close', vanish);
      resolve(body);
    };
    const take = (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxBytes) settle({ kind: 'too large' });
      else parts.push(part);
    };
    const finish = () => settle(decoded(parts, bytes));
    const vanish = () => settle({ kind: 'gone' });
    incoming.on('data', take).on('end', finish).on('error', vanish).on('close', vanish);
  });
}

function decoded(parts: readonly Buffer[], bytes: number): Body {
  const whole = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  return isUtf8(whole) ? { kind: 'text', text: whole.toString('utf8'), bytes } : { kind: 'not UTF-8' };
}
