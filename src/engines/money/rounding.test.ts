import { Decimal as Oracle } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalToText } from './decimal.ts';
import { DEFAULT_ROUNDING, ROUNDING_MODES, type RoundingMode, roundDecimal } from './rounding.ts';
import { anyDecimal, read } from './testing/decimals.ts';

const exact = Oracle.clone({ precision: 3000 });

const ORACLE_MODES: Record<Exclude<RoundingMode, 'PROHIBITED'>, Oracle.Rounding> = {
  TRUNCATION: Oracle.ROUND_DOWN,
  'NEAREST-AWAY-FROM-ZERO': Oracle.ROUND_HALF_UP,
  'NEAREST-EVEN': Oracle.ROUND_HALF_EVEN,
  'NEAREST-TOWARD-ZERO': Oracle.ROUND_HALF_DOWN,
  'AWAY-FROM-ZERO': Oracle.ROUND_UP,
  'TOWARD-GREATER': Oracle.ROUND_CEIL,
  'TOWARD-LESSER': Oracle.ROUND_FLOOR,
};

const rounded = (text: string, scale: number, mode: RoundingMode) => {
  const result = roundDecimal(read(text), scale, mode);
  return result === undefined ? 'size error' : decimalToText(result);
};

describe('P29 rounding modes', () => {
  test('there are eight and the default is nearest, ties away', () => {
    expect(ROUNDING_MODES).toHaveLength(8);
    expect(DEFAULT_ROUNDING).toBe('NEAREST-AWAY-FROM-ZERO');
  });

  for (const [mode, oracleMode] of Object.entries(ORACLE_MODES) as [RoundingMode, Oracle.Rounding][]) {
    test(`${mode} agrees with decimal.js`, () => {
      fc.assert(
        fc.property(anyDecimal, fc.integer({ min: 0, max: 12 }), (value, scale) => {
          const ours = roundDecimal(value, scale, mode);
          const theirs = new exact(`${value.coefficient}e-${value.scale}`).toDecimalPlaces(scale, oracleMode);
          expect(ours && decimalToText(ours)).toBe(theirs.toFixed().replace(/^-0$/, '0'));
        }),
        { numRuns: 500 },
      );
    });
  }

  test('PROHIBITED is a size error only when digits would be lost', () => {
    expect(rounded('1.25', 2, 'PROHIBITED')).toBe('1.25');
    expect(rounded('1.2', 2, 'PROHIBITED')).toBe('1.2');
    expect(rounded('1.250', 2, 'PROHIBITED')).toBe('1.25');
    expect(rounded('1.251', 2, 'PROHIBITED')).toBe('size error');
    expect(roundDecimal({ coefficient: 12500n, scale: 4 }, 2, 'PROHIBITED')).toEqual({ coefficient: 125n, scale: 2 });
  });

  test.each<[string, number, RoundingMode, string]>([
    ['1500', -3, 'NEAREST-AWAY-FROM-ZERO', '2000'],
    ['2500', -3, 'NEAREST-EVEN', '2000'],
    ['-2500.01', -3, 'NEAREST-EVEN', '-3000'],
    ['999', -3, 'TRUNCATION', '0'],
    ['1', -3, 'AWAY-FROM-ZERO', '1000'],
    ['-1', -3, 'TOWARD-GREATER', '0'],
    ['3000', -3, 'PROHIBITED', '3000'],
    ['3001', -3, 'PROHIBITED', 'size error'],
  ])('%s to 10^%d by %s is %s', (text, scale, mode, expected) => {
    expect(rounded(text, scale, mode)).toBe(expected);
  });
});
