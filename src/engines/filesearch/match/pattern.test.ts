import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';
import { isInAscii, patternOf } from './pattern.ts';

const unit = fc.constantFrom(
  'a',
  'A',
  'á',
  'a\u0301',
  'b',
  'ḃ',
  ' ',
  '\n',
  '\u00a0',
  '日',
  '한',
  '*',
  '(',
  '\\',
  '-',
  ']',
  '\x01',
  'K',
  's',
  'ß',
  'ẞ',
  'e',
  'æ',
  'ǽ',
  'o',
  'œ',
  'ø',
);
const text = fc.array(unit, { maxLength: 30 }).map((parts) => parts.join(''));
const query = fc.array(unit, { minLength: 1, maxLength: 4 }).map((parts) => fold(parts.join('')).trim());

describe('a pattern', () => {
  it('never misses by its loose test', () => {
    fc.assert(
      fc.property(text, query, (given, wanted) => {
        fc.pre(wanted !== '');
        if (fold(given).includes(wanted)) expect(patternOf(wanted).loose.test(given)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('is found in ASCII exactly where the folded text holds it', () => {
    const ascii = text.map((given) => given.replace(/[\u0080-\uffff]/g, ''));
    fc.assert(
      fc.property(ascii, query, (given, wanted) => {
        fc.pre(wanted !== '');
        expect(isInAscii(given, patternOf(wanted))).toBe(fold(given).includes(wanted));
      }),
      { numRuns: 5000 },
    );
  });

  it('may be longer than a regular expression should be', () => {
    const long = 'abc '.repeat(300).trim();
    expect(isInAscii(`x ${long} y`, patternOf(long))).toBe(true);
    expect(isInAscii(`x ${long.slice(0, -1)} y`, patternOf(long))).toBe(false);
  });

  it('takes linear time on text made to slow it down', () => {
    const { loose } = patternOf('a b c');
    for (const filler of ['\u0301', ' ', 'a', 'a ', '日']) expect(loose.test(filler.repeat(300_000))).toBe(false);
  });
});
