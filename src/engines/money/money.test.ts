import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, decimalsOf, fitPicture, moneyStyle, NEGATIVE_STYLES, swapPointAndComma } from './money.ts';
import { pictureOf } from './picture/testing/pictures.ts';

describe('moneyStyle', () => {
  it('finds a currency by its code in any case', () => {
    expect(moneyStyle('EUR')).toEqual({ sign: '€', picture: 'ZZZ.ZZZ.ZZZ.ZZ9,99B$', decimalComma: true });
    expect(moneyStyle('eur')).toBe(moneyStyle('EUR'));
    expect(CURRENCIES.filter((code) => moneyStyle(code.toLowerCase()) !== moneyStyle(code))).toEqual([]);
  });

  it.each(['', 'XXX', 'constructor', '__proto__', 'toString', 'EUR '])('%j is none', (code) => {
    expect(moneyStyle(code)).toBeUndefined();
  });
});

describe('decimalsOf', () => {
  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['INR', 2],
    ['CHF', 2],
    ['CLP', 0],
    ['VND', 0],
  ])('%s has %i', (code, decimals) => {
    const style = moneyStyle(code);
    expect(style && decimalsOf(style)).toBe(decimals);
  });

  it('is what the engine says of the same picture', () => {
    for (const style of CURRENCIES.flatMap((code) => moneyStyle(code) ?? [])) {
      const { scale } = pictureOf(style.picture, { decimalPointIsComma: style.decimalComma });
      expect(decimalsOf(style)).toBe(scale);
    }
  });
});

describe('fitPicture', () => {
  it.each([
    ['$$$,$$9.99', 1, '$9.99'],
    ['$$$,$$9.99', 2, '$$9.99'],
    ['$$$,$$9.99', 3, '$$$9.99'],
    ['$$$,$$9.99', 4, '$$,$$9.99'],
    ['$$$,$$9.99', 7, '$$,$$$,$$9.99'],
    ['$$$,$$9.99', 12, '$$$$,$$$,$$$,$$9.99'],
    ['$$,$$,$$9.99', 3, '$$$9.99'],
    ['$$,$$,$$9.99', 6, '$$,$$,$$9.99'],
    ['$$,$$,$$9.99', 8, '$$,$$,$$,$$9.99'],
    ['ZZZ.ZZ9,99B$', 1, '9,99B$'],
    ['ZZZ.ZZ9,99B$', 3, 'ZZ9,99B$'],
    ['ZZZ.ZZ9,99B$', 4, 'Z.ZZ9,99B$'],
    ['ZZZ.ZZ9,99B$', 10, 'Z.ZZZ.ZZZ.ZZ9,99B$'],
  ])('%s for %i digits', (template, digits, picture) => {
    expect(fitPicture(template, digits, 'minus', false)).toBe(picture);
  });

  it.each([
    ['minus', '$$,$$9.99', '-$$,$$9.99'],
    ['trailing', '$$,$$9.99-', '$$,$$9.99-'],
    ['CR', '$$,$$9.99CR', '$$,$$9.99CR'],
    ['DB', '$$,$$9.99DB', '$$,$$9.99DB'],
    ['parentheses', '$$,$$9.99', '$$,$$9.99'],
    ['protect', '$***,***,**9.99-', '$***,***,**9.99-'],
  ] as const)('%s has its place for the sign', (negative, positive, below) => {
    expect(fitPicture('$$$,$$9.99', 4, negative, false)).toBe(positive);
    expect(fitPicture('$$$,$$9.99', 4, negative, true)).toBe(below);
  });

  it('for any currency, size and style the picture is legal and holds exactly that many digits', () => {
    const anyStyle = fc.constantFrom(...CURRENCIES.flatMap((code) => moneyStyle(code) ?? []));
    fc.assert(
      fc.property(
        anyStyle,
        fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 600 })),
        fc.constantFrom(...NEGATIVE_STYLES),
        fc.boolean(),
        fc.boolean(),
        (style, digits, negative, belowZero, swapped) => {
          const template = swapped ? swapPointAndComma(style.picture) : style.picture;
          const text = fitPicture(template, digits, negative, belowZero);
          const picture = pictureOf(text, { decimalPointIsComma: style.decimalComma !== swapped });
          expect(picture.integerDigits).toBe(negative === 'protect' ? Math.max(digits, 9) : digits);
          expect(picture.scale).toBe(decimalsOf(style));
          expect(picture.signed).toBe(negative !== 'parentheses' && (negative !== 'minus' || belowZero));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

it('swapPointAndComma swaps both and is its own inverse', () => {
  expect(swapPointAndComma('$$,$$9.99')).toBe('$$.$$9,99');
  expect(swapPointAndComma(swapPointAndComma('Z.ZZZ,99-'))).toBe('Z.ZZZ,99-');
});
