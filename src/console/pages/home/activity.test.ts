import { describe, expect, it } from 'vitest';
import type { CallSummary } from '../../mcp/server-types.ts';
import { activityOf, callsInWords, failuresOf, minutesOf, timesInWords } from './activity.ts';

const NOW = Date.parse('2026-11-17T08:29:30.000Z');
const call = (at: string, changes: Partial<CallSummary> = {}): CallSummary => ({
  n: 1,
  at: `2026-11-17T08:${at}.000Z`,
  tool: 'add',
  client: 'tester',
  outcome: 'ok',
  ms: 1,
  size_in: 0,
  size_out: 0,
  ...changes,
});

describe('the last half hour', () => {
  it('has thirty minutes, with nothing where nothing happened', () => {
    const { minutes, ok, failed, p50, p95 } = activityOf(
      [
        { at: '2026-11-17T07:59:00.000Z', ok: 9, failed: 9, p50: 9, p95: 9 },
        { at: '2026-11-17T08:00:00.000Z', ok: 1, failed: 2, p50: 3, p95: 4 },
        { at: '2026-11-17T08:29:00.000Z', ok: 5, failed: 0, p50: 6, p95: 7 },
      ],
      NOW,
    );
    expect([minutes[0], minutes[29]]).toEqual([Date.UTC(2026, 10, 17, 8) / 1000, Date.UTC(2026, 10, 17, 8, 29) / 1000]);
    expect(minutes).toHaveLength(30);
    expect([ok[0], ok[1], ok[29], failed[0], failed[29]]).toEqual([1, 0, 5, 2, 0]);
    expect([p50[0], p50[1], p95[29]]).toEqual([3, null, 7]);
  });

  it('can be made of calls', () => {
    const calls = [
      ...Array.from({ length: 19 }, (_, at) => call('28:10', { ms: at + 1 })),
      call('28:59', { ms: 500, outcome: 'failed' }),
      call('29:01', { ms: 3 }),
    ];
    expect(minutesOf(calls)).toEqual([
      { at: '2026-11-17T08:28:00.000Z', ok: 19, failed: 1, p50: 10, p95: 19 },
      { at: '2026-11-17T08:29:00.000Z', ok: 1, failed: 0, p50: 3, p95: 3 },
    ]);
  });

  it('can be read aloud', () => {
    const some = activityOf(minutesOf([call('28:10'), call('28:11', { outcome: 'failed', ms: 1200 })]), NOW);
    expect(callsInWords(some)).toBe(
      'Calls per minute in the last half hour: 1 call worked, 1 did not. At most 2 calls in a minute.',
    );
    expect(timesInWords(some)).toBe(
      'Time of a call in the last half hour. In the last minute with calls, half took less than 1.0 ms, 95 % less than 1.20 s. Slowest minute: 95 % below 1.20 s.',
    );
    const none = activityOf([], NOW);
    expect(callsInWords(none)).toBe('Calls per minute in the last half hour: none.');
    expect(timesInWords(none)).toBe('Time of a call in the last half hour: no calls.');
  });
});

it('failures are grouped by what is the same, the last first', () => {
  const calls = [
    call('01:00', { outcome: 'failed', code: 'NOT_FOUND', tool: 'read_content', toolset: 'books' }),
    call('02:00', { outcome: 'invalid' }),
    call('03:00', { outcome: 'failed', code: 'NOT_FOUND', tool: 'read_content', toolset: 'books' }),
    call('04:00'),
  ];
  expect(failuresOf(calls)).toEqual([
    {
      tool: 'read_content',
      toolset: 'books',
      outcome: 'failed',
      code: 'NOT_FOUND',
      count: 2,
      last_at: '2026-11-17T08:03:00.000Z',
    },
    {
      tool: 'add',
      toolset: undefined,
      outcome: 'invalid',
      code: undefined,
      count: 1,
      last_at: '2026-11-17T08:02:00.000Z',
    },
  ]);
});
