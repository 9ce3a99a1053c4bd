import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absolute, decimalToText, fromUnits, isZero } from '../decimal.ts';
import { anyDecimal } from '../decimals.testing.ts';
import { ROUNDING_MODES, roundDecimal } from '../rounding.ts';
import { deEdit } from './deedit.ts';
import { editDecimal, printedSize } from './edit.ts';
import { anyPictureText, pictureOf } from './pictures.testing.ts';
import { storeRounded } from './store.ts';

const anyPicture = fc.tuple(anyPictureText, fc.boolean(), fc.boolean()).map(([text, comma, blankWhenZero]) => {
  const swapped = comma ? text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')) : text;
  return pictureOf(swapped, { decimalPointIsComma: comma, blankWhenZero: blankWhenZero && !/[*S]/.test(text) });
});
const anyCurrency = fc.constantFrom(undefined, '€', 'CHF', 'R$', '💰', 'kr.');
const anyUnits = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });

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

  test('P34 de-editing gives back what fits', () => {
    fc.assert(
      fc.property(anyPicture, anyUnits, anyCurrency, (picture, units, printedCurrency) => {
        const value = fromUnits(units % 10n ** BigInt(picture.digits), picture.scale);
        const back = deEdit(picture, editDecimal(picture, value, { printedCurrency }), { printedCurrency });
        const signKept = picture.signed && picture.category === 'numeric-edited';
        expect(back && decimalToText(back)).toBe(decimalToText(signKept ? value : absolute(value)));
      }),
      { numRuns: 3_000 },
    );
  });

  test('P34 de-editing refuses any text that editing cannot give', () => {
    const noise = fc.string({ unit: fc.constantFrom(...' *0123456789.,$+-CRDB/'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(anyPicture, noise, (picture, text) => {
        const value = deEdit(picture, text);
        if (value !== undefined) expect(editDecimal(picture, value)).toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });

  test('storing never loses an integer digit', () => {
    fc.assert(
      fc.property(anyPicture, anyDecimal, fc.constantFrom(...ROUNDING_MODES), (picture, value, mode) => {
        const stored = storeRounded(picture, value, mode);
        const rounded = roundDecimal(value, picture.scale, mode);
        if (!stored.ok) {
          if (stored.error.kind === 'rounding-prohibited') expect(rounded).toBeUndefined();
          else expect(stored.error.needed).toBeGreaterThan(stored.error.held);
          return;
        }
        if (picture.category === 'numeric') return;
        const back = deEdit(picture, stored.text);
        expect(back && decimalToText(back)).toBe(decimalToText(stored.value));
        expect(rounded !== undefined && isZero(rounded)).toBe(isZero(stored.value));
      }),
      { numRuns: 3_000 },
    );
  });
});
