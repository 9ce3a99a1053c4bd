import { errorMember } from '../../kernel/session.ts';
import type { Plain, RequestContext } from './request-context.ts';

/** A JSON-RPC error with an HTTP status. */
export function rpcError(context: RequestContext, status: number, idText: string, code: number, why: string): Plain {
  context.refusal = 'protocol';
  return context.json(status, `{"jsonrpc":"2.0","id":${idText},${errorMember(code, why)}}`);
}

/** When to try again where there is no room for more data: until then something will have left. */
export const BUSY_SECONDS = 5;

/** Somebody asks for too much; says when to try again. */
export function tooMany(context: RequestContext, what: string, seconds: number, status = 429): Plain {
  const sentence = `Too many requests (${what}). Try again in ${seconds} s.`;
  return context.refuse(status, what, sentence, { 'retry-after': String(seconds) });
}

/** A body that nobody wants to read. */
export function tooLarge(context: RequestContext, limit: number): Plain {
  const sentence = `A request may have ${limit} bytes. Send less at a time.`;
  return context.refuse(413, 'body size', sentence);
}
