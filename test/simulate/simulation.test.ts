import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { simulate } from './simulation.ts';
import { BUGS } from './world/planted-bugs.ts';

/** By hand there are more and longer ones: `npm run simulate`. */
const [SEEDS, STEPS] = [2000, 12];

it(`${SEEDS} histories: no lost word, whatever goes wrong`, async () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { violations, setup, faults } = await simulate({ seed, steps: STEPS });
    expect(violations, `npm run simulate -- --seed ${seed} --histories 1 --steps ${STEPS} --trace`).toEqual([]);
    kinds.add(`${setup}, ${faults}`);
  }
  expect(kinds.size).toBe(21);
});

it('the same seed gives the same history', async () => {
  for (const seed of [3, 42, 77, 1001]) {
    const [first, again] = [await simulate({ seed, steps: 40 }), await simulate({ seed, steps: 40 })];
    expect(again).toEqual(first);
    expect((await simulate({ seed: seed + 1, steps: 40 })).trace).not.toBe(first.trace);
  }
});

it('many workers tell what one tells', () => {
  const told = (workers: string) => {
    const options = ['--histories', '250', '--steps', '3', '--workers', workers];
    const text = execFileSync(process.execPath, ['test/simulate/run.js', ...options], { encoding: 'utf8' });
    return text.replace(/\d+ a minute/, 'so many a minute');
  };
  expect(told('2')).toBe(told('1'));
});

it.each(BUGS)('finds a planted bug: %s', async (bug) => {
  let seed = 0;
  let found: readonly string[] = [];
  while (found.length === 0 && seed < 1000) found = (await simulate({ seed: ++seed, steps: 20, bug })).violations;
  expect(found.length, `not within ${seed} seeds`).toBeGreaterThan(0);
  console.info(`${bug}: found after ${seed} seeds`);
});
