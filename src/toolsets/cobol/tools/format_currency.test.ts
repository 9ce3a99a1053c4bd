import { describe, expect, it } from 'vitest';
import { formatCurrency } from './format_currency.ts';
import { call, format, itemOf, refused } from './testing/call.ts';

describe('format_currency', () => {
  it('C1: two decimals, a comma every three digits, and the picture that did it', async () => {
    expect(await format({ amount: 1234567.89 })).toEqual({
      text: '$1,234,567.89\nPICTURE $$,$$$,$$9.99, ROUNDED. One clause, no dependencies.',
      data: {
        formatted: '$1,234,567.89',
        item: '$1,234,567.89',
        picture: '$$,$$$,$$9.99',
        rounding: 'NEAREST-AWAY-FROM-ZERO',
      },
    });
  });

  it('C2: zero is $0.00', async () => {
    expect(await format({ amount: 0 })).toEqual({
      text: '$0.00\nPICTURE $9.99, ROUNDED. One clause, no dependencies.',
      data: { formatted: '$0.00', item: '$0.00', picture: '$9.99', rounding: 'NEAREST-AWAY-FROM-ZERO' },
    });
  });

  it.each([
    ['0.5', '$0.50'],
    ['1', '$1.00'],
    ['12', '$12.00'],
    ['123', '$123.00'],
    ['1234', '$1,234.00'],
    ['12345', '$12,345.00'],
    ['123456', '$123,456.00'],
    ['1234567', '$1,234,567.00'],
    ['1000000000', '$1,000,000,000.00'],
    ['1e9', '$1,000,000,000.00'],
    ['1e12', '$1,000,000,000,000.00'],
    ['1234567890.12', '$1,234,567,890.12'],
    ['123456789012', '$123,456,789,012.00'],
    ['12345678901234567890.99', '$12,345,678,901,234,567,890.99'],
    ['999999999.995', '$1,000,000,000.00'],
    ['"1234.5"', '$1,234.50'],
  ])('C4: %s loses no digit', async (amount, item) => {
    expect(await itemOf(amount)).toBe(item);
  });

  it('C4: up to 600 integer digits, and a size error beyond', async () => {
    const item = await itemOf('1e599');
    expect(String(item).replace(/[^0-9]/g, '')).toBe(`1${'0'.repeat(601)}`);
    expect(String(await itemOf('1e599', { currency: 'INR' })).replace(/[^0-9]/g, '')).toBe(`1${'0'.repeat(601)}`);
    expect(await format({ amount: '1e600' })).toEqual(
      refused('SIZE ERROR: the amount has 601 integer digits, and at most 600 are edited.'),
    );
    expect(await format({ amount: '1e1000' })).toEqual(
      refused(
        'Invalid argument "amount": received "1e1000"; expected at most 1000 digits written out in full (SIZE ERROR).',
      ),
    );
  });

  it.each([
    ['-1234.5', '-$1,234.50'],
    ['-1', '-$1.00'],
    ['-0.01', '-$0.01'],
    ['-0.005', '-$0.01'],
    ['-0.004', '$0.00'],
    ['-0', '$0.00'],
  ])('C5: %s shows its sign unless it rounds to zero', async (amount, item) => {
    expect(await itemOf(amount)).toBe(item);
  });

  it.each([
    ['1.005', '$1.01'],
    ['0.995', '$1.00'],
    ['0.005', '$0.01'],
    ['1.999', '$2.00'],
    ['2.675', '$2.68'],
    ['1.0049999999999999999999', '$1.00'],
  ])('C6: %s is rounded on the exact decimal, ties away from zero', async (amount, item) => {
    expect(await itemOf(amount)).toBe(item);
  });

  it.each([
    ['TRUNCATION', '1.005', '$1.00', 'truncated'],
    ['NEAREST-AWAY-FROM-ZERO', '1.005', '$1.01', 'ROUNDED'],
    ['NEAREST-EVEN', '1.005', '$1.00', 'ROUNDED MODE NEAREST-EVEN'],
    ['NEAREST-TOWARD-ZERO', '1.005', '$1.00', 'ROUNDED MODE NEAREST-TOWARD-ZERO'],
    ['AWAY-FROM-ZERO', '1.001', '$1.01', 'ROUNDED MODE AWAY-FROM-ZERO'],
    ['TOWARD-GREATER', '1.001', '$1.01', 'ROUNDED MODE TOWARD-GREATER'],
    ['TOWARD-LESSER', '1.009', '$1.00', 'ROUNDED MODE TOWARD-LESSER'],
    ['PROHIBITED', '1.01', '$1.01', 'ROUNDED MODE PROHIBITED'],
  ])('C6: %s of %s, and the answer says so', async (rounding, amount, item, named) => {
    expect(await format({ amount, rounding })).toEqual({
      text: `${item}\nPICTURE $9.99, ${named}. One clause, no dependencies.`,
      data: { formatted: item, item, picture: '$9.99', rounding },
    });
  });

  it('C6: PROHIBITED is a size error when digits would be lost', async () => {
    expect(await format({ amount: '1.005', rounding: 'PROHIBITED' })).toEqual(
      refused(
        'SIZE ERROR with PICTURE $9.99: 1.005 would lose digits: the picture keeps 2 decimals and rounding is prohibited. Nothing was cut off.',
      ),
    );
  });

  it.each([
    ['"abc"', '"abc"'],
    ['null', 'null'],
    ['true', 'true'],
    ['{}', 'an object'],
    ['[]', 'an array'],
    ['""', '""'],
    ['"$5"', '"$5"'],
    ['"1,234"', '"1,234"'],
  ])('C7: %s is not numeric', async (json, shown) => {
    expect(await call(formatCurrency, `{"amount":${json}}`)).toEqual(
      refused(
        `Invalid argument "amount": received ${shown}; expected a number such as 12, -0.5 or "12345678901234567890.01"; it must be numeric, without commas, blanks or currency signs.`,
      ),
    );
  });

  it('C7: a missing amount is named, and value is no alias for it', async () => {
    expect((await format({ value: 5 })).text).toMatch(/^Missing argument "amount"; expected a number such as /);
  });
});
