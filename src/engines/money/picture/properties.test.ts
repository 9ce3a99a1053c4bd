import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absolute, decimalToText, fromUnits, isZero } from '../decimal.ts';
import { ROUNDING_MODES, roundDecimal } from '../rounding.ts';
import { anyDecimal } from '../testing/decimals.ts';
import { editDecimal, printedSize } from './edit.ts';
import type { Picture } from './parse.ts';
import { storeRounded } from './store.ts';
import { anyPictureText, pictureOf } from './testing/pictures.ts';

const anyPicture = fc.tuple(anyPictureText, fc.boolean(), fc.boolean()).map(([text, comma, blankWhenZero]) => {
  const swapped = comma ? text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')) : text;
  return pictureOf(swapped, { decimalPointIsComma: comma, blankWhenZero: blankWhenZero && !/[*S]/.test(text) });
});
const anyCurrency = fc.constantFrom(undefined, '€', 'CHF', 'R$', '💰', 'kr.');
const anyUnits = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });

/** The number that a text shows, if nothing in the picture but the number has digits. */
function shownBy(picture: Picture, text: string): string {
  const units = BigInt(text.replace(/\D/g, ''));
  return decimalToText(fromUnits(/-|CR|DB/.test(text) ? -units : units, picture.scale));
}

const anyPictureWithoutZeros = anyPicture.filter(({ symbols }) => !symbols.includes('0'));

describe('for every picture', () => {
  test('the edited text is as long as the item', () => {
    fc.assert(
      fc.property(anyPicture, anyDecimal, anyCurrency, (picture, value, printedCurrency) => {
        const text = editDecimal(picture, value, { printedCurrency });
        expect([...text]).toHaveLength(printedSize(picture, { printedCurrency }));
        if (printedCurrency === undefined) expect(text).toHaveLength(picture.size);
      }),
      { numRuns: 3_000 },
    );
  });

  test('the edited text shows the digits and the sign of what fits', () => {
    fc.assert(
      fc.property(anyPictureWithoutZeros, anyUnits, anyCurrency, (picture, units, printedCurrency) => {
        const value = fromUnits(units % 10n ** BigInt(picture.digits), picture.scale);
        const signKept = picture.signed && picture.category === 'numeric-edited';
        const text = editDecimal(picture, value, { printedCurrency });
        expect(shownBy(picture, text)).toBe(decimalToText(signKept ? value : absolute(value)));
      }),
      { numRuns: 3_000 },
    );
  });

  test('storing never loses an integer digit', () => {
    fc.assert(
      fc.property(anyPictureWithoutZeros, anyDecimal, fc.constantFrom(...ROUNDING_MODES), (picture, value, mode) => {
        const stored = storeRounded(picture, value, mode);
        const rounded = roundDecimal(value, picture.scale, mode);
        if (!stored.ok) {
          if (stored.error.kind === 'rounding-prohibited') expect(rounded).toBeUndefined();
          else expect(stored.error.needed).toBeGreaterThan(stored.error.held);
          return;
        }
        if (picture.category === 'numeric') return;
        expect(shownBy(picture, stored.text)).toBe(decimalToText(stored.value));
        expect(rounded !== undefined && isZero(rounded)).toBe(isZero(stored.value));
      }),
      { numRuns: 3_000 },
    );
  });
});
