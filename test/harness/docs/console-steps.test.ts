import { expect, it } from 'vitest';
import { isAnswer, stepsOf } from './console-steps.ts';

it('takes commands and answers apart', () => {
  expect(stepsOf('$ one \\\n  more\nanswer\n\nlast\n$ two\n')).toEqual([
    { command: 'one \\\n  more', shown: 'answer\n\nlast\n' },
    { command: 'two', shown: '' },
  ]);
  expect(() => stepsOf('answer\n')).toThrow('no command');
});

it.each([
  ['a.b\n', 'a.b\n', true],
  ['a.b\n', 'axb\n', false],
  ['a.b\n', 'a.b\nmore\n', false],
  ['a…b\n', 'a and b\n', true],
  ['a…b\n', 'a\nb\n', false],
  ['a\n…\n', 'a\n', true],
  ['a\n…\nd\n', 'a\nb\nc\nd\n', true],
  ['a\n…\n', 'b\n', false],
  ['', '', true],
  ['', 'a\n', false],
])('%j for %j: %j', (shown, answer, verdict) => {
  expect(isAnswer(shown, answer)).toBe(verdict);
});
