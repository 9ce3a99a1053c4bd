import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOf, distanceOf, nearest, toleranceOf } from './spelling.ts';

describe('the distance of two words', () => {
  it.each([
    ['heating', 'heating', 0],
    ['heating', 'heatin', 1],
    ['heating', 'heatting', 1],
    ['heating', 'haeting', 1],
    ['heating', 'hexting', 1],
    ['landlord', 'landlrods', 2],
  ])('%s and %s', (one, other, distance) => expect(distanceOf(one, other, 2)).toBe(distance));

  it('is the same both ways, and is never counted beyond what matters', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const exact = distanceOf(one, other, 10);
        expect(distanceOf(other, one, 10)).toBe(exact);
        expect(distanceOf(one, other, 1) <= 1).toBe(exact <= 1);
      }),
    );
  });
});

describe('what a word may have been meant for', () => {
  it.each([
    ['abc', 0],
    ['abcd', 1],
    ['abcdefg', 1],
    ['abcdefgh', 2],
    ['abcd1', 0],
  ])('%s may have %d wrong letters', (word, most) => expect(toleranceOf(word)).toBe(most));

  it('is the nearest word, then the one that is in most texts', () => {
    const known = [
      ['hearing', 9],
      ['heating', 3],
      ['beating', 5],
      ['healing', 9],
    ] as const;
    expect(nearest('heatinf', known).map(({ word }) => word)).toEqual(['heating']);
    const [one, other] = [nearest('heading', known), nearest('heading', [['heating', 20]])];
    expect(bestOf([one])).toBe('healing');
    expect(bestOf([one, other])).toBe('heating');
  });

  it('is no other word when it is known itself', () => {
    expect(
      bestOf([
        nearest('heating', [
          ['heating', 1],
          ['hearing', 99],
        ]),
      ]),
    ).toBeUndefined();
    expect(bestOf([])).toBeUndefined();
  });
});
