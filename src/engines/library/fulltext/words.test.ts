import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordLine, wordsIn } from './words.ts';

describe('words', () => {
  it.each([
    ['The quick-brown FOX_2', 'the quick brown fox 2'],
    ['Größe, Straße, Łódź, Ærø, naïve', 'grosse strasse lodz aero naive'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['мой мои', 'мой мои'],
    ['हिन्दी', 'हिन्दी'],
    ['日本語のPython入門3章', '日 本 語 の python 入 門 3 章'],
    ['ｶﾞ ガ', 'ガ ガ'],
    ['\u1112\u1161\u11ab 한', '한 한'],
    ['ไทย', 'ไ ท ย'],
    ['１２３ ﬁne ½ ①', '123 fine 1 2 1'],
    ['pass\u200bword so\u00adft', 'password soft'],
    ['\u202edrow\u202c', 'drow'],
    ['İstanbul', 'istanbul'],
    ['\ufe70 owl', 'owl'],
    ['Ŀ', 'l'],
    ['\uffa5', '\u11ac'],
    ['… — 🦉 **', ''],
  ])('%s', (text, expected) => {
    expect(wordLine(text)).toBe(expected);
  });

  it('are where they say, and what stands there is the same word again', () => {
    const story = fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const words = [...wordsIn(text)];
      for (const [at, { folded, start, end }] of words.entries()) {
        expect(start).toBeGreaterThanOrEqual(words[at - 1]?.start ?? 0);
        expect(wordLine(text.slice(start, end)).split(' ')).toContain(folded);
        expect(folded).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      }
    });
    fc.assert(story, { numRuns: 2000 });
  });

  it('are short', () => {
    expect(wordLine('x'.repeat(1000))).toBe('x'.repeat(64));
    expect(wordLine('𝒜'.repeat(1000)).length).toBeLessThanOrEqual(64);
  });
});
