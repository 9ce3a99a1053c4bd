import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mostWatches, OverflowDetector } from './watch.ts';

describe('an overflow of events', () => {
  it('is noticed at once when one turn has too many, and only then', async () => {
    const overflow = new OverflowDetector(3);
    overflow.count();
    overflow.count();
    await nextTurn();
    overflow.count();
    overflow.count();
    expect(overflow.losses).toBe(0);
    overflow.count();
    expect(overflow.losses).toBe(1);
    await nextTurn();
    expect(overflow.losses).toBe(1);
  });
});

describe('how much may be watched', () => {
  it('is half of what the system allows, for all threads together, but enough for most homes', () => {
    expect([1, 2, 4].map((threads) => mostWatches(threads, 400_000))).toEqual([200_000, 100_000, 50_000]);
    expect(mostWatches(4, 65_536)).toBe(30_000);
    expect(mostWatches(2)).toBeGreaterThanOrEqual(30_000);
  });
});
