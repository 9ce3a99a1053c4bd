import { describe, expect, it } from 'vitest';
import { Flood } from './flood.ts';
import { nextTurn } from './pace.ts';

describe('a flood of events', () => {
  it('is noticed at once when one turn has too many, and only then', async () => {
    const flood = new Flood(3);
    flood.count();
    flood.count();
    await nextTurn();
    flood.count();
    flood.count();
    expect(flood.losses).toBe(0);
    flood.count();
    expect(flood.losses).toBe(1);
    await nextTurn();
    expect(flood.losses).toBe(1);
  });
});
