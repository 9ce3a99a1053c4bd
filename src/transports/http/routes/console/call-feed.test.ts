import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndedCall } from '../../../../kernel/dispatch.ts';
import { CallFeed, type CallSummary, KEPT_CALLS, KEPT_CHARS } from './call-feed.ts';

const NOW = new Date('2026-11-17T08:00:00.000Z');
const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const ended = (changes: Partial<EndedCall> = {}): EndedCall => ({
  tool: 'add',
  toolset: 'cobol',
  outcome: 'ok',
  elapsedMs: 1.2345,
  caller: { name: 'tester' },
  args: { a: '1', b: '2' },
  result: answer('The sum is 3.'),
  ...changes,
});
const summaryOf = (changes: Partial<EndedCall>, payloads = false): CallSummary => {
  const feed = new CallFeed(payloads, () => NOW);
  feed.record(ended(changes));
  return feed.recent[0] as CallSummary;
};

describe('what is told of a call', () => {
  it('who called what, when, with which result and how much', () => {
    expect(summaryOf({ caller: { name: 'tester', subject: 'ann' } })).toEqual({
      n: 1,
      at: '2026-11-17T08:00:00.000Z',
      tool: 'add',
      toolset: 'cobol',
      client: 'tester',
      subject: 'ann',
      outcome: 'ok',
      code: undefined,
      ms: 1.23,
      size_in: 4,
      size_out: 13,
    });
  });

  it('the code of a failure that names one', () => {
    const failed = (text: string) => summaryOf({ outcome: 'failed', result: answer(text) }).code;
    expect(failed('{"error":"Gone","code":"NOT_FOUND","message":"…"}')).toBe('NOT_FOUND');
    expect(failed('{\n  "code": "SHA_MISMATCH_OF_SOMETHING"\n}')).toBe('SHA_MISMATCH_OF_SOMETHING');
    expect(failed('NOT_FOUND: no such thing')).toBeUndefined();
    // What a caller wrote is quoted, so it cannot pass for the code.
    expect(failed(JSON.stringify({ message: 'no "code": "FAKE" here', code: 'REAL' }))).toBe('REAL');
    expect(summaryOf({ outcome: 'invalid', result: answer('{"code":"INVALID_ARGUMENT"}') }).code).toBe(
      'INVALID_ARGUMENT',
    );
    expect(summaryOf({ result: answer('{"code":"IN_AN_ANSWER"}') }).code).toBeUndefined();
    expect(summaryOf({ outcome: 'cancelled', result: undefined })).toMatchObject({ code: undefined, size_out: 0 });
  });

  it('no arguments and no result, unless payloads are shown', () => {
    expect(Object.keys(summaryOf({}))).not.toEqual(expect.arrayContaining(['arguments']));
    expect(JSON.stringify(summaryOf({ args: { secret: 'hush' }, result: answer('hush') }))).not.toContain('hush');
    expect(summaryOf({}, true)).toMatchObject({ arguments: '{"a":"1","b":"2"}', result: 'The sum is 3.' });
  });

  it('the beginning of what is long, and sizes of the whole', () => {
    const long = 'x'.repeat(1_000_000);
    const {
      client,
      arguments: args,
      result,
      size_in,
      size_out,
    } = summaryOf(
      { caller: { name: long }, args: { a: long, b: long, c: long, d: long, e: long }, result: answer(long) },
      true,
    );
    expect([client.length, args?.length, result?.length]).toEqual([100, 4000, 4000]);
    expect([size_in, size_out]).toEqual([5_000_005, 1_000_000]);
  });

  it('arguments that are nested beyond any stack', () => {
    const depth = 100_000;
    const deep: unknown = JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);
    expect(summaryOf({ args: deep }, true)).toMatchObject({ size_in: 1, arguments: '['.repeat(4000) });
  });
});

it('for any calls, it keeps the last ones, and never more than its bounds', () => {
  const anyCall = fc.record({ args: fc.nat(6000), result: fc.nat(6000), outcome: fc.constantFrom('ok', 'failed') });
  fc.assert(
    fc.property(fc.array(anyCall, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (calls, times) => {
      const feed = new CallFeed(true);
      const heard: number[] = [];
      feed.listen(({ n }) => heard.push(n));
      for (let round = 0; round < times; round++) {
        for (const { args, result, outcome } of calls) {
          feed.record(ended({ args: 'a'.repeat(args), result: answer('r'.repeat(result)), outcome: outcome as 'ok' }));
        }
      }
      const { recent } = feed;
      const chars = recent.reduce((sum, { arguments: a = '', result: r = '' }) => sum + a.length + r.length, 0);
      expect(recent.length).toBeLessThanOrEqual(KEPT_CALLS);
      expect(chars).toBeLessThanOrEqual(KEPT_CHARS);
      const all = calls.length * times;
      expect(heard).toEqual(Array.from({ length: all }, (_, at) => at + 1));
      expect(recent.map(({ n }) => n)).toEqual(heard.slice(all - recent.length));
      // Nothing is thrown away that had room.
      if (recent.length < Math.min(all, KEPT_CALLS)) expect(chars).toBeGreaterThan(KEPT_CHARS - 8000);
    }),
    { numRuns: 30 },
  );
});
