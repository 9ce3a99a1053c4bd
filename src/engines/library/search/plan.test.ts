import { expect, test } from 'vitest';
import { planNeedles } from './plan.ts';

test.each(['abc', 'abc def', 'abc|defg', 'a'.repeat(64)])('%s needs no expression', (pattern) => {
  expect(planNeedles(pattern)).toEqual({ needles: pattern.split('|').map((text) => Buffer.from(text)) });
});

test.each([
  ['[Zz]weifels\\w+', 9],
  ['^# Lesson 4[0-9]{2}$', 14],
  ['abc.{97}', 100],
  ['abc{2}def|ghi', 11],
  ['a'.repeat(65), 65],
])('%s takes at most %d steps for each character', (pattern, width) => {
  expect(planNeedles(pattern)?.shape?.width).toBe(width);
});

test.each([
  '.?.?.?.?.{450}~',
  'a?a?a?a?a{490}b',
  'abcd?',
  'abc(d|e)',
  'abc.*def',
  '(?i)abc',
  'ab',
  'abc|.',
  'abc.{498}',
  'abc|def|ghi|jkl|mno|pqr|stu|vwx|yza',
  '',
])('%s is for RE2', (pattern) => {
  expect(planNeedles(pattern)).toBeUndefined();
});

test('however long and many the texts, few bytes are compared at a place', () => {
  const patterns = ['a'.repeat(500), Array.from({ length: 8 }, (_, i) => `${i}`.repeat(60)).join('|')];
  for (const pattern of patterns) {
    const { needles, shape } = planNeedles(pattern) ?? { needles: [] };
    expect(needles.reduce((sum, { length }) => sum + length, 0)).toBe(64);
    expect(shape).toBeDefined();
  }
});
