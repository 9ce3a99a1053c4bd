import { codeOf } from '../../../lib/errno.ts';
import { requiredLiterals } from '../../../lib/required-literals.ts';
import { WorkerClient, WorkerTimeout } from '../../../lib/worker-client.ts';
import { BookFailure, invalid } from '../model/failures.ts';
import { type Line, MAX_LINE } from './lines.ts';

const DIALECT = 'The dialect is RE2: no look-around, no back-references; (?i) in front ignores case.';
/** A slow search of a large book is no reason to stop it, as long as it goes on. */
const BYTES_FOR_A_MS = 10_000;

interface RegexRequest {
  readonly pattern: string;
  /** What a line must hold to match. */
  readonly literal: string | undefined;
  /** Files, one behind the other: where each begins, and the end; they are given away. */
  readonly starts: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly limit: number;
  readonly maxLine: number;
}

type RegexAnswer = ({ readonly lines: Line[] } | { readonly refused: string }) & { readonly elapsedMs: number };

/** RE2 in a thread of its own, which can be stopped. */
export type RegexWorker = WorkerClient<RegexRequest, RegexAnswer>;

export function regexWorker(file: URL = new URL('./grep-worker.js', import.meta.url)): RegexWorker {
  return new WorkerClient(file, { serial: true, resourceLimits: { maxOldGenerationSizeMb: 256 } });
}

/** Finds the lines of a page that match. */
type Re2Search = (
  page: { readonly starts: readonly number[]; readonly bytes: Uint8Array<ArrayBuffer> },
  limit: number,
) => Promise<readonly Line[]>;

/** A search by RE2 in the worker thread; its time limit is for all its rounds together, waiting for others excluded. */
export function re2Search(
  worker: RegexWorker,
  pattern: string,
  timeLimitMs: number,
  signal: AbortSignal | undefined,
): Re2Search {
  const literals = requiredLiterals(pattern);
  const literal = literals.length === 1 ? literals[0] : undefined;
  let left = timeLimitMs;
  return async ({ starts, bytes }, limit) => {
    left += bytes.length / BYTES_FOR_A_MS;
    const request = { pattern, literal, starts, bytes, limit, maxLine: MAX_LINE };
    const answer = await ask(worker, request, left, signal);
    left -= answer.elapsedMs;
    if ('refused' in answer) throw refusedPattern(answer.refused);
    return answer.lines;
  };
}

export function refusedPattern(reason: string): BookFailure {
  return invalid('INVALID_REGEX', 'pattern', `The pattern cannot be used: ${reason}. ${DIALECT}`);
}

async function ask(
  worker: RegexWorker,
  request: RegexRequest,
  timeLimitMs: number,
  signal: AbortSignal | undefined,
): Promise<RegexAnswer> {
  try {
    return await worker.ask(request, { timeLimitMs, signal, transfer: [request.bytes.buffer] });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof WorkerTimeout) throw tooMuch('takes too long');
    if (isOutOfMemory(error)) throw tooMuch('needs too much memory');
    const sentence = 'The search engine has stopped. Try again.';
    throw new BookFailure('StorageError', 'STORAGE_ERROR', sentence, { retryable: true });
  }
}

function tooMuch(what: string): BookFailure {
  const sentence = `The pattern ${what}. Make it simpler, or search one book only.`;
  return invalid('VALIDATION_ERROR', 'pattern', sentence);
}

function isOutOfMemory(error: unknown): boolean {
  return codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
}
