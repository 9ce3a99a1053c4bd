import { BookFailure, invalid } from '../failures.ts';
import { MAX_LINE } from './lines.ts';
import { type RegexRequest, type RegexWorker, TookTooLong } from './regex-worker.ts';
import type { TextSearch } from './text-search.ts';

const DIALECT = 'The dialect is RE2: no look-around, no back-references; (?i) in front ignores case.';

/** A search by RE2 in the worker thread; its time limit is for all its rounds together, waiting for others excluded. */
export function re2Search(
  worker: RegexWorker,
  { pattern, literal }: { readonly pattern: string; readonly literal: string | undefined },
  timeLimitMs: number,
  signal: AbortSignal | undefined,
): TextSearch {
  let left = timeLimitMs;
  let known = false;
  worker.warm();
  return async (all, limit) => {
    const kept = [...all.keys()].filter((index) => all[index] !== undefined);
    if (known && kept.length === 0) return [];
    const texts = kept.map((index) => all[index] as string);
    const request = { pattern, literal, texts, limit, maxLine: MAX_LINE };
    const { answer, elapsedMs } = await ask(worker, request, left, signal);
    left -= elapsedMs;
    known = true;
    if ('refused' in answer) throw refusedPattern(answer.refused);
    return answer.lines.map(([index, number, line]) => [kept[index] as number, number, line]);
  };
}

export function refusedPattern(reason: string): BookFailure {
  return invalid('INVALID_REGEX', 'pattern', `The pattern cannot be used: ${reason}. ${DIALECT}`);
}

async function ask(worker: RegexWorker, request: RegexRequest, timeLimitMs: number, signal: AbortSignal | undefined) {
  try {
    return await worker.run(request, timeLimitMs, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TookTooLong) {
      throw invalid(
        'VALIDATION_ERROR',
        'pattern',
        'The pattern takes too long. Make it simpler, or search one book only.',
      );
    }
    const sentence = 'The search engine has stopped. Try again.';
    throw new BookFailure('StorageError', 'STORAGE_ERROR', sentence, { retryable: true });
  }
}
