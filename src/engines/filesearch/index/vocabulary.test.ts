import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Vocabulary, wordsIn } from './vocabulary.ts';

describe('a vocabulary', () => {
  it('for any texts counts in how many each word is', () => {
    const word = fc.constantFrom('budget', 'Café', 'überall', 'отчёт', 'ab', 'house', 'houses', '12345');
    const texts = fc.array(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(texts, (given) => {
        const counts = new Map<string, number>();
        for (const each of given.flatMap((text) => [...wordsIn(text)])) counts.set(each, (counts.get(each) ?? 0) + 1);
        const vocabulary = new Vocabulary();
        for (const text of given) vocabulary.learn(text);
        expect(new Map(vocabulary.words())).toEqual(counts);
      }),
    );
  });

  it('takes no memory while it is empty, and never more than it may', () => {
    const vocabulary = new Vocabulary(1 << 16);
    expect(vocabulary.bytes).toBe(0);
    const letters = (at: number) => at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string);
    for (let at = 0; at < 20_000; at++) vocabulary.learn(`word${letters(at)}`);
    expect(vocabulary.bytes).toBeLessThanOrEqual(1 << 16);
    expect([...vocabulary.words()].length).toBeGreaterThan(1000);
    vocabulary.learn('wordq');
    expect(new Map(vocabulary.words()).get('wordq')).toBe(2);
  });

  it('learns the beginning of a text', () => {
    const vocabulary = new Vocabulary();
    vocabulary.learn(`early ${'x '.repeat(5000)} late words`);
    expect([...vocabulary.words()]).toEqual([['early', 1]]);
  });
});
