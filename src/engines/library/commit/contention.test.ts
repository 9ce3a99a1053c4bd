import { describe, expect, it } from 'vitest';
import { realWorld } from '../../../lib/world.ts';
import { BookFailure } from '../model/failures.ts';
import { Fairness } from './contention.ts';

const change = async () => 'changed';
const refusal = (code: 'CONFLICT' | 'NOT_FOUND') => async () => {
  throw new BookFailure('ConflictError', code, 'no');
};

let clock = 0;
const newFairness = () =>
  new Fairness({
    ...realWorld,
    monotonic: () => clock,
    async sleep(ms) {
      clock += ms;
    },
  });

/** How long the next change of a file rests. */
async function restOf(fairness: Fairness, key = 'a'): Promise<number> {
  const before = clock;
  expect(await fairness.around(key, change)).toBe('changed');
  return clock - before;
}

async function lose(fairness: Fairness, times: number, code: 'CONFLICT' | 'NOT_FOUND' = 'CONFLICT'): Promise<void> {
  for (let n = 0; n < times; n++) await expect(fairness.around('a', refusal(code))).rejects.toThrow('no');
}

describe('fairness', () => {
  it('a change that nobody else wants never rests', async () => {
    const fairness = newFairness();
    for (let n = 0; n < 100; n++) expect(await restOf(fairness)).toBe(0);
  });

  it('a winner rests where others have lost, the longer the more they are, and never long', async () => {
    const fairness = newFairness();
    await lose(fairness, 1);
    const one = await restOf(fairness);
    expect(one).toBeGreaterThanOrEqual(15);
    expect(one).toBeLessThanOrEqual(25);
    await lose(fairness, 7);
    expect(await restOf(fairness)).toBeGreaterThan(100);
    await lose(fairness, 1000);
    expect(await restOf(fairness)).toBeLessThanOrEqual(375);
  });

  it('another file, another failure and what is long past do not matter', async () => {
    const fairness = newFairness();
    await lose(fairness, 5, 'NOT_FOUND');
    expect(await restOf(fairness)).toBe(0);
    await lose(fairness, 5);
    expect(await restOf(fairness, 'b')).toBe(0);
    clock += 3000;
    expect(await restOf(fairness)).toBe(0);
  });

  it('the rest becomes shorter when nobody loses any more', async () => {
    const fairness = newFairness();
    await lose(fairness, 20);
    const rests: number[] = [];
    for (let n = 0; n < 12; n++) rests.push(await restOf(fairness));
    expect(rests.at(-1)).toBeLessThan((rests[0] ?? 0) / 4);
  });
});
