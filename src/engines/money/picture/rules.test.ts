import { describe, expect, test } from 'vitest';
import { addDecimals } from '../decimal.ts';
import { read } from '../testing/decimals.ts';
import { displayDecimal } from './display.ts';
import { editDecimal, printedSize } from './edit.ts';
import type { PictureOptions } from './parse.ts';
import { storeRounded } from './store.ts';
import { pictureOf } from './testing/pictures.ts';

const edit = (picture: string, value: string, options?: PictureOptions, printedCurrency?: string) =>
  editDecimal(pictureOf(picture, options), read(value), { printedCurrency });

describe('what a picture holds', () => {
  test.each([
    ['9(4)CR', 6, 4, 0],
    ['9(5)V99', 7, 5, 2],
    ['9PPP', 1, 4, 0],
    ['$$,$$9.99', 9, 4, 2],
    ['$$$$,$$$,$$$.99', 15, 9, 2],
    ['$$,$$$.$$-', 10, 4, 2],
    ['+++9', 4, 3, 0],
    ['ZZ9PPP', 3, 6, 0],
    ['VPP99+', 3, 0, 4],
    ['PPP9', 1, 0, 4],
    ['S9(3)V99', 5, 3, 2],
  ])('P2 P13 P14: %s has size %d and holds %d.%d digits', (text, size, integerDigits, fractionDigits) => {
    expect(pictureOf(text)).toMatchObject({ size, integerDigits, fractionDigits });
  });

  test('P1 lower case and leading zeros mean the same', () => {
    expect(pictureOf('$$,$$0').symbols).toEqual(pictureOf('$(02),$(002)0').symbols);
    expect(pictureOf('z(3)9cr').symbols).toEqual(pictureOf('ZZZ9CR').symbols);
  });

  test('P9 the digit limit is for unedited items', () => {
    expect(pictureOf('9(38)').digits).toBe(38);
    expect(pictureOf('Z(39)').digits).toBe(39);
    expect(pictureOf('9(38).9').digits).toBe(39);
  });

  test('P10 BLANK WHEN ZERO makes an unedited picture edited, and V still takes no room', () => {
    expect(pictureOf('9(5)V99')).toMatchObject({ category: 'numeric' });
    expect(pictureOf('9(5)V99', { blankWhenZero: true })).toMatchObject({ category: 'numeric-edited', size: 7 });
  });

  test('signed means any of S + - CR DB', () => {
    expect(['S9', '+9', '9-', '--9', '9CR', '9DB'].map((text) => pictureOf(text).signed)).not.toContain(false);
    expect(['9', '$$9', 'Z9'].map((text) => pictureOf(text).signed)).not.toContain(true);
  });
});

describe('editing', () => {
  test.each<[string, string, string, string, PictureOptions?]>([
    ['P11', '$$,$$$.$$-', '-1234.56', '$1,234.56-'],
    ['P11', '$$,$$$.$$-', '0', '          '],
    ['P11', '$$,$$$.$$CR', '-0.05', '     $.05CR'],
    ['P11', '9(5)$', '123', '00123$'],
    ['P11', '9$-', '-5', '5$-'],
    ['P12', '9(3).99', '12345.999', '345.99'],
    ['P14', 'ZZ9PPP', '123456', '123'],
    ['P15', '-ZZ9.99', '-0.001', '   0.00'],
    ['P15', '-999', '-1000', ' 000'],
    ['P16', 'ZZ9', '-5', '  5'],
    ['P17', 'ZZ9.99', '0.05', '  0.05'],
    ['P18', 'ZZ,99', '5', '   05'],
    ['P18', '0ZZ9', '5', '0  5'],
    ['P19', '**B**9', '5', '*****5'],
    ['P20', '$$,$$9.99', '234', '  $234.00'],
    ['P21', '$***,***.**', '0', '********.**'],
    ['P21', '**.', '0', '**.'],
    ['P21', '**.**CR', '0', '**.****'],
    ['P22', '$$$$.$$', '0.05', '   $.05'],
    ['P22', '.ZZ', '0.05', '.05'],
    ['P22', '.ZZ', '0', '   '],
    ['P22', 'ZZVZZ', '0.05', '  05'],
    ['P23', '+++9', '-5', '  -5'],
    ['P23', '---9', '5', '   5'],
    ['P23', '99DB', '-5', '05DB'],
    ['P24', '$ZZ9', '0', '$  0'],
    ['P25', '$$,$$9.99', '0.009', '         ', { blankWhenZero: true }],
    ['P25', '9(5)V99', '0', '       ', { blankWhenZero: true }],
    ['P26', 'ZZ9V99', '12.34', ' 1234'],
    ['P27', '***.**', '0', '******', { decimalPointIsComma: true }],
    ['P27', '***,**', '0', '***,**', { decimalPointIsComma: true }],
    ['P27', 'ZZ.ZZ9,99B$', '1234.5', ' 1.234,50 $', { decimalPointIsComma: true }],
    ['P28', 'ff,ff9.99', '12.5', '   F12.50', { currencySymbol: 'F' }],
    ['Q1', '+$$,$$9.99', '-12.34', '-   $12.34'],
    ['Q3', 'Z/ZZ/ZZ', '5', '      5'],
    ['Q4', 'VPP99+', '0.009', '90+'],
    ['Q4', 'VPPZZ', '0.0005', '05'],
    ['Q5', '$$$$,$$$,$$$.99', '1000000000', '           $.00'],
    ['lakhs', '$$,$$,$$,$$9.99', '12345678', '$1,23,45,678.00'],
  ])('%s: %s of %s', (_rule, picture, value, wanted, options) => {
    expect(edit(picture, value, options)).toBe(wanted);
  });

  test.each([
    ['$$,$$9.99', '12.5', '€', '   €12.50'],
    ['$$,$$9.99', '12.5', 'CHF', '   CHF12.50'],
    ['$$,$$9.99', '1234.5', 'CHF', 'CHF1,234.50'],
    ['$ZZ9', '5', 'CHF', 'CHF  5'],
    ['ZZ9.99B$', '5', 'kr', '  5.00 kr'],
    ['$**.**', '0', 'CHF', '*****.**'],
    ['**.**$', '0', 'CHF', '**.*****'],
    ['$$$$', '0', 'CHF', '      '],
    ['99', '5', 'CHF', '05'],
    ['$$9', '5', '', ' 5'],
  ])('P28: %s of %s printed with %s', (picture, value, printedCurrency, wanted) => {
    expect(edit(picture, value, {}, printedCurrency)).toBe(wanted);
    expect(printedSize(pictureOf(picture), { printedCurrency })).toBe(wanted.length);
  });
});

describe('DISPLAY of unedited items', () => {
  test.each([
    ['S9(3)V99', '-1.999', '-001.99'],
    ['S9(3)V99', '-0.001', '+000.00'],
    ['9(3)', '12345', '345'],
    ['V99', '0.5', '.50'],
    ['9PPP', '4321', '4000'],
    ['SPP99', '-0.0012', '-.0012'],
  ])('%s of %s', (picture, value, wanted) => {
    expect(displayDecimal(pictureOf(picture), read(value))).toBe(wanted);
  });

  test('follows DECIMAL-POINT IS COMMA, and shows edited items as edited', () => {
    expect(displayDecimal(pictureOf('9V9', { decimalPointIsComma: true }), read('1.5'))).toBe('1,5');
    expect(displayDecimal(pictureOf('$$9'), read('5'), { printedCurrency: '€' })).toBe(' €5');
  });
});

describe('storing', () => {
  test('P30 the size is tested after rounding', () => {
    const picture = pictureOf('$$,$$9.99');
    expect(storeRounded(picture, read('9999.994'), 'NEAREST-AWAY-FROM-ZERO')).toMatchObject({
      ok: true,
      text: '$9,999.99',
    });
    expect(storeRounded(picture, read('9999.995'), 'NEAREST-AWAY-FROM-ZERO')).toEqual({
      ok: false,
      error: {
        kind: 'too-many-integer-digits',
        needed: 5,
        held: 4,
        message: '10000 needs 5 integer digits, the picture holds 4.',
      },
    });
  });

  test('P31 an edited target refuses what it cannot hold', () => {
    expect(storeRounded(pictureOf('$$,$$9.99'), read('12345.67'), 'TRUNCATION').ok).toBe(false);
  });

  test('P32 sums fit up to 38 digits', () => {
    const picture = pictureOf('9(38)');
    const nines = read('9'.repeat(38));
    expect(storeRounded(picture, nines, 'TRUNCATION')).toMatchObject({ ok: true, text: '9'.repeat(38) });
    expect(storeRounded(picture, addDecimals(nines, read('1')), 'TRUNCATION')).toMatchObject({
      ok: false,
      error: { needed: 39, held: 38 },
    });
  });

  test('P29 PROHIBITED refuses only a loss', () => {
    expect(storeRounded(pictureOf('ZZ9.99'), read('1.5'), 'PROHIBITED')).toMatchObject({ ok: true, text: '  1.50' });
    expect(storeRounded(pictureOf('ZZ9.99'), read('1.505'), 'PROHIBITED')).toEqual({
      ok: false,
      error: {
        kind: 'rounding-prohibited',
        message: '1.505 would lose digits: the picture keeps 2 decimals and rounding is prohibited.',
      },
    });
    expect(storeRounded(pictureOf('ZZ9PP'), read('150'), 'PROHIBITED')).toMatchObject({
      error: { message: expect.stringContaining('only multiples of 100') },
    });
  });

  test('P14 pictures with P round to what they keep', () => {
    expect(storeRounded(pictureOf('ZZ9PPP'), read('1500'), 'NEAREST-AWAY-FROM-ZERO')).toMatchObject({ text: '  2' });
    expect(storeRounded(pictureOf('VPP99+'), read('0.05'), 'TRUNCATION')).toMatchObject({
      error: { message: '0.05 is too large, the picture holds only values below 0.01.' },
    });
  });

  test('P16 an unsigned target drops the sign of what it stores', () => {
    const stored = storeRounded(pictureOf('9(3)V99'), read('-0.005'), 'TOWARD-LESSER');
    expect(stored).toEqual({ ok: true, text: '000.01', value: read('0.01') });
  });
});
