import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffRows } from './diff-rows.ts';

it('puts what differs beside each other, and folds what is far from it', () => {
  const before = ['1', '2', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const after = [...before.slice(0, 7), 'new', ...before.slice(8), 'end'];
  const rows = diffRows(before.join('\n'), after.join('\n')).map((row) =>
    row.kind === 'fold' ? `fold ${row.lines}` : `${row.kind} ${row.left?.text ?? '-'} ${row.right?.text ?? '-'}`,
  );
  expect(rows).toEqual([
    'fold 4',
    'same c c',
    'same d d',
    'same e e',
    'changed f new',
    'same g g',
    'same h h',
    'same i i',
    'same j j',
    'changed - end',
  ]);
});

it('for any two texts, every line is shown once or folded, in its place', () => {
  const text = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 30 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const numbers = { left: 0, right: 0 };
      for (const row of diffRows(before, after)) {
        if (row.kind === 'fold') {
          numbers.left += row.lines;
          numbers.right += row.lines;
          continue;
        }
        for (const side of ['left', 'right'] as const) {
          const line = row[side];
          if (line === undefined) continue;
          expect(line.number).toBe(++numbers[side]);
          expect(line.text).toBe((side === 'left' ? before : after).split('\n')[line.number - 1]);
        }
        if (row.kind === 'same') expect(row.left?.text).toBe(row.right?.text);
      }
      expect(numbers).toEqual({ left: before.split('\n').length, right: after.split('\n').length });
    }),
    { numRuns: 1000 },
  );
});
