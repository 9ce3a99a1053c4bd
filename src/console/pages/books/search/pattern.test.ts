import fc from 'fast-check';
import { expect, it } from 'vitest';
import { patternFor } from './pattern.ts';

const LITERAL = { isRegex: false, isExact: true };

it('for any text, a search for it as it is finds it, and means nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const pattern = new RegExp(`^(?:${patternFor(text, LITERAL)})$`, 'u');
      expect(pattern.test(text)).toBe(true);
      expect(pattern.test(`${text}x`)).toBe(false);
    }),
  );
});

it('a regular expression is sent as it is, and case counts only when asked for', () => {
  expect(patternFor('a+b', { isRegex: true, isExact: true })).toBe('a+b');
  expect(patternFor('a+b', { isRegex: true, isExact: false })).toBe('(?i)a+b');
  expect(patternFor('a+b', { isRegex: false, isExact: false })).toBe('(?i)a\\+b');
});
