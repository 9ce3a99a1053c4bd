import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';
import { BadGlob, nameGlob } from './glob.ts';

const matches = (pattern: string, name: string) => nameGlob(pattern)(fold(name));

describe('a pattern for names', () => {
  it.each<[string, string, boolean]>([
    ['*.md', 'Notes.MD', true],
    ['*.md', 'notes.mdx', false],
    ['CAFÉ*', 'cafe menu.txt', true],
    ['cafe*', 'Cafe\u0301.txt', true],
    ['?.txt', 'é.txt', true],
    ['?.txt', '😀.txt', true],
    ['?.txt', 'ab.txt', false],
    ['report', 'report.txt', false],
    ['[ab]*', 'Beta', true],
    ['[!ab]*', 'beta', false],
    ['[^ab]*', 'gamma', true],
    ['[a-c]x', 'bx', true],
    ['[a-c]x', 'dx', false],
    ['[]a]', ']', true],
    ['[a-]', '-', true],
    ['[ab', '[ab', true],
    ['{a,b}.txt', 'b.txt', true],
    ['{a,{b,c}d}.txt', 'cd.txt', true],
    ['{a,}x', 'x', true],
    ['{ab}', '{ab}', true],
    ['{a,b', '{a,b', true],
    ['\\*.md', '*.md', true],
    ['\\*.md', 'a.md', false],
    ['\\{a,b\\}', '{a,b}', true],
    ['a**b', 'axxb', true],
    ['*', '', true],
    ['', '', true],
  ])('%s on %s is %s', (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected);
  });

  it('agrees with a regular expression made of the same parts', () => {
    const part = fc.constantFrom(
      ['*', '.*'],
      ['?', '.'],
      ['a', 'a'],
      ['b', 'b'],
      ['[ab]', '[ab]'],
      ['[!a]', '[^a]'],
      ['{a,bc}', '(?:a|bc)'],
    );
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 7 }), name, (parts, text) => {
        const [glob, source] = [0, 1].map((at) => parts.map((both) => both[at]).join('')) as [string, string];
        expect(matches(glob, text)).toBe(new RegExp(`^(?:${source})$`, 's').test(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('hostile patterns end', () => {
    expect(matches(`${'a*'.repeat(450)}b`, 'a'.repeat(255))).toBe(false);
    expect(() => nameGlob('{a,b}'.repeat(30))).toThrow(BadGlob);
    expect(() => nameGlob('{'.repeat(1000))).not.toThrow();
    expect(() => nameGlob('x'.repeat(1001))).toThrow(/1000/);
  });
});
