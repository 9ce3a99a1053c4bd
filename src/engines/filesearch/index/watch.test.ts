import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OverflowDetector } from './watch.ts';

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
