import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Limits } from './limits.ts';

const never = () => new AbortController().signal;

describe('the rate', () => {
  it('for any pattern of requests, nobody gets more than the burst and the rate allow', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }),
        (rate, gaps) => {
          let now = 0;
          const limits = new Limits({ ratePerSecond: rate, maxConcurrent: 1, maxQueued: 0 }, () => now);
          let served = 0;
          for (const gap of gaps) {
            now += gap;
            if (limits.take('a') === 0) served++;
          }
          expect(served).toBeLessThanOrEqual(rate * 2 + (now / 1000) * rate + 1e-6);
        },
      ),
    );
  });

  it('says when to try again, and keeps that promise', () => {
    let now = 0;
    const limits = new Limits({ ratePerSecond: 1, maxConcurrent: 1, maxQueued: 0 }, () => now);
    expect([limits.take('a'), limits.take('a'), limits.take('a'), limits.take('b')]).toEqual([0, 0, 1, 0]);
    now += 1000;
    expect(limits.take('a')).toBe(0);
  });

  it('forgets the one that was quiet for the longest time, so that strangers cannot fill the memory', () => {
    const limits = new Limits({ ratePerSecond: 1, maxConcurrent: 1, maxQueued: 0 }, () => 0);
    for (let n = 0; n < 2; n++) limits.take('a');
    expect(limits.take('a')).toBe(1);
    for (let n = 0; n < 10_000; n++) limits.take(`stranger ${n}`);
    expect(limits.take('a')).toBe(0);
  });
});

describe('requests at once', () => {
  it('run, wait in order, and are refused, in this order', async () => {
    const limits = new Limits({ ratePerSecond: 1, maxConcurrent: 1, maxQueued: 2 });
    const leave = limits.enter('a', never) as () => void;
    const order: string[] = [];
    const waiting = ['first', 'second'].map(async (name) => {
      const left = await limits.enter('a', never);
      order.push(name);
      return left;
    });
    expect(limits.enter('a', never)).toBeUndefined();
    expect([limits.running, limits.queued]).toEqual([1, 2]);
    leave();
    leave();
    (await waiting[0])?.();
    (await waiting[1])?.();
    expect(order).toEqual(['first', 'second']);
    expect([limits.running, limits.queued]).toEqual([0, 0]);
  });

  it('a client that gives up leaves the queue', async () => {
    const limits = new Limits({ ratePerSecond: 1, maxConcurrent: 1, maxQueued: 1 });
    const leave = limits.enter('a', never) as () => void;
    const impatient = new AbortController();
    const waiting = limits.enter('a', () => impatient.signal);
    impatient.abort();
    expect(await waiting).toBeUndefined();
    expect(limits.queued).toBe(0);
    leave();
    expect(limits.running).toBe(0);
  });
});
