import fc from 'fast-check';
import { expect, test } from 'vitest';
import { naturalKey } from './natural.ts';

const sorted = (ids: string[]) => [...ids].sort((a, b) => (naturalKey(a) < naturalKey(b) ? -1 : 1));

test('B1 natural order: digits by value, letters without their case', () => {
  expect(sorted(['10', '9', '100', '1'])).toEqual(['1', '9', '10', '100']);
  expect(sorted(['1920B', '1920A2', '1920a1', '999Z'])).toEqual(['999Z', '1920a1', '1920A2', '1920B']);
  expect(naturalKey('abc42_F')).toBe('abc00000000000000000042_f');
});

test('B1 natural order: numbers of any size up to 20 digits sort by value', () => {
  const number = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n });
  fc.assert(
    fc.property(number, number, (a, b) => {
      fc.pre(a !== b);
      expect(naturalKey(`P${a}`) < naturalKey(`P${b}`)).toBe(a < b);
    }),
  );
});
