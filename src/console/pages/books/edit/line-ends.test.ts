import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forEditing, forFile } from './line-ends.ts';

it('for any text whose lines all end alike, what was not edited is written as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const content = lines.map((line) => line.replace(/[\r\n]/g, '')).join(end);
      const { text, lineEnd } = forEditing(content);
      expect(text).not.toContain('\r');
      expect(forFile(text, lineEnd)).toBe(content);
    }),
  );
});

it('ends of different kinds are told', () => {
  expect(forEditing('a\r\nb\nc')).toEqual({ text: 'a\nb\nc', lineEnd: 'mixed' });
  expect(forEditing('a\rb')).toEqual({ text: 'a\nb', lineEnd: 'mixed' });
  expect(forFile('a\nb', 'mixed')).toBe('a\nb');
});
