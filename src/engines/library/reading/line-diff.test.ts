import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines, type LineChange } from './line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });

function applied(from: readonly string[], to: readonly string[], changes: readonly LineChange[]): string[] {
  const made: string[] = [];
  let at = 0;
  for (const change of changes) {
    made.push(...from.slice(at, change.from[0]), ...to.slice(...change.to));
    at = change.from[1];
  }
  return [...made, ...from.slice(at)];
}

const edits = (changes: readonly LineChange[]) =>
  changes.reduce((sum, { from, to }) => sum + from[1] - from[0] + to[1] - to[0], 0);

/** By the book: a table of all pairs. */
function fewestEdits(from: readonly string[], to: readonly string[]): number {
  let row = to.map((_, at) => to.length - at).concat(0);
  for (const line of [...from].reverse()) {
    const next = [...row.slice(0, -1).map(() => 0), (row.at(-1) ?? 0) + 1];
    for (let at = to.length - 1; at >= 0; at--) {
      const [below, right, diagonal] = [row[at] ?? 0, next[at + 1] ?? 0, row[at + 1] ?? 0];
      next[at] = line === to[at] ? diagonal : 1 + Math.min(below, right);
    }
    row = next;
  }
  return row[0] ?? 0;
}

it('for any two lists of lines: the changes make one the other, and no fewer lines can', async () => {
  const property = fc.asyncProperty(lines, lines, async (from, to) => {
    const changes = await diffLines(from, to);
    expect(applied(from, to, changes)).toEqual(to);
    expect(edits(changes)).toBe(fewestEdits(from, to));
  });
  await fc.assert(property, { numRuns: 3000 });
});

it('for any two lists of lines and however little time: the changes make one the other', async () => {
  const property = fc.asyncProperty(lines, lines, fc.integer({ min: 0, max: 60 }), async (from, to, steps) => {
    expect(applied(from, to, await diffLines(from, to, undefined, steps))).toEqual(to);
  });
  await fc.assert(property, { numRuns: 1000 });
});

it('two long texts that share nothing are told apart in bounded time, and a signal ends it', async () => {
  const [from, to] = ['x', 'y'].map((name) => Array.from({ length: 30_000 }, (_, at) => `${name} ${at}`));
  expect(edits(await diffLines(from ?? [], to ?? []))).toBe(60_000);
  await expect(diffLines(from ?? [], to ?? [], AbortSignal.abort())).rejects.toThrow(/abort/i);
});
