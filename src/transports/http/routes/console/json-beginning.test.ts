import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../../../../kernel/json.ts';
import { jsonBeginning, sizeOf } from './json-beginning.ts';

it('for any value, what fits is the JSON of it, and what does not fit is its beginning', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 60 }), (value, maxChars) => {
      const whole = JSON.stringify(value);
      expect(jsonBeginning(value, 100_000)).toBe(whole);
      const shown = jsonBeginning(value, maxChars);
      expect(shown.length).toBeLessThanOrEqual(maxChars);
      expect(whole.startsWith(shown)).toBe(true);
    }),
  );
});

it('shows numbers as they were written, and long strings by their beginning', () => {
  expect(jsonBeginning(parseJson('{"a":1.10,"b":9007199254740993}'), 100)).toBe('{"a":1.10,"b":9007199254740993}');
  expect(jsonBeginning('x'.repeat(5000), 10_000)).toBe(`"${'x'.repeat(1000)}"`);
  expect(jsonBeginning(undefined, 10)).toBe('null');
});

it('a value may be nested as deep as it likes', () => {
  const depth = 100_000;
  const deep: unknown = JSON.parse(`${'['.repeat(depth)}"x"${']'.repeat(depth)}`);
  expect(jsonBeginning(deep, 4000)).toBe('['.repeat(4000));
  expect(sizeOf(deep)).toBe(1);
});

it.each([
  [undefined, 0],
  [null, 1],
  ['four', 4],
  [{ a: '12', b: [true, 3, 'xyz'] }, 2 + 2 + 5],
  [parseJson('[1.10]'), 4],
])('the size of %j is %d', (value, size) => expect(sizeOf(value)).toBe(size));
