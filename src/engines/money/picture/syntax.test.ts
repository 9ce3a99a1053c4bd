import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSyntaxRows } from '../testing/vectors.ts';
import { type PictureOptions, parsePicture } from './parse.ts';
import { pictureOf, ruleBrokenBy } from './testing/pictures.ts';

// Where the written rules and GnuCOBOL 3.2 part ways, we follow the rules; 'legal' or the rule that refuses.
const OUR_VERDICTS: Readonly<Record<string, string>> = {
  // P11: a floating currency may have floating decimals and a trailing sign.
  '$$,$$$.$$-': 'legal',
  '$$,$$$.$$CR': 'legal',
  // P11: GnuCOBOL takes a trailing currency symbol after ZZ9 but not after 9; we take it after both.
  '9(5)$': 'legal',
  '9$-': 'legal',
  '9$+': 'legal',
  // P3: one fixed sign and no digit position cannot show a number.
  '+PP': 'P3',
  // Out of scope: text, national, boolean and floating-point pictures.
  '9A': 'numeric-only',
  '9X': 'numeric-only',
  XB9: 'numeric-only',
  '+9.99E+99': 'numeric-only',
  '1': 'numeric-only',
  '1(5)': 'numeric-only',
  'X(10)': 'numeric-only',
  'A(5)': 'numeric-only',
  'XX/XX': 'numeric-only',
  'X(3)BX(3)': 'numeric-only',
  'X(65535)': 'numeric-only',
};

describe('picture-syntax.json', () => {
  const rows = readSyntaxRows();

  test('accepts and refuses what the compiler does, with the same sizes', () => {
    const wrong = rows
      .filter(({ picture }) => OUR_VERDICTS[picture] === undefined)
      .filter(({ picture, accepted, size }) => {
        const parsed = parsePicture(picture);
        return parsed.ok !== accepted || (parsed.ok && size !== undefined && parsed.picture.size !== size);
      });
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  test('differs from the compiler only where listed', () => {
    const ours = Object.keys(OUR_VERDICTS).map((picture) => [picture, ruleBrokenBy(picture)]);
    expect(Object.fromEntries(ours)).toEqual(OUR_VERDICTS);
    const listed = rows.filter(({ picture }) => OUR_VERDICTS[picture] !== undefined);
    expect(listed.every(({ picture, accepted }) => accepted !== (OUR_VERDICTS[picture] === 'legal'))).toBe(true);
    expect(listed).toHaveLength(Object.keys(OUR_VERDICTS).length);
  });
});

describe('refusals', () => {
  test.each<[string, string, number | undefined, PictureOptions?]>([
    ['', 'P3', undefined],
    ['+.', 'P3', undefined],
    ['.$$', 'P3', undefined],
    ['(3)', 'P1', 1],
    ['9()', 'P1', 2],
    ['9( 3)', 'P1', 2],
    ['9(+3)', 'P1', 2],
    ['9(2)(3)', 'P1', 5],
    ['9((2))', 'P1', 2],
    ['9(1.5)', 'P1', 2],
    ['9 9', 'P1', 2],
    ['9ſ', 'P1', 2],
    ['9€', 'P1', 2],
    ['9🙂', 'P1', 2],
    ['9F', 'P1', 2],
    ['$9', 'P1', 1, { currencySymbol: 'F' }],
    ['NNN', 'numeric-only', 1],
    ['9(3)V9.9', 'P4', 7],
    ['9,9,9', 'P4', 4, { decimalPointIsComma: true }],
    ['ZZ*', 'P4', 3],
    ['$$++9', 'P4', 3],
    ['++ZZ9', 'P4', 3],
    ['S9S', 'P4', 3],
    ['S99.9', 'P4', 4],
    ['9(4)Z', 'P5', 5],
    ['Z.9Z', 'P5', 4],
    ['Z.Z9', 'P5', 4],
    ['ZZ.Z9', 'P5', 5],
    ['$$9.$$', 'P5', 5],
    ['--9-', 'P5', 4],
    ['99CRB', 'P6', 3],
    ['B+9', 'P6', 2],
    ['9+B', 'P6', 2],
    ['+9-', 'P6', 3],
    ['--9+', 'P6', 4],
    ['-99DB', 'P6', 4],
    ['B$9', 'P7', 2],
    [',$9', 'P7', 2],
    ['+B$9', 'P7', 3],
    ['$9$', 'P7', 3],
    ['ZZ9$B', 'P7', 4],
    ['9P9', 'P8', 2],
    ['P9P', 'P8', 3],
    ['PP9.9', 'P8', 4],
    ['9VP', 'P8', 2],
    ['PV9', 'P8', 2],
    ['PPZ', 'P8', 1],
    ['9(39)', 'P9', undefined],
    ['9P(38)', 'P9', undefined],
    ['ZZ**9', 'P4', 3, { blankWhenZero: true }],
    ['**9', 'P10', undefined, { blankWhenZero: true }],
    ['S9(5)', 'P10', undefined, { blankWhenZero: true }],
  ])('%s breaks %s at %s', (text, rule, position, options) => {
    const parsed = parsePicture(text, options);
    expect(parsed).toMatchObject({ ok: false, error: { rule } });
    expect(parsed.ok ? undefined : parsed.error.position).toBe(position);
  });

  test('messages say what, where and what instead', () => {
    const messages = ['ZZ9Z', '+9-', 'X(5)', '9(0)', 'B$9', '9(39)', 'ZZ9#'].map((text) => {
      const parsed = parsePicture(text);
      return parsed.ok ? 'legal' : parsed.error.message;
    });
    expect(messages).toMatchInlineSnapshot(`
      [
        "Z at position 4 follows a 9; suppression and floating run from the left, and 9 ends them.",
        "- at position 3 is a second sign; one of +, -, CR or DB is legal.",
        "X at position 1 makes this a picture of text, bits or floating point; only numeric and numeric-edited pictures are handled.",
        "The parentheses at position 2 must hold a whole number from 1 up, as in 9(5).",
        "The currency symbol at position 2 is out of place; a fixed currency symbol is legal first, after a first sign, last, or before a last sign.",
        "The picture holds 39 digits; an unedited numeric item may have at most 38.",
        "The character "#" at position 4 is not a PICTURE symbol; legal are 9 Z * S V P . , B 0 / + - CR DB, $ for currency, and (n) to repeat.",
      ]
    `);
  });

  test.each(['9(999999999)', `9(${'9'.repeat(900)})`, 'Z(600)Z(600)', '9'.repeat(1001), '9'.repeat(10_000_000)])(
    'length limit %#',
    (text) => {
      expect(ruleBrokenBy(text)).toBe('length-limit');
    },
  );

  test('the limit itself is legal', () => {
    expect(pictureOf('Z(1000)').size).toBe(1000);
    expect(pictureOf('Z'.repeat(1000)).digits).toBe(1000);
  });
});

describe('P28 currency symbols', () => {
  test.each(['$', '#', 'F', 'f', 'W', '@', '&', '!', '~'])('%s is legal', (symbol) => {
    expect(ruleBrokenBy(`${symbol}${symbol}9.99`, { currencySymbol: symbol })).toBe('legal');
  });

  test.each([
    '',
    'E',
    'x',
    'z',
    '9',
    '1',
    '0',
    '.',
    ',',
    '(',
    ')',
    '*',
    '+',
    '-',
    '/',
    ' ',
    'EUR',
    '€',
    '£',
    '"',
    "'",
    '=',
    ';',
  ])('%j is not', (symbol) => {
    expect(ruleBrokenBy('9', { currencySymbol: symbol })).toBe('P28');
  });
});

test('parsePicture answers any text without throwing, and at once', () => {
  const unit = fc.oneof(
    fc.constantFrom(...'9Z*SVP.,B0/+-$()1234XE', 'CR', 'DB'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  const started = performance.now();
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), fc.boolean(), fc.boolean(), (text, comma, blank) => {
      const parsed = parsePicture(text, { decimalPointIsComma: comma, blankWhenZero: blank });
      if (parsed.ok) expect(parsed.picture.digits).toBeGreaterThan(0);
      else expect(parsed.error.message).toMatch(/\.$/);
    }),
    { numRuns: 5_000 },
  );
  expect(performance.now() - started).toBeLessThan(30_000);
});
