import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallSummary } from './call-feed.ts';
import { CallStatistics } from './call-statistics.ts';

const START = Date.parse('2026-11-17T08:00:00.000Z');
const call = (at: number, changes: Partial<CallSummary> = {}): CallSummary => ({
  n: 1,
  at: new Date(at).toISOString(),
  tool: 'add',
  client: 'tester',
  outcome: 'ok',
  ms: 1,
  size_in: 1,
  size_out: 1,
  ...changes,
});

describe('the last half hour', () => {
  it('is told by the minute, without those in which nothing happened', () => {
    const statistics = new CallStatistics();
    statistics.record(call(START));
    statistics.record(call(START + 59_999, { outcome: 'failed' }));
    statistics.record(call(START + 3 * 60_000));
    expect(statistics.minutes(new Date(START + 200_000))).toMatchObject([
      { at: '2026-11-17T08:00:00.000Z', ok: 1, failed: 1 },
      { at: '2026-11-17T08:03:00.000Z', ok: 1, failed: 0 },
    ]);
  });

  it('has thirty minutes, the running one included', () => {
    const statistics = new CallStatistics();
    for (let minute = 0; minute < 100; minute++) statistics.record(call(START + minute * 60_000));
    const told = statistics.minutes(new Date(START + 99 * 60_000));
    expect(told).toHaveLength(30);
    expect(told[0]?.at).toBe(new Date(START + 70 * 60_000).toISOString());
    expect(statistics.minutes(new Date(START + 110 * 60_000))).toHaveLength(19);
  });

  it('counts on when the clock is set back', () => {
    const statistics = new CallStatistics();
    statistics.record(call(START));
    statistics.record(call(START - 3_600_000));
    expect(statistics.minutes(new Date(START))).toMatchObject([{ ok: 2 }]);
  });

  it('for any times, the percentiles are a tenth off at most', () => {
    const anyTimes = fc.array(fc.double({ min: 0.05, max: 90_000, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(anyTimes, (times) => {
        const statistics = new CallStatistics();
        for (const ms of times) statistics.record(call(START, { ms }));
        const sorted = times.toSorted((a, b) => a - b);
        const exact = (share: number) => sorted[Math.ceil(times.length * share) - 1] as number;
        const [figures] = statistics.minutes(new Date(START));
        expect(Math.abs((figures?.p50 ?? 0) / exact(0.5) - 1)).toBeLessThan(0.11);
        expect(Math.abs((figures?.p95 ?? 0) / exact(0.95) - 1)).toBeLessThan(0.11);
      }),
    );
  });

  it('takes calls that took no time, or for ever', () => {
    const statistics = new CallStatistics();
    statistics.record(call(START, { ms: 0 }));
    statistics.record(call(START, { ms: 1e9 }));
    const [figures] = statistics.minutes(new Date(START));
    expect(figures?.p50).toBeLessThan(0.06);
    expect(figures?.p95).toBeGreaterThan(90_000);
  });
});

describe('failures', () => {
  it('are grouped by tool, outcome and code, the last first', () => {
    const statistics = new CallStatistics();
    statistics.record(call(START, { outcome: 'failed', code: 'NOT_FOUND', tool: 'read_content', toolset: 'books' }));
    statistics.record(call(START + 1, { outcome: 'invalid' }));
    statistics.record(
      call(START + 2, { outcome: 'failed', code: 'NOT_FOUND', tool: 'read_content', toolset: 'books' }),
    );
    statistics.record(call(START + 3));
    expect(statistics.failures()).toEqual([
      {
        tool: 'read_content',
        toolset: 'books',
        outcome: 'failed',
        code: 'NOT_FOUND',
        count: 2,
        last_at: '2026-11-17T08:00:00.002Z',
      },
      {
        tool: 'add',
        toolset: undefined,
        outcome: 'invalid',
        code: undefined,
        count: 1,
        last_at: '2026-11-17T08:00:00.001Z',
      },
    ]);
  });

  it('are a hundred groups at most: the one that is longest ago goes', () => {
    const statistics = new CallStatistics();
    for (let n = 0; n < 150; n++) statistics.record(call(START + n, { outcome: 'failed', tool: `tool-${n}` }));
    const groups = statistics.failures();
    expect(groups).toHaveLength(100);
    expect([groups[0]?.tool, groups[99]?.tool]).toEqual(['tool-149', 'tool-50']);
  });
});
