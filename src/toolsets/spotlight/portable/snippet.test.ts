import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snippetAround } from './snippet.ts';

describe('a snippet', () => {
  it('is the line of the match with single spaces', () => {
    const text = 'one\n  two \t three  four\nfive';
    const start = text.indexOf('three');
    expect(snippetAround(text, start, start + 5)).toEqual({ text: 'two three four', start: 4, end: 9 });
  });

  it('covers a match that runs over lines', () => {
    const snippet = snippetAround('a b\r\nc d', 2, 6);
    expect(snippet).toEqual({ text: 'a b c d', start: 2, end: 5 });
  });

  it('is short, well formed, and holds the match', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), fc.nat(), fc.nat(300), (text, at, length) => {
        fc.pre(text.length > 0);
        const points = [...text];
        const first = at % points.length;
        const start = points.slice(0, first).join('').length;
        const end = start + points.slice(first, first + 1 + (length % 20)).join('').length;
        const snippet = snippetAround(text, start, end);
        expect(snippet.text.length).toBeLessThan(600);
        expect(Buffer.from(snippet.text).toString()).toBe(snippet.text);
        expect(snippet.text.slice(snippet.start, snippet.end)).toBe(text.slice(start, end).replace(/\s+/g, ' '));
      }),
    );
  });
});
