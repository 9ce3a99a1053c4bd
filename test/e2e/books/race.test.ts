import { expect, it } from 'vitest';
import { raceRounds } from '../../books/race.ts';

it('SC-003: of 64 writers in four processes with the same hash exactly one wins, a hundred times', async () => {
  const report = await raceRounds(100);
  expect(report).toMatchObject({ rounds: 100, updated: 80, created: 20, conflicts: 100 * 63 });
});
