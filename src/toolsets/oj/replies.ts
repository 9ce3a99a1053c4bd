import type * as z from 'zod';
import { ProtocolFailure, RpcCode, ToolFailure } from '../../kernel/errors.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import { MAX_BODY_BYTES, type Reply } from './judge.ts';

const LONGEST_ERROR_BODY = 500;

/** Reads a good answer; any other status is a failure of the call, a broken 200 a failure of the protocol. */
export function readReply<Shape extends z.ZodType>(reply: Reply, shape: Shape): z.output<Shape> {
  if (reply.status !== 200 || !isJson(reply)) throw new ToolFailure(describeError(reply));
  const parsed = shape.safeParse(parseBody(reply));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? `field ${issue.path.join('.')}` : 'the answer';
  throw malformed(`${where} is not as expected: ${issue?.message ?? 'unknown problem'}`);
}

/** `[status] title: detail` from a problem document (RFC 7807), else the status and the beginning of the body. */
export function describeError(reply: Reply): string {
  const text = decode(reply, false);
  return (
    (isJson(reply) && describeProblem(reply, text)) || `[${reply.status}] ${firstScalars(text, LONGEST_ERROR_BODY)}`
  );
}

export function isJson({ contentType }: Reply): boolean {
  return /^application\/(problem\+)?json/i.test(contentType);
}

/** The body of an answer that need not be JSON at all; undefined when it is not. A number that was not written as an integer stays exact. */
export function tryParse(reply: Reply): unknown {
  try {
    return isJson(reply) ? parseJson(decode(reply, false)) : undefined;
  } catch {
    return undefined;
  }
}

function describeProblem(reply: Reply, text: string): string | undefined {
  let problem: unknown;
  try {
    problem = parseJson(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(problem)) return undefined;
  const { title } = problem;
  const status = problem.status ?? reply.status;
  const detail = problem.detail ?? '';
  const usable = typeof title === 'string' && typeof detail === 'string' && isStatus(status);
  return usable && isWellFormed(title + detail) ? `[${status}] ${title}: ${detail}` : undefined;
}

/** Tells whether a text is free of halves of surrogate pairs, which JSON may hold and UTF-8 may not. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function isStatus(status: unknown): status is number {
  return typeof status === 'number' && Number.isInteger(status) && status >= 0 && status <= 65_535;
}

/** The body as JSON, in which counts beyond 2^53 keep their digits. */
function parseBody(reply: Reply): unknown {
  let text: string;
  try {
    text = decode(reply, true);
  } catch {
    throw malformed('it is not valid UTF-8');
  }
  try {
    return parseJson(text);
  } catch {
    const cut = reply.body.length === MAX_BODY_BYTES ? ` (it was cut off at ${MAX_BODY_BYTES} bytes)` : '';
    throw malformed(`it is not valid JSON${cut}`);
  }
}

/** A character that the size limit cut in two is dropped, not an error. */
function decode({ body }: Reply, fatal: boolean): string {
  return new TextDecoder('utf-8', { fatal }).decode(body, { stream: body.length === MAX_BODY_BYTES });
}

function firstScalars(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('');
}

function malformed(why: string): ProtocolFailure {
  return new ProtocolFailure(RpcCode.internalError, `The judge's answer cannot be used: ${why}.`);
}
