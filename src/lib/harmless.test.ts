import { expect, it } from 'vitest';
import { harmless } from './harmless.ts';

it('escapes what would steer a terminal, and nothing else', () => {
  expect(harmless('a\x1b[2J\r\n\x9b\x7f\u2028\u202e\u061c')).toBe(
    'a\\u001b[2J\\u000d\\u000a\\u009b\\u007f\\u2028\\u202e\\u061c',
  );
  const others = 'plain "text" \\ äöü 中文 العربية 👩‍👩‍👧 €';
  expect(harmless(others)).toBe(others);
});
