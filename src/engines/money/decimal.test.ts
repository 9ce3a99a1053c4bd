import { Decimal as Oracle } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absolute, addDecimals, type Decimal, decimalToText, integerDigitCount, parseDecimal } from './decimal.ts';
import { anyDecimal, read } from './testing/decimals.ts';
import { readAddRows } from './testing/vectors.ts';

const exact = Oracle.clone({ precision: 3000, toExpNeg: -9e15, toExpPos: 9e15 });
const oracleOf = (value: Decimal) => new exact(`${value.coefficient}e-${value.scale}`);
const sumText = (a: Decimal, b: Decimal) => decimalToText(addDecimals(a, b));

describe('parseDecimal', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['1.50', '1.5'],
    ['100', '100'],
    ['-12.340', '-12.34'],
    ['1e5', '100000'],
    ['1E+2', '100'],
    ['1.5e-3', '0.0015'],
    ['-25e-1', '-2.5'],
    ['120e-1', '12'],
    ['0.001e3', '1'],
    ['1e-0', '1'],
    ['0e5', '0'],
    ['9007199254740993', '9007199254740993'],
  ])('%s is %s', (text, plain) => {
    expect(decimalToText(read(text))).toBe(plain);
  });

  test.each([
    '',
    ' ',
    '-',
    '+5',
    '.5',
    '5.',
    '-.5',
    '007',
    '-01',
    '00',
    ' 5',
    '5 ',
    '5\n',
    '0x10',
    'NaN',
    'Infinity',
    '1,234',
    '$5',
    'abc',
    '1 2',
    '1e',
    '1e+',
    '1e1.5',
    'e5',
    '1.e5',
    '--1',
    '1-',
    '1_000',
    '1n',
    '٥',
    '５',
    '1\u0000',
    '−5',
    '1.2.3',
  ])('%j is not numeric', (text) => {
    expect(parseDecimal(text)).toBe('not-numeric');
  });

  test.each([
    ['1e999', 'fits'],
    ['1e1000', 'too-large'],
    ['1e-999', 'fits'],
    ['1e-1000', 'too-large'],
    ['9'.repeat(1000), 'fits'],
    ['9'.repeat(1001), 'too-large'],
    [`0.${'3'.repeat(999)}`, 'fits'],
    [`0.${'3'.repeat(1000)}`, 'too-large'],
    ['1e999999999', 'too-large'],
    ['-1e-999999999', 'too-large'],
    [`1e${'9'.repeat(400)}`, 'too-large'],
    [`1e-${'9'.repeat(400)}`, 'too-large'],
    ['0e999999999', 'fits'],
    [`0e-${'9'.repeat(400)}`, 'fits'],
    [`1${'0'.repeat(2000)}e-2000`, 'fits'],
    [`0.${'0'.repeat(2000)}1e2001`, 'fits'],
    [`1.${'0'.repeat(2000)}`, 'fits'],
  ])('digit limit %#: %s', (text, verdict) => {
    const parsed = parseDecimal(text);
    expect(typeof parsed === 'string' ? parsed : 'fits').toBe(verdict);
  });

  test('megabytes of digits are judged quickly', () => {
    const long = '1'.repeat(10_000_000);
    const started = performance.now();
    expect(parseDecimal(long)).toBe('too-large');
    expect(parseDecimal(`0.${long}`)).toBe('too-large');
    expect(parseDecimal(`1e${long}`)).toBe('too-large');
    expect(parseDecimal(`${long}x`)).toBe('not-numeric');
    expect(parseDecimal(`1e${'0'.repeat(10_000_000)}1`)).toEqual({ coefficient: 10n, scale: 0 });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('accepts exactly what JSON.parse accepts as a number', () => {
    const scraps = fc.string({ unit: fc.constantFrom(...'0123456789+-.eE '), maxLength: 8 });
    fc.assert(
      fc.property(scraps, (text) => {
        expect(parseDecimal(text) !== 'not-numeric').toBe(isJsonNumber(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test('reads back what decimalToText writes', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const text = decimalToText(value);
        expect(text).toMatch(/^(0|-?(0\.\d*[1-9]|[1-9]\d*(\.\d*[1-9])?))$/);
        expect(oracleOf(read(text)).eq(oracleOf(value))).toBe(true);
      }),
    );
  });
});

describe('addDecimals', () => {
  test('every row of add.json', () => {
    const wrong = readAddRows().filter(({ a, b, sum }) => sumText(read(a), read(b)) !== sum);
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  test('agrees with decimal.js', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(sumText(a, b)).toBe(exact.add(oracleOf(a), oracleOf(b)).toFixed().replace(/^-0$/, '0'));
      }),
    );
  });

  test('is commutative and associative', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, anyDecimal, (a, b, c) => {
        expect(sumText(a, b)).toBe(sumText(b, a));
        expect(sumText(addDecimals(a, b), c)).toBe(sumText(a, addDecimals(b, c)));
      }),
    );
  });
});

test.each([
  ['0', 0],
  ['0.05', -1],
  ['0.5', 0],
  ['-9.99', 1],
  ['1234.5', 4],
  ['1e20', 21],
])('%s has %d integer digits', (text, count) => {
  expect(integerDigitCount(read(text))).toBe(count);
});

test('absolute drops only a minus', () => {
  expect(decimalToText(absolute(read('-1.5')))).toBe('1.5');
  expect(decimalToText(absolute(read('1.5')))).toBe('1.5');
});

function isJsonNumber(text: string): boolean {
  if (text.trim() !== text) return false;
  try {
    return typeof JSON.parse(text) === 'number';
  } catch {
    return false;
  }
}
