import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CatalogueProblem, DIFFICULTIES, loadCatalogue } from './catalogue.ts';
import { problemContent } from './content.ts';
import { TAGS } from './testing/tags.ts';

const text = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^\S[\s\S]*\S$/, 'no blanks at its ends');

const problemShape = z.strictObject({
  number: z.int().positive(),
  slug: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  title: text(5, 40),
  difficulty: z.enum(DIFFICULTIES),
  tags: z
    .array(z.enum([...TAGS] as [string, ...string[]]))
    .min(1)
    .max(5),
  abstract: text(20, 160),
  statement: text(100, 1500),
  input: text(15, 700),
  output: text(5, 500),
  constraints: z.array(text(5, 120)).min(1),
  samples: z
    .array(
      z.strictObject({ input: z.string().min(1), output: z.string().min(1), explanation: text(10, 300).optional() }),
    )
    .min(2),
  hints: z.array(text(20, 300)).min(1).optional(),
  timeLimitMs: z.int().min(500).max(10_000),
  memoryLimitMb: z.int().min(64).max(1024),
});

const problems = await loadCatalogue();

const textsOf = ({ statement, input, output, constraints, samples, hints = [] }: CatalogueProblem) => [
  statement,
  input,
  output,
  ...constraints,
  ...hints,
  ...samples.flatMap(({ explanation }) => explanation ?? []),
];

describe('the catalogue', () => {
  test('has at least 120 problems in three difficulties', () => {
    const count = (difficulty: string) => problems.filter((problem) => problem.difficulty === difficulty).length;
    expect(problems.length).toBeGreaterThanOrEqual(120);
    expect(count('Easy')).toBeGreaterThanOrEqual(45);
    expect(count('Medium')).toBeGreaterThanOrEqual(50);
    expect(count('Hard')).toBeGreaterThanOrEqual(25);
  });

  test('numbers its problems 1, 2, 3 and names each once', () => {
    expect(problems.map(({ number }) => number)).toEqual(problems.map((_, i) => i + 1));
    expect(new Set(problems.map(({ slug }) => slug)).size).toBe(problems.length);
    expect(new Set(problems.map(({ title }) => title)).size).toBe(problems.length);
    expect(new Set(problems.map(({ abstract }) => abstract)).size).toBe(problems.length);
  });

  test('uses every tag of the list', () => {
    expect([...new Set(problems.flatMap(({ tags }) => tags))].sort()).toEqual([...TAGS]);
  });

  test.each(problems.map((problem) => [problem.slug, problem] as const))(
    '%s is complete and well written',
    (_, problem) => {
      expect(problemShape.safeParse(problem).error).toBeUndefined();
      expect(problem.slug).toBe(slugOf(problem.title));
      expect(new Set(problem.tags).size).toBe(problem.tags.length);
      expect(problem.constraints.some((constraint) => constraint.includes('$'))).toBe(true);
      expect(problem.samples.some(({ explanation }) => explanation !== undefined)).toBe(true);
      expect(new Set(problem.samples.map(({ input }) => input)).size).toBe(problem.samples.length);
      for (const part of textsOf(problem)) expect(mathsOf(part), part).toSatisfy(isBalanced);
    },
  );

  test.each(problems.map((problem) => [problem.slug, problem] as const))(
    'the samples of %s keep to the limits',
    (_, problem) => {
      for (const { lo, hi, value } of leadingBounds(problem)) {
        expect(value).toBeGreaterThanOrEqual(lo);
        expect(value).toBeLessThanOrEqual(hi);
      }
    },
  );

  test('has limits that can be checked for most problems', () => {
    const checked = problems.filter((problem) => leadingBounds(problem).length > 0);
    expect(checked.length).toBeGreaterThan(problems.length / 2);
  });

  test('tells no story twice', () => {
    const shingles = problems.map(({ slug, statement }) => ({ slug, set: shinglesOf(statement) }));
    const pairs = shingles.flatMap((a, i) =>
      shingles.slice(i + 1).map((b) => ({ a, b, overlap: overlap(a.set, b.set) })),
    );
    const near = pairs.filter((pair) => pair.overlap > 0.2).map(({ a, b }) => `${a.slug} and ${b.slug}`);
    expect(near).toEqual([]);
  });

  test('gives each problem as one Markdown document', () => {
    const problem = problems.find(({ slug }) => slug === 'quiet-carriage');
    expect(problemContent(problem as CatalogueProblem)).not.toContain(problem?.abstract);
    expect(problemContent(problem as CatalogueProblem)).toMatchInlineSnapshot(`
      "A train records the noise in each of its carriages, front to back. A group of readers wants to sit in consecutive carriages, each with a noise of at most $t$. Find the largest number of consecutive carriages they can take.

      ## Input

      The first line holds $n$ and $t$, the second the noise values $v_1, \\dots, v_n$.

      ## Output

      One number, the length of the longest quiet stretch, or $0$ when no carriage is quiet enough.

      ## Constraints

      - $1 \\le n \\le 2 \\cdot 10^5$
      - $0 \\le t, v_i \\le 10^6$

      Time limit: 1 s. Memory limit: 256 MB.

      ## Example 1

      Input:

      \`\`\`
      8 30
      10 30 31 5 6 7 40 2
      \`\`\`

      Output:

      \`\`\`
      3
      \`\`\`

      The carriages with noise 5, 6 and 7.

      ## Example 2

      Input:

      \`\`\`
      2 1
      2 3
      \`\`\`

      Output:

      \`\`\`
      0
      \`\`\`"
    `);
  });
});

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z]+/g, '-');

/** The formulas of a text; undefined when a dollar sign has no partner. */
function mathsOf(part: string): string[] | undefined {
  const pieces = part.replace(/`[^`]*`/g, '').split('$');
  return pieces.length % 2 === 1 ? pieces.filter((_, i) => i % 2 === 1) : undefined;
}

function isBalanced(formulas: string[] | undefined): boolean {
  if (formulas === undefined) return false;
  return formulas.every((formula) => {
    let depth = 0;
    for (const [bracket] of formula.matchAll(/(?<!\\)[{}]/g)) {
      depth += bracket === '{' ? 1 : -1;
      if (depth < 0) return false;
    }
    return depth === 0 && formula.trim() === formula && formula !== '';
  });
}

/** The variables of the first line of input that have plain bounds, with their value in each sample. */
function leadingBounds({ input, constraints, samples }: CatalogueProblem) {
  const names = /^(?:The first line|One line)(?: holds| with) (?:(?:\$\w\$(?:, | and )?)+)/.exec(input)?.[0];
  const variables = [...(names ?? '').matchAll(/\$(\w)\$/g)].map((match) => match[1]);
  return variables.flatMap((variable, place) => {
    const bounds = constraints.flatMap((constraint) => boundsOf(constraint, variable as string));
    return bounds.flatMap(([lo, hi]) =>
      samples.map((sample) => ({ lo, hi, value: Number(sample.input.split(/\s+/)[place]) })),
    );
  });
}

function boundsOf(constraint: string, variable: string): [number, number][] {
  const match = /^\$(-?[\d^{}\\\w ]+?) \\le ([\w, ]+) \\le (\d[\d^{} ]*(?:\\cdot [\d^{}]+)?)\$/.exec(constraint);
  if (match === null || !match[2]?.split(', ').includes(variable)) return [];
  const [lo, hi] = [valueOf(match[1] as string), valueOf(match[3] as string)];
  return Number.isNaN(lo + hi) ? [] : [[lo, hi]];
}

/** The value of `2 \cdot 10^5` and the like. */
function valueOf(formula: string): number {
  return formula
    .split('\\cdot')
    .map((factor) => {
      const [base, exponent = '1'] = factor.trim().replace(/[{}]/g, '').split('^');
      return Number(base) < 0 ? -(Number(base?.slice(1)) ** Number(exponent)) : Number(base) ** Number(exponent);
    })
    .reduce((a, b) => a * b);
}

function shinglesOf(words: string): Set<string> {
  const list = words.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(list.map((_, i) => list.slice(i, i + 4).join(' ')));
}

function overlap(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((shingle) => b.has(shingle)).length;
  return shared / Math.min(a.size, b.size);
}
