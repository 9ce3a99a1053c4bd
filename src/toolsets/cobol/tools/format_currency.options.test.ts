import { describe, expect, it } from 'vitest';
import { CURRENCIES, NEGATIVE_STYLES } from '../../../engines/money/money.ts';
import { format, itemOf, refused } from './testing/call.ts';

describe('C8: currencies', () => {
  it.each([
    ['USD', '$1,234,567.90', '-$1,234,567.90'],
    ['EUR', '1.234.567,90 €', '-1.234.567,90 €'],
    ['GBP', '£1,234,567.90', '-£1,234,567.90'],
    ['JPY', '¥1,234,568', '-¥1,234,568'],
    ['INR', '₹12,34,567.90', '-₹12,34,567.90'],
    ['CHF', 'CHF 1 234 567.90', '-CHF 1 234 567.90'],
    ['KWD', 'KWD 1,234,567.895', '-KWD 1,234,567.895'],
    ['CLP', '$1.234.568', '-$1.234.568'],
    ['SEK', '1 234 567,90 kr', '-1 234 567,90 kr'],
    ['eur', '1.234.567,90 €', '-1.234.567,90 €'],
  ])('%s', async (currency, positive, negative) => {
    expect(await itemOf('1234567.895', { currency })).toBe(positive);
    expect(await itemOf('-1234567.895', { currency })).toBe(negative);
  });

  it('an unknown one is refused with those there are', async () => {
    for (const currency of ['XXX', '', 'constructor', '__proto__', 'US', 'USDX']) {
      expect(await format({ amount: 1, currency })).toEqual(
        refused(
          `Unknown currency ${JSON.stringify(currency)}; expected one of ${CURRENCIES.join(', ')}. For any other, give picture and currency_sign.`,
        ),
      );
    }
  });

  it('CHF tells why it has blanks', async () => {
    expect((await format({ amount: 1234.5, currency: 'chf' })).text).toBe(
      'CHF 1 234.50\nPICTURE $$B$$9.99, ROUNDED. A PICTURE has no apostrophe, so blanks keep the groups apart.',
    );
  });

  it('a sign of one’s own, and the other decimal point', async () => {
    expect(await itemOf('1234.5', { currency_sign: 'Rs. ' })).toBe('Rs. 1,234.50');
    expect(await itemOf('1234.5', { currency: 'EUR', currency_sign: '💶' })).toBe('1.234,50 💶');
    expect(await itemOf('1234.5', { decimal_comma: true })).toBe('$1.234,50');
    expect(await itemOf('1234.5', { currency: 'EUR', decimal_comma: false })).toBe('1,234.50 €');
    expect(await itemOf('1234.5', { currency: 'EUR', decimal_comma: true })).toBe('1.234,50 €');
    expect(await itemOf('1234.5', { currency: 'CHF', decimal_comma: true })).toBe('CHF 1 234,50');
    expect(await itemOf('1234.5', { currency: 'KRW', decimal_comma: true })).toBe('₩1.235');
  });

  it.each(['', '1', 'a1', '٣', 'a\nb', 'x'.repeat(9), '🙂'.repeat(9)])('the sign %j is refused', async (sign) => {
    expect(await format({ amount: 1, currency_sign: sign })).toEqual(
      refused(
        `Invalid argument "currency_sign": received ${JSON.stringify(sign)}; expected one to eight characters without digits or control characters.`,
      ),
    );
  });
});

describe('C8: negative amounts', () => {
  it.each([
    ['minus', '$5.00', '-$5.00'],
    ['trailing', '$5.00 ', '$5.00-'],
    ['CR', '$5.00  ', '$5.00CR'],
    ['DB', '$5.00  ', '$5.00DB'],
    ['parentheses', '$5.00', '($5.00)'],
    ['protect', '$**********5.00 ', '$**********5.00-'],
  ])('%s', async (negative, positive, below) => {
    expect(await itemOf('5', { negative })).toBe(positive);
    expect(await itemOf('-5', { negative })).toBe(below);
  });

  it('blanks that matter are shown between brackets', async () => {
    expect(await format({ amount: 5, negative: 'CR' })).toEqual({
      text: '[$5.00  ]\nPICTURE $9.99CR, ROUNDED. One clause, no dependencies.',
      data: { formatted: '$5.00', item: '$5.00  ', picture: '$9.99CR', rounding: 'NEAREST-AWAY-FROM-ZERO' },
    });
  });

  it('parentheses are admitted to be hand-made', async () => {
    expect((await format({ amount: -1234.5, currency: 'EUR', negative: 'parentheses' })).text).toBe(
      '(1.234,50 €)\nPICTURE Z.ZZ9,99B$, DECIMAL-POINT IS COMMA, ROUNDED. The parentheses are hand-made: no PICTURE can hold them.',
    );
  });

  it.each([
    ['TOWARD-GREATER', '-1.005', '($1.00)'],
    ['TOWARD-LESSER', '-1.005', '($1.01)'],
    ['TOWARD-GREATER', '-9.995', '($9.99)'],
    ['TOWARD-LESSER', '-0.001', '($0.01)'],
    ['TOWARD-GREATER', '-0.001', '$0.00'],
    ['AWAY-FROM-ZERO', '-9.991', '($10.00)'],
  ])('parentheses hold what %s makes of %s', async (rounding, amount, item) => {
    expect(await itemOf(amount, { rounding, negative: 'parentheses' })).toBe(item);
  });

  it('protection grows with the amount', async () => {
    expect(await itemOf('-1234567890.5', { negative: 'protect' })).toBe('$1,234,567,890.50-');
    expect(await itemOf('1234.5', { negative: 'protect', currency: 'EUR' })).toBe('******1.234,50 € ');
    expect(await itemOf('0', { negative: 'protect', currency: 'JPY' })).toBe('¥**********0 ');
  });

  it('every currency has every style, whatever the size of the amount', async () => {
    const wrong: string[] = [];
    for (const currency of CURRENCIES) {
      for (const negative of NEGATIVE_STYLES) {
        for (let digits = 1; digits <= 14; digits++) {
          for (const sign of ['', '-']) {
            const amount = `${sign}${'123456789012345'.slice(0, digits)}`;
            const item = String(await itemOf(`"${amount}"`, { currency, negative }));
            const shown = item.replace(/[.,]0+(?=\D*$)/, '').replace(/\D/g, '');
            const below = /^-|-$|CR$|DB$|^\(.*\)$/.test(item);
            if (shown !== amount.replace('-', '') || below !== (sign === '-'))
              wrong.push(`${currency} ${negative} ${item}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('C8: pictures', () => {
  const picture = '$$,$$9.99CR';

  it('any edited picture, with its item between brackets', async () => {
    expect(await format({ amount: -5, picture })).toEqual({
      text: '[    $5.00CR]\nPICTURE $$,$$9.99CR, ROUNDED. The brackets are ours, the blanks are COBOL.',
      data: { formatted: '$5.00CR', item: '    $5.00CR', picture, rounding: 'NEAREST-AWAY-FROM-ZERO' },
    });
  });

  it('with signs, commas and blanks as told', async () => {
    expect(await itemOf('5', { picture, currency: 'EUR' })).toBe('    €5.00  ');
    expect(await itemOf('5', { picture, currency: 'KWD' })).toBe('    KWD5.00  ');
    expect(await itemOf('5', { picture, currency_sign: '£' })).toBe('    £5.00  ');
    expect(await itemOf('5', { picture, currency: 'EUR', currency_sign: '£' })).toBe('    £5.00  ');
    expect(await itemOf('1234.5', { picture: '$$.$$9,99', decimal_comma: true })).toBe('$1.234,50');
    expect(await itemOf('0', { picture, blank_when_zero: true })).toBe(' '.repeat(11));
    expect(await itemOf('0.004', { picture, blank_when_zero: true, rounding: 'AWAY-FROM-ZERO' })).toBe('    $0.01  ');
    expect(await itemOf('12.3', { picture: '***,**9.99' })).toBe('*****12.30');
    expect(await itemOf('1500', { picture: 'ZZ9PPP' })).toBe('  2');
  });

  it.each([
    [
      { amount: 12345, picture: 'ZZ9.99' },
      'SIZE ERROR with PICTURE ZZ9.99: 12345 needs 5 integer digits, the picture holds 3. Nothing was cut off.',
    ],
    [
      { amount: '999.995', picture: 'ZZ9.99' },
      'SIZE ERROR with PICTURE ZZ9.99: 1000 needs 4 integer digits, the picture holds 3. Nothing was cut off.',
    ],
    [
      { amount: -1, picture: 'ZZ9.99' },
      'The amount is negative and PICTURE ZZ9.99 has no place for a sign; add -, +, CR or DB. COBOL would have dropped it in silence, as negative "drop" does.',
    ],
    [
      { amount: 1, picture: '9(5)' },
      'PICTURE 9(5) is not an edited picture; use symbols such as $ Z * , . - CR, as in $$,$$9.99CR.',
    ],
    [
      { amount: 1, picture: '' },
      'PICTURE "" is refused by rule P3: The picture is empty; it needs at least one digit symbol, such as 9.',
    ],
    [
      { amount: 1, picture: '9X' },
      'PICTURE "9X" is refused by rule numeric-only: X at position 2 makes this a picture of text, bits or floating point; only numeric and numeric-edited pictures are handled.',
    ],
    [
      { amount: 1, picture: '***9', blank_when_zero: true },
      'PICTURE "***9" is refused by rule P10: BLANK WHEN ZERO is not legal with *; use Z, 9 or a floating symbol and an edited sign.',
    ],
    [
      { amount: 1, picture: '$$9', negative: 'CR' },
      'Give picture or negative, not both: a picture shows the sign with its own -, +, CR or DB. Only negative "drop" goes with a picture.',
    ],
    [
      { amount: 1, negative: 'drop' },
      'negative "drop" goes with a picture only. Give one, or choose one of minus, trailing, CR, DB, parentheses, protect.',
    ],
    [{ amount: 1, picture: '$$9', rounding: 'PROHIBITED', currency: 'XXX' }, /^Unknown currency "XXX"; /],
    [{ amount: 1, picture: 5 }, 'Invalid argument "picture": received 5; expected a string.'],
    [{ amount: 1, decimal_comma: 'yes' }, 'Invalid argument "decimal_comma": received "yes"; expected true or false.'],
    [
      { amount: 1, rounding: 'UP' },
      'Invalid argument "rounding": received "UP"; expected one of "TRUNCATION", "NEAREST-AWAY-FROM-ZERO", "NEAREST-EVEN", "NEAREST-TOWARD-ZERO", "AWAY-FROM-ZERO", "TOWARD-GREATER", "TOWARD-LESSER", "PROHIBITED".',
    ],
    [
      { amount: 1, negative: 'red' },
      'Invalid argument "negative": received "red"; expected one of "minus", "trailing", "CR", "DB", "parentheses", "protect", "drop".',
    ],
  ])('%j is refused', async (args, text) => {
    expect(await format(args)).toEqual({
      text: typeof text === 'string' ? text : expect.stringMatching(text),
      isError: true,
    });
  });

  it('a sign is dropped for who asks for it, and shown where the picture has a place', async () => {
    expect(await itemOf('-12.5', { picture: '$$,$$9.99', negative: 'drop' })).toBe('   $12.50');
    expect(await itemOf('-12.5', { picture: '$$,$$9.99CR', negative: 'drop' })).toBe('   $12.50CR');
    expect(await itemOf('12.5', { picture: '$$,$$9.99', negative: 'drop' })).toBe('   $12.50');
    expect(await itemOf('-123456', { picture: 'ZZ9', negative: 'drop' })).toMatch(/^SIZE ERROR/);
  });

  it.each([
    ['WW,WW9.99', 'W', '   W12.50'],
    ['ww,ww9.99', 'W', '   W12.50'],
    ['FF,FF9.99-', 'f', '   f12.50 '],
    ['#ZZ9.99', '#', '# 12.50'],
    ['$$,$$9.99', 'W', '   W12.50'],
    // A character with a meaning of its own keeps it.
    ['ZZ9B99', 'B', '  0 13'],
  ])('CURRENCY SIGN: %s with %s', async (picture, currency_sign, item) => {
    expect(await itemOf('12.5', { picture, currency_sign })).toBe(item);
  });

  it('a sign that the picture does not use is no symbol of it', async () => {
    for (const more of [{}, { currency_sign: 'F' }, { currency_sign: 'WW' }, { currency_sign: '€' }]) {
      expect(await itemOf('1', { picture: 'WW,WW9.99', ...more })).toMatch(
        /^PICTURE "WW,WW9.99" is refused by rule P1/,
      );
    }
    expect(await itemOf('1', { picture: '$WW9', currency_sign: 'W' })).toMatch(/is refused by rule P1/);
  });

  it('zero fits where only small numbers do', async () => {
    expect(await itemOf('0', { picture: 'P99999+' })).toBe('00000+');
    expect(await itemOf('-0.00', { picture: 'VPPZZ-' })).toBe('   ');
    expect(await itemOf('0.0000001', { picture: 'PPP99+' })).toBe('00+');
    expect(await itemOf('0.5', { picture: 'P99999+' })).toMatch(/^SIZE ERROR/);
  });

  it('a negative amount that rounds to zero needs no sign', async () => {
    expect(await itemOf('-0.001', { picture: 'ZZ9.99' })).toBe('  0.00');
  });
});
