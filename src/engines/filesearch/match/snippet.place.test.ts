import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldWithOrigin } from './fold.ts';
import { patternOf } from './pattern.ts';
import { locate } from './snippet.ts';

const text = fc
  .array(fc.constantFrom(...'aábBcçé\u0301e ', ' \n\t ', '한', 'が', 'x'.repeat(40), '🙂'), { maxLength: 80 })
  .map((parts) => parts.join(''));

describe('locating a pattern', () => {
  it('for any text gives a place that holds it', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 6 }), (given, at, length) => {
        const folded = fold(given);
        const wanted = folded
          .slice(at % (folded.length + 1))
          .slice(0, length)
          .trim();
        fc.pre(wanted !== '' && !/[\ud800-\udfff]/.test(wanted));
        const [start, end] = locate({ text: given, ascii: false }, patternOf(wanted));
        expect(fold(given.slice(start, end)).trim()).toBe(wanted);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Die Käse Nadel', 'nadel'],
    [`${'é'.repeat(5000)} Näde\u0301l ${'ö'.repeat(5000)}`, 'nadel'],
    [`${'a b '.repeat(3000)}é a${' '.repeat(900)}needle`, 'a needle'],
    [`${'日本'.repeat(3000)}語学`, '語学'],
    [`${'nadeln '.repeat(20)}é Nadel x`, 'nadel x'],
  ])('%#: as going back from the folded text does', (given, wanted) => {
    const { text: folded, sourceOf } = foldWithOrigin(given);
    const at = folded.indexOf(wanted);
    expect(locate({ text: given, ascii: false }, patternOf(wanted))).toEqual([
      sourceOf(at),
      sourceOf(at + wanted.length),
    ]);
  });
});
