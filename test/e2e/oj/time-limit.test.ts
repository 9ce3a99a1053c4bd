import { expect, it, vi } from 'vitest';
import { after, drip, never, redirect } from '../../harness/oj/judge-answers.ts';
import type { Behaviour } from '../../harness/oj/judge-server.ts';
import { judgeAndOj } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj();

const SLOW: Record<string, Behaviour> = {
  'never answers': never,
  'never ends': drip(' '.repeat(100_000), 100),
  'answers in the end': after(25_000, drip(' '.repeat(100_000), 100)),
  'leads on and on': after(4000, redirect('/api/v1/resolve/leads%20on%20and%20on')),
};

it('R9, R19, S2.1: 30 seconds are all a request gets, headers, redirects and body together', async () => {
  judge.answers((response, request) => {
    SLOW[decodeURIComponent(request.url?.split('/').at(-1) ?? '')]?.(response, request);
  });
  const started = performance.now();
  const ends = await Promise.all(
    Object.keys(SLOW).map(async (query) => {
      const error = await oj.refused('resolve_problem', { query });
      return { ...error, seconds: (performance.now() - started) / 1000 };
    }),
  );
  for (const { seconds, ...error } of ends) {
    expect(error).toEqual({
      code: -32603,
      message: `The judge at ${judge.origin} could not be reached: no answer within 30 s. Check --base-url and the network, then try again.`,
    });
    expect(seconds).toBeGreaterThan(28);
    expect(seconds).toBeLessThan(40);
  }
  await vi.waitFor(() => expect(judge.abandoned).toBe(4), 10_000);
});
