import { errorMember } from '../../kernel/session.ts';
import type { Plain } from './answer.ts';
import type { Visit } from './visit.ts';

/** A JSON-RPC error with an HTTP status. */
export function rpcError(visit: Visit, status: number, idText: string, code: number, why: string): Plain {
  visit.refusal = 'protocol';
  return visit.json(status, `{"jsonrpc":"2.0","id":${idText},${errorMember(code, why)}}`);
}

/** Somebody asks for too much; says when to try again. */
export function tooMany(visit: Visit, what: string, seconds: number, status = 429): Plain {
  const sentence = `Too many requests (${what}). Try again in ${seconds} s.`;
  return visit.refuse(status, what, sentence, { 'retry-after': String(seconds) });
}

/** A body that nobody wants to read. */
export function tooLarge(visit: Visit, limit: number): Plain {
  const sentence = `A request may have ${limit} bytes. Send less at a time.`;
  return visit.refuse(413, 'body size', sentence);
}
