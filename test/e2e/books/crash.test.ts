import { expect, it } from 'vitest';
import { times } from '../../harness/books/setup.ts';
import { crashRounds } from '../../soak/crash/crash.ts';

it('SC-002: kills in the middle of changes lose nothing and leave nothing half done', async () => {
  // Each way of dying once at least.
  const kills = times(20) + 20;
  const report = await crashRounds(kills, 1);
  expect(report.kills).toBe(kills);
  // Every point of every kind of change that reaches it, and moments in between.
  expect(Object.keys(report.at)).toHaveLength(20);
});
