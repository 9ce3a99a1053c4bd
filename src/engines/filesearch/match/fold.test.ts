import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiVariants, fold, foldWithOrigin } from './fold.ts';

const letters = fc.constantFrom(
  ...'aAéÉ e\u0301\u0323ßsæŁİıΣσςΆ한하\u1112\u1161\u11abがか\u3099ёЙ🙂\ud835\udc00\u00a0\n\t\u2003x1*\u0bc6\u0bbe'.split(
    '',
  ),
  '𝐀',
);
const text = fc.array(letters, { maxLength: 60 }).map((parts) => Buffer.from(parts.join('')).toString());

describe('fold', () => {
  it.each([
    ['CAFÉ', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['\u212aelvin', 'kelvin'],
    ['Đ ﬁ', 'd ﬁ'],
    ['STRAẞE', 'strasse'],
    ['Łódź', 'lodz'],
    ['ǽ Œuvre Ø', 'ae oeuvre o'],
    ['a \u00a0\r\n b', 'a b'],
    ['שָׁלוֹם', 'שלום'],
    ['か\u3099', 'が'],
    ['\u1112\u1161\u11ab', '한'],
  ])('R28 %j is compared as %j', (given, expected) => expect(fold(given)).toBe(expected));

  it('R28 does not depend on the normal form, nor on being done twice', () => {
    fc.assert(
      fc.property(text, (given) => {
        const folded = fold(given);
        expect(fold(given.normalize('NFC'))).toBe(folded);
        expect(fold(given.normalize('NFD'))).toBe(folded);
        expect(fold(folded)).toBe(folded);
      }),
      { numRuns: 2000 },
    );
  });

  it('knows where each unit came from', () => {
    fc.assert(
      fc.property(text, (given) => {
        const { text: folded, sourceOf } = foldWithOrigin(given);
        for (let at = 0; at <= folded.length; at++) {
          expect(fold(given.slice(0, sourceOf(at))).length).toBeLessThanOrEqual(at);
        }
        expect(sourceOf(0)).toBeLessThanOrEqual(given.length);
        expect(sourceOf(folded.length)).toBe(given.length);
      }),
    );
    const { text: folded, sourceOf } = foldWithOrigin('x  e\u0301 Needle');
    expect(sourceOf(folded.indexOf('needle'))).toBe(6);
  });

  it('knows every character outside ASCII that begins as one inside does', () => {
    for (let code = 0x80; code < 0x10000; code++) {
      const char = String.fromCharCode(code);
      const base = char.normalize('NFD').charAt(0).toLowerCase();
      if (base < '\x80') expect(asciiVariants().get(base), code.toString(16)).toContain(char);
    }
  });
});
