import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hrefTo, parseRoute } from '../../router.ts';
import { DEFAULT_ROUNDING, MODE_NAMES, PRESETS, queryOf, stateFromQuery } from './money-state.ts';

it('an address gives back the state that it was made from', () => {
  const anyState = fc.record({
    picture: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    amount: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    rounding: fc.constantFrom(...MODE_NAMES),
    currencySign: fc.string({ unit: 'grapheme', maxLength: 8 }),
    decimalComma: fc.boolean(),
    blankWhenZero: fc.boolean(),
    dropSign: fc.boolean(),
  });
  fc.assert(
    fc.property(anyState, (state) => {
      expect(stateFromQuery(parseRoute(hrefTo('money', [], queryOf(state))).query)).toEqual(state);
    }),
  );
});

it('an address without a word begins with the first example, and a wrong one breaks nothing', () => {
  expect(stateFromQuery(new URLSearchParams())).toEqual(PRESETS[0]?.state);
  expect(stateFromQuery(new URLSearchParams('rounding=toString&picture=9&decimal_comma=1'))).toEqual({
    picture: '9',
    amount: '0',
    rounding: DEFAULT_ROUNDING,
    currencySign: '',
    decimalComma: false,
    blankWhenZero: false,
    dropSign: false,
  });
});
