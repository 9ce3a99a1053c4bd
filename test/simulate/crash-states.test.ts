import { describe, expect, it } from 'vitest';
import { CRASH_CASES, everyCrash } from './crash-states.ts';

describe('every state that a power cut can leave of a change is recovered from', () => {
  for (const setup of ['folder and sqlite', 'folder and postgres'] as const) {
    it.each(CRASH_CASES)(`$name, ${setup}`, async (one) => {
      const { moments, states, violations } = await everyCrash(one, setup);
      console.info(`${one.name}, ${setup}: ${moments} moments, ${states} states`);
      expect(violations).toEqual([]);
      expect(states).toBeGreaterThan(moments / 2);
    });
  }

  it('and without syncs of folders, one is not', async () => {
    const { violations } = await everyCrash(
      CRASH_CASES[4] as (typeof CRASH_CASES)[number],
      'folder and postgres',
      false,
    );
    expect(violations.length).toBeGreaterThan(0);
  });
});
