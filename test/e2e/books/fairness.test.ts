import { describe, expect, it } from 'vitest';
import { appendTogether } from '../../soak/fairness/fairness.ts';

describe('eight agents that append to one lesson all get through', () => {
  it.each([1, 2, 8])('on %i servers', { timeout: 120_000 }, async (servers) => {
    const { worst, tries } = await appendTogether(8, 25, servers);
    expect(worst).toHaveLength(8);
    expect(Math.max(...worst), JSON.stringify({ worst, tries })).toBeLessThanOrEqual(25);
  });
});
