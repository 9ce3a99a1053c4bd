import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { byRank, type Findings } from '../engine.ts';
import { TIER } from '../match/rank.ts';
import { apply, edit, WORDS } from '../testing/edits.ts';
import { aWhile, Bench, find, never, pathsOf } from '../testing/engine.ts';
import { expectedFiles, expectedLiterally, expectedTiers } from '../testing/reference.ts';

const bench = new Bench();
const engines = {
  'no index': bench.engine({ accelerate: false }),
  'index, no watcher': bench.engine({ watch: false }),
  'index and watcher': bench.engine(),
};
afterAll(() => bench.end(), 60_000);

const query = fc
  .array(fc.constantFrom(...WORDS, 'af', 'ot', 'z', 'nite', 'caffe'), { minLength: 1, maxLength: 3 })
  .chain((words) => fc.constantFrom(words.join(' '), words.join('  '), words.join('')));
const steps = fc.array(fc.tuple(fc.array(edit, { maxLength: 6 }), query, fc.boolean()), { minLength: 2, maxLength: 5 });

describe('search', () => {
  it('R28-R37 finds the same, in the same tiers, as a naive scan after any edits', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (rounds) => {
        const scope = bench.folder();
        for (const [edits, wanted, pauses] of rounds) {
          for (const each of edits) apply(scope, each);
          const literally = expectedLiterally(scope, wanted);
          const orders = new Set<string>();
          for (const [label, engine] of Object.entries(engines)) {
            const found = await find(engine, wanted, scope);
            expectTiers(label, found, scope, wanted);
            orders.add([found.didYouMean, ...pathsOf(found)].join('\n'));
            const paths = pathsOf(await find(engine, `"${wanted}"`, scope));
            expect({ label, wanted, paths }).toEqual({ label, wanted, paths: literally });
          }
          expect([...orders]).toHaveLength(1);
          const inside = readdirSync(scope, { withFileTypes: true }).find((entry) => entry.isDirectory());
          if (inside) {
            const below = join(scope, inside.name);
            expectTiers('below', await find(engines['index and watcher'], wanted, below), below, wanted);
          }
          if (pauses) await aWhile();
        }
        for (const engine of Object.values(engines)) {
          const recent = await engine.recent(0, { scope, limit: 1000, signal: never });
          expect(pathsOf(recent)).toEqual(expectedFiles(scope));
        }
        rmSync(scope, { recursive: true });
      }),
      { numRuns: 60 },
    );
  });
});

/** The files and their tiers are those of the reference, in order; inside of a tier the weights decide, then the age, then the path. */
function expectTiers(label: string, found: Findings, scope: string, wanted: string): void {
  const { hits, didYouMean } = found;
  const asked = expectedTiers(scope, wanted);
  if (didYouMean !== undefined) expect([...asked.values()].filter((tier) => tier < TIER.most)).toEqual([]);
  const expected = didYouMean === undefined ? asked : expectedTiers(scope, didYouMean);
  const tiers = Object.fromEntries(hits.map(({ path, rank }) => [path, Math.ceil(rank) - 1]));
  expect({ label, wanted, tiers }).toEqual({ label, wanted, tiers: Object.fromEntries(expected) });
  expect(hits).toEqual([...hits].sort(byRank));
}
