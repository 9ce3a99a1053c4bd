import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';
import { hasLetters, lettersIn, lettersOf } from './letters.ts';
import { distanceOf } from './spelling.ts';

const texts = fc.string({ unit: fc.oneof(fc.constantFrom(...'abcxyz019 -ä'), fc.string({ unit: 'grapheme' })) });
const words = fc.string({ unit: fc.constantFrom(...'abcdxyzжł'), minLength: 1, maxLength: 9 });

describe('the letters of a text', () => {
  it('are enough for every part of it', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, from, length) => {
        const folded = fold(text);
        const start = from % (folded.length + 1);
        const part = folded.slice(start, start + length);
        expect(hasLetters(lettersOf(folded), lettersOf(part))).toBe(true);
      }),
    );
  });

  it('are the same in UTF-8', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = Buffer.from(`!${fold(text)}!`);
        expect(lettersIn(bytes, 1, bytes.length - 1)).toBe(lettersOf(fold(text)));
      }),
    );
  });

  it('are, but for as many as are wrong, those of a word that is near to it', () => {
    const edits = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('add', 'drop', 'put', 'swap'), fc.constantFrom(...'abqł')),
      {
        maxLength: 2,
      },
    );
    fc.assert(
      fc.property(words, edits, (word, changes) => {
        const other = changes.reduce((text, [place, change, letter]) => changed(text, place, change, letter), word);
        const distance = distanceOf(word, other, 2);
        fc.pre(distance <= 2);
        expect(hasLetters(lettersOf(other), lettersOf(word), distance)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('tell what is not there', () => {
    const letters = lettersOf('budget-2026.xls');
    expect(hasLetters(letters, lettersOf('budget'))).toBe(true);
    expect(hasLetters(letters, lettersOf('budgets'))).toBe(true);
    expect(hasLetters(letters, lettersOf('garden'))).toBe(false);
    expect(hasLetters(letters, lettersOf('garden'), 3)).toBe(true);
    expect(hasLetters(letters, lettersOf('garden'), 2)).toBe(false);
    expect(hasLetters(letters, lettersOf('9'))).toBe(false);
    expect(hasLetters(letters, lettersOf('日本'))).toBe(false);
    expect(hasLetters(letters, lettersOf('日本'), 1)).toBe(true);
    expect(hasLetters(lettersOf('привет 2026'), lettersOf('日本 2026'))).toBe(true);
  });
});

function changed(text: string, place: number, change: 'add' | 'drop' | 'put' | 'swap', letter: string): string {
  const at = place % (text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (change === 'add') return before + letter + after;
  if (change === 'drop') return before + after.slice(1);
  if (change === 'put') return before + letter + after.slice(1);
  return before + after.charAt(1) + after.charAt(0) + after.slice(2);
}
