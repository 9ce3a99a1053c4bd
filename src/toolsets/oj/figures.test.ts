import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grouped, oneDecimal, percent, plainDecimal } from './figures.ts';

/** One decimal of the exact binary value, ties to even, without floating point. */
function exactOneDecimal(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const shift = BigInt(Math.max(exponent, 1) - 1075);
  const numerator = shift > 0n ? (mantissa * 10n) << shift : mantissa * 10n;
  const denominator = shift > 0n ? 1n : 1n << -shift;
  let tenths = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice > denominator || (twice === denominator && tenths % 2n === 1n)) tenths++;
  return `${tenths / 10n}.${tenths % 10n}`;
}

describe('oneDecimal', () => {
  it.each([
    [0.25, '0.2'],
    [0.75, '0.8'],
    [12.25, '12.2'],
    [12.75, '12.8'],
    [0.35, '0.3'],
    [57.05, '57.0'],
    [57, '57.0'],
    [0, '0.0'],
    [99.95, '100.0'],
    [0.7905 * 100, '79.0'],
    [0.4445 * 100, '44.5'],
    [0.6665 * 100, '66.6'],
    [-0.25, '-0.2'],
    [-0.75, '-0.8'],
    [-12.34, '-12.3'],
  ])('R53: %d is %s', (value, text) => {
    expect(oneDecimal(value)).toBe(text);
  });

  it('R53: rounds any number as exact arithmetic does', () => {
    const quarters = fc.integer({ min: 0, max: 4_000_000_000 }).map((count) => count / 4);
    const hundredths = fc.integer({ min: 0, max: 100_000_000 }).map((count) => count / 100);
    const numbers = fc.oneof(fc.double({ min: 0, max: 1e9, noNaN: true }), quarters, hundredths);
    fc.assert(
      fc.property(numbers, (value) => oneDecimal(value) === exactOneDecimal(value)),
      { numRuns: 5000 },
    );
  });

  it('R53: the oracle knows the recorded values', () => {
    expect([0.25, 12.25, 0.35, 57.05].map(exactOneDecimal)).toEqual(['0.2', '12.2', '0.3', '57.0']);
  });

  it('R51: a percentage carries its sign', () => {
    expect(percent(57)).toBe('57.0%');
  });
});

describe('grouped', () => {
  it.each([
    ['0', '0'],
    ['100', '100'],
    ['999', '999'],
    ['1000', '1,000'],
    ['12984', '12,984'],
    ['1000000', '1,000,000'],
    ['18446744073709551615', '18,446,744,073,709,551,615'],
  ])('R54: %s is %s', (digits, text) => {
    expect(grouped(digits)).toBe(text);
  });

  it('R54: any unsigned 64-bit count as English writes it', () => {
    const english = new Intl.NumberFormat('en-US');
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        (count) => grouped(String(count)) === english.format(count),
      ),
    );
  });
});

describe('plainDecimal', () => {
  it('R42: any threshold is written without an exponent and loses nothing', () => {
    const tiny = fc.double({ min: 0, max: 1e-5, noNaN: true });
    fc.assert(
      fc.property(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), tiny), (value) => {
        const text = plainDecimal(value);
        expect(text).toMatch(/^[01](\.\d+)?$/);
        expect(Number(text)).toBe(Math.abs(value));
      }),
    );
  });
});
