import { expect, it } from 'vitest';
import { times } from '../../harness/books/setup.ts';
import { raceRounds } from '../../soak/race/race.ts';

it('SC-003: of 64 writers in four processes with the same hash exactly one wins, many times', {
  timeout: 180_000,
}, async () => {
  const tens = times(6);
  const report = await raceRounds(10 * tens);
  expect(report).toMatchObject({ rounds: 10 * tens, updated: 8 * tens, created: 2 * tens, conflicts: 10 * tens * 63 });
});
