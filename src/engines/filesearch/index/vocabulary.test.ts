import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headWords, Vocabulary, wordsIn } from './vocabulary.ts';

describe('a vocabulary', () => {
  it('holds for any texts every word once', () => {
    const word = fc.constantFrom('budget', 'Café', 'überall', 'отчёт', 'ab', 'house', 'houses', '12345');
    const texts = fc.array(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(texts, (given) => {
        const expected = new Set(given.flatMap((text) => [...wordsIn(text)]));
        const vocabulary = new Vocabulary();
        for (const text of given) vocabulary.learn(wordsIn(text));
        expect([...vocabulary.words()]).toEqual([...expected]);
      }),
    );
  });

  it('takes no memory while it is empty, and never more than it may', () => {
    const vocabulary = new Vocabulary(1 << 16);
    expect(vocabulary.bytes).toBe(0);
    const letters = (at: number) => at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string);
    for (let at = 0; at < 20_000; at++) vocabulary.learn([`word${letters(at)}`]);
    expect(vocabulary.bytes).toBeLessThanOrEqual(1 << 16);
    expect([...vocabulary.words()].length).toBeGreaterThan(1000);
  });

  it('learns the beginning of a text', () => {
    expect([...headWords(`early ${'x '.repeat(5000)} late words`)]).toEqual(['early']);
  });
});
