import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kinds } from '../types/kind.ts';
import { kindPredicate, recentPredicate, textPredicate } from './predicate.ts';
import { literalsOf } from './testing/literals.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', "'", '\\', '*', '?', ' ', '|', '&', '(', ')', '=', 'a', '$', '\n', '\0') }),
  fc.constantFrom(
    '" || kMDItemFSName == "*',
    '\\" || 1 == 1 || "',
    '*',
    '"',
    '\\',
    "') || ('",
    '$time.now',
    '-onlyin /',
  ),
);

test('R32, W1, W2: for any text the predicate holds its words as literals, and nothing else of it', () => {
  fc.assert(
    fc.property(hostile, (query) => {
      const predicate = textPredicate(query);
      const words = query.split(/\s+/).filter((word) => word !== '');
      if (predicate === undefined) return words.length === 0 || query.includes('\0');
      expect(literalsOf(predicate)).toEqual(words.flatMap((word) => [word, word]));
      return true;
    }),
    { numRuns: 3000 },
  );
});

test('the reader that the test above goes by does see an injection', () => {
  expect(() => literalsOf('(kMDItemTextContent == "*a" || x == "*"cd || kMDItemFSName == "*a*"cd)')).toThrow(
    'expected',
  );
  expect(() => literalsOf('(kMDItemTextContent == "*a*b*"cd || kMDItemFSName == "*a*"cd)')).toThrow('wildcard');
});

test('a text without words, or too long to be asked for, is none for Spotlight', () => {
  for (const query of ['', ' \n\t', 'a\0b', 'x'.repeat(5000), 'w '.repeat(100)]) {
    expect(textPredicate(query)).toBeUndefined();
  }
});

test('R38: kinds are asked for by the tree of content types', () => {
  expect(kindPredicate('image')).toBe('kMDItemContentTypeTree == "public.image"');
  for (const kind of kinds) {
    expect(kindPredicate(kind)).toMatch(
      /^kMDItemContentTypeTree == "[\w.-]+"( \|\| kMDItemContentTypeTree == "[\w.-]+")*$/,
    );
  }
});

test('R44: recent files are asked for by a moment in UTC, rounded down, also when it is absurd', () => {
  const at = (ms: number) => /\$time\.iso\((.*)\)$/.exec(recentPredicate(ms))?.[1];
  expect(recentPredicate(Date.UTC(2024, 1, 29, 1, 2, 3, 999))).toBe(
    'kMDItemFSContentChangeDate >= $time.iso(2024-02-29T01:02:03Z)',
  );
  expect(at(-8.64e15)).toBe('1970-01-01T00:00:00Z');
  expect(at(8.64e15)).toBe('9999-12-31T00:00:00Z');
});
