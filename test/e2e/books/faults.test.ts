import { expect, it } from 'vitest';
import { faultRounds } from '../../soak/faults/run.ts';

const ROUNDS = 20;

it('no fault of files, disks or the journal costs more than itself, and nothing acknowledged', {
  timeout: 600_000,
}, async () => {
  const report = await faultRounds({ rounds: ROUNDS, seed: 20261116 });
  expect(report.rounds).toBe(ROUNDS);
});
