import { expect } from 'vitest';
import { BookFailure } from '../failures.ts';

/** What a function throws; the test fails when it is no `BookFailure`, or when nothing is thrown. */
export function refusal(run: () => unknown): BookFailure {
  const failure = attempt(run);
  expect(failure).toBeInstanceOf(BookFailure);
  return failure as BookFailure;
}

/** The value of a function, or the `BookFailure` it throws; anything else thrown goes on. */
export function attempt<T>(run: () => T): T | BookFailure {
  try {
    return run();
  } catch (error) {
    if (error instanceof BookFailure) return error;
    throw error;
  }
}

/** The first field that a refusal names. */
export function fieldOf(failure: BookFailure): string | undefined {
  return (failure.data?.issues as { field: string }[] | undefined)?.[0]?.field;
}
