import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalToText, fromUnits } from '../../../engines/money/decimal.ts';
import { decimalsOf, moneyStyle, type NegativeStyle } from '../../../engines/money/money.ts';
import { ROUNDING_MODES, roundDecimal } from '../../../engines/money/rounding.ts';
import { read } from '../../../engines/money/testing/decimals.ts';
import { formatCurrency } from './format_currency.ts';
import { call } from './testing/call.ts';

/** Decimals of up to 30 digits, with ties and carries more often than chance would bring them. */
const anyAmount = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.stringMatching(/^(0|[1-9]\d{0,19})$/), fc.stringMatching(/^9{1,20}$/)),
    fc.oneof(fc.stringMatching(/^\d{0,10}$/), fc.stringMatching(/^\d{0,3}50{0,5}$/), fc.stringMatching(/^9{1,10}$/)),
  )
  .map(([sign, integer, fraction]) => `${sign}${integer}${fraction === '' ? '' : `.${fraction}`}`);

const anyCurrency = fc.constantFrom('USD', 'EUR', 'INR', 'JPY', 'KWD');
const anyMode = fc.constantFrom(...ROUNDING_MODES);
const anyNegative = fc.constantFrom<NegativeStyle>('minus', 'trailing', 'CR', 'DB', 'parentheses', 'protect');

describe('format_currency, for any amount, currency, rounding mode and style', () => {
  it('C3, C4, C5, C6: digits and sign of the item are those of the rounded amount', async () => {
    await fc.assert(
      fc.asyncProperty(anyAmount, anyCurrency, anyMode, anyNegative, async (amount, currency, rounding, negative) => {
        const style = moneyStyle(currency);
        if (style === undefined) throw new Error(currency);
        const rounded = roundDecimal(read(amount), decimalsOf(style), rounding);
        const answer = await call(
          formatCurrency,
          `{"amount":${amount},"currency":"${currency}","rounding":"${rounding}","negative":"${negative}"}`,
        );
        if (rounded === undefined) {
          expect(answer.text).toMatch(
            /^SIZE ERROR with PICTURE .* and rounding is prohibited\. Nothing was cut off\.$/,
          );
          expect(answer.isError).toBe(true);
          return;
        }
        const item = String(answer.data?.item);
        const units = BigInt(item.replace(/\D/g, ''));
        const shown = fromUnits(/-|CR|DB|\(/.test(item) ? -units : units, decimalsOf(style));
        expect(decimalToText(shown)).toBe(decimalToText(rounded));
      }),
      { numRuns: 3_000 },
    );
  });

  it('C5: a number and the string of it are the same amount', async () => {
    await fc.assert(
      fc.asyncProperty(anyAmount, anyCurrency, async (amount, currency) => {
        const asNumber = await call(formatCurrency, `{"amount":${amount},"currency":"${currency}"}`);
        expect(await call(formatCurrency, `{"amount":"${amount}","currency":"${currency}"}`)).toEqual(asNumber);
      }),
      { numRuns: 300 },
    );
  });
});
