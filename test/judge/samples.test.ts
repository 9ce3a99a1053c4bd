import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../src/engines/judge/catalogue/catalogue.ts';
// @ts-expect-error plain JavaScript
import { random } from './support/random.js';
// @ts-expect-error plain JavaScript
import { reader } from './support/reader.js';

// The solutions are plain JavaScript, as a contestant would write them.
interface Reader {
  end(): void;
}
type Solve = (input: Reader) => string | number | bigint;
interface BruteForce {
  input(random: unknown): string | number;
  answer: Solve;
}

const here = (path: string) => new URL(path, import.meta.url);
const solutions = await all<Solve>('solutions');
const bruteForces = await all<BruteForce>('brute');
const problems = await loadCatalogue();

describe('the reference solutions', () => {
  test('there is one for each problem, and none without', () => {
    expect([...solutions.keys()].sort()).toEqual(problems.map(({ slug }) => slug).sort());
  });

  test.each(problems.map((problem) => [problem.slug, problem] as const))(
    '%s: every sample has the right answer',
    (slug, { samples }) => {
      for (const { input, output } of samples) expect(answer(solutions.get(slug), input)).toBe(output);
    },
  );
});

describe('brute force agrees with the solution on small inputs', () => {
  test('for at least 40 problems', () => {
    expect(bruteForces.size).toBeGreaterThanOrEqual(40);
  });

  test.each([...bruteForces])('%s', (slug, force) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const input = String(force.input(random(seed)));
        expect(answer(solutions.get(slug), input), input).toBe(answer(force.answer, input));
      }),
      { numRuns: 60 },
    );
  });
});

/** What a solution makes of an input that it must read to the end. */
function answer(solve: Solve | undefined, input: string): string {
  const tokens: Reader = reader(input);
  const output = String(solve?.(tokens));
  tokens.end();
  return output;
}

async function all<Value>(folder: string): Promise<Map<string, Value>> {
  const files = readdirSync(here(folder));
  const modules = await Promise.all(files.map((file) => import(here(`${folder}/${file}`).href)));
  return new Map(modules.flatMap((module: { default: Record<string, Value> }) => Object.entries(module.default)));
}
