import { expect, it } from 'vitest';
import { crashRounds } from '../../books/crash.ts';

it('SC-002: forty kills in the middle of changes lose nothing and leave nothing half done', async () => {
  const report = await crashRounds(40, 1);
  expect(report.kills).toBe(40);
  // Every point of every kind of change that reaches it, and moments in between.
  expect(Object.keys(report.at)).toHaveLength(16);
});
