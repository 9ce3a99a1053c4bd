import { expect, it } from 'vitest';
import { raceRounds } from '../../books/race.ts';
import { times } from '../../support/books-setup.ts';

it('SC-003: of 64 writers in four processes with the same hash exactly one wins, many times', async () => {
  const tens = times(10);
  const report = await raceRounds(10 * tens);
  expect(report).toMatchObject({ rounds: 10 * tens, updated: 8 * tens, created: 2 * tens, conflicts: 10 * tens * 63 });
});
