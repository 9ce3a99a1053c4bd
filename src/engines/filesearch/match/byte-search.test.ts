import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteSearch } from './byte-search.ts';
import { isInAscii, patternOf } from './pattern.ts';

const few = fc.constantFrom('a', 'A', 'b', 'B', 'k', '\n', ' ', '-', '[', '{', '@', '`', '\x7f', '0');
const textOf = (unit: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(unit, { maxLength }).map((parts) => parts.join(''));
const ascii = fc.integer({ min: 1, max: 127 }).map((code) => String.fromCharCode(code));

function isIn(text: string, word: string): boolean | undefined {
  return ByteSearch.of(patternOf(word))?.isIn(Buffer.from(text, 'latin1'));
}

describe('a search in bytes', () => {
  it('finds a word exactly where its pattern does', () => {
    const texts = fc.oneof(textOf(few, 60), textOf(ascii, 300));
    fc.assert(
      fc.property(texts, fc.oneof(textOf(few, 5), textOf(ascii, 12)), fc.nat(), (text, other, at) => {
        // Half of the words are a piece of the text.
        const given = at % 2 === 0 ? other : text.slice(at % (text.length + 1)).slice(0, 1 + (at % 9));
        const word = given.toLowerCase();
        fc.pre(word.length > 1 && !/\s/.test(word));
        expect(isIn(text, word)).toBe(isInAscii(text, patternOf(word)));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['in any case', 'The HARBOUR.', 'harbour', true],
    ['at the beginning and at the end', 'tea', 'tea', true],
    ['after a beginning of it', 'hahaharbour', 'harbour', true],
    ['cut off', 'harbou', 'harbour', false],
    ['a sign that differs from another one by the bit of a case', 'a@', 'a`', false],
    ['two letters', 'xyZ', 'yz', true],
    ['with a pair of letters that comes twice', 'xx banANAS', 'ananas', true],
  ])('%s', (_case, text, word, expected) => {
    expect(isIn(text, word)).toBe(expected);
  });

  it('is for single words of ASCII that are neither one letter nor too long', () => {
    for (const word of ['two words', 'größe', '日本', 'x', 'x'.repeat(201)]) expect(isIn('', word)).toBeUndefined();
    expect(isIn('x'.repeat(200), 'x'.repeat(200))).toBe(true);
  });
});
