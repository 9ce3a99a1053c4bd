import { describe, expect, it } from 'vitest';
import { ExactNumber } from './json.ts';
import { beginning, preview } from './text.ts';

describe('preview', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'true'],
    [12.5, '12.5'],
    ['abc', '"abc"'],
    ['two\nlines "quoted"', '"two\\nlines \\"quoted\\""'],
    [[1, 2], 'an array'],
    [{ a: 1 }, 'an object'],
    [new ExactNumber('1.10'), '1.10'],
    [new ExactNumber('1'.repeat(100)), `${'1'.repeat(59)}…`],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
  ])('%#: %j', (value, shown) => {
    expect(preview(value)).toBe(shown);
  });

  it.each(['{"source":"x"}', '{"source":1,"toString":"no function"}'])('an object from outside: %s', (json) => {
    expect(preview(JSON.parse(json))).toBe('an object');
  });

  it('clips at the length it is told and never inside a character', () => {
    expect(preview('abcdef', 4)).toBe('"abc…"');
    expect(preview('ab🙂def', 4)).toBe('"ab…"');
    expect(preview('a🙂bdef', 4)).toBe('"a🙂…"');
  });
});

it('the beginning of a text is a whole number of characters and does not keep the rest', () => {
  expect(beginning('short', 255)).toBe('short');
  expect(beginning(`${'x'.repeat(254)}😀`, 255)).toBe('x'.repeat(254));
  expect(beginning(`\ud800${'x'.repeat(300)}`, 3)).toBe('\ud800xx');
});
