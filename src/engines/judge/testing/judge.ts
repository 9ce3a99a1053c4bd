import { onTestFinished } from 'vitest';
import { type Judge, type JudgeOptions, openJudge } from '../judge.ts';
import type { Problem } from '../store/problem.ts';
import { NOON, temporaryFile } from '../store/testing/problems.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  readonly body: any;
}

interface TestJudge extends Judge {
  /** Fetches a path and reads its JSON. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
}

/** A judge in a temporary folder that trusts its caller, with these problems beside the catalogue. */
export async function temporaryJudge(
  problems: readonly Problem[] = [],
  options: Partial<JudgeOptions> = {},
): Promise<TestJudge> {
  const judge = await openJudge({
    file: temporaryFile(),
    version: '1.2.3',
    now: () => NOON,
    trusted: true,
    onFailure: (failure) => {
      throw failure;
    },
    ...options,
  });
  onTestFinished(() => judge.close());
  judge.store.write(problems, 'keep');
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await judge.fetch(new Request(`http://judge.test${path}`, { headers }));
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { ...judge, get };
}
