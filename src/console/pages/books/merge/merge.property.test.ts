import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines, linesOf } from './diff-lines.ts';
import { type Choice, conflictsIn, merge, type Piece, settled } from './merge.ts';

const NONE = new Map<number, Choice>();
const all = (pieces: readonly Piece[], choice: Choice) => new Map(conflictsIn(pieces).map((at) => [at, choice]));

/** Few different lines, so that they repeat, as blank lines do. */
const line = fc.constantFrom('', 'a', 'b', '- c', '```');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

/** A text of lines that are all different, and two edits of it that touch different lines; nobody writes what is there already. */
const apart = fc
  .tuple(
    fc.integer({ min: 2, max: 14 }),
    fc.array(fc.constantFrom('keep', 'mine', 'theirs'), { minLength: 14, maxLength: 14 }),
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 14, maxLength: 14 }),
  )
  .map(([length, who, sizes]) => {
    const base = Array.from({ length }, (_, at) => `line ${at}`);
    const edited = (...sides: string[]) =>
      base.flatMap((old, at) => {
        const side = who[at] ?? 'keep';
        return sides.includes(side) ? Array.from({ length: sizes[at] ?? 0 }, (_, n) => `${side} ${at} ${n}`) : [old];
      });
    return { base, mine: edited('mine'), theirs: edited('theirs'), both: edited('mine', 'theirs') };
  })
  // Without a line there is no text that could be told from an empty one.
  .filter(({ mine, theirs, both }) => mine.length > 0 && theirs.length > 0 && both.length > 0);

const RUNS = { numRuns: 2000 };

it('for any two edits that touch different lines both survive, and nobody is asked', () => {
  fc.assert(
    fc.property(apart, ({ base, mine, theirs, both }) => {
      const pieces = merge(base.join('\n'), mine.join('\n'), theirs.join('\n'));
      expect(settled(pieces, NONE)).toBe(both.join('\n'));
    }),
    RUNS,
  );
});

it('for any texts, a side that has changed nothing leaves the other as it is', () => {
  fc.assert(
    fc.property(text, text, (base, other) => {
      expect(settled(merge(base, other, base), NONE)).toBe(other);
      expect(settled(merge(base, base, other), NONE)).toBe(other);
      expect(settled(merge(base, other, other), NONE)).toBe(other);
    }),
    RUNS,
  );
});

it('for any three texts, every line that somebody has added is in the merge or in one of its conflicts', () => {
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      const pieces = merge(base, mine, theirs);
      const both = counts(linesOf(settled(pieces, all(pieces, 'both')) ?? ''));
      for (const side of [mine, theirs]) {
        const added = diffLines(linesOf(base), linesOf(side)).flatMap((hunk) =>
          linesOf(side).slice(hunk.newStart, hunk.newEnd),
        );
        for (const [words, count] of counts(added)) expect(both.get(words) ?? 0).toBeGreaterThanOrEqual(count);
      }
    }),
    RUNS,
  );
});

it('for any three texts, the merge is the same seen from the other side', () => {
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      const [here, there] = [merge(base, mine, theirs), merge(base, theirs, mine)];
      expect(settled(here, all(here, 'mine'))).toBe(settled(there, all(there, 'theirs')));
    }),
    RUNS,
  );
});

it('for any two texts, the differences turn the one into the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [old, fresh] = [linesOf(before), linesOf(after)];
      const made: string[] = [];
      let reached = 0;
      for (const { start, end, newStart, newEnd } of diffLines(old, fresh)) {
        made.push(...old.slice(reached, start), ...fresh.slice(newStart, newEnd));
        reached = end;
      }
      expect([...made, ...old.slice(reached)]).toEqual(fresh);
    }),
    RUNS,
  );
});

function counts(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const words of lines) found.set(words, (found.get(words) ?? 0) + 1);
  return found;
}
