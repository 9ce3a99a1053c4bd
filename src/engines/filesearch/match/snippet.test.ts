import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST, lineBreaks, snippetAround } from './snippet.ts';

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

  it('is cut around the match in a long line', () => {
    const text = `${'x'.repeat(1000)} needle ${'y'.repeat(1000)}`;
    const { text: shown, start, end } = snippetAround(text, 1001, 1007);
    expect([shown.length, shown.slice(start, end)]).toEqual([LONGEST - 1, 'needle']);
  });

  it('begins and ends with a whole word where it is cut', () => {
    const text = `${'before '.repeat(40)}needle ${'behind '.repeat(40)}`;
    expect(snippetAround(text, 280, 286).text).toMatch(/^(before )+needle( behind)+$/);
  });

  it('is short, well formed, without control characters, and holds the match or its beginning', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      fc.constantFrom('\0', '\x1b', '\u0085', '\ud800', '\udc00', '\n', '\r\n', '\t', '🙂'),
    );
    fc.assert(
      fc.property(fc.array(odd, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(300), (pieces, at, length) => {
        const text = pieces.join('');
        const points = [...text];
        const first = at % points.length;
        const start = points.slice(0, first).join('').length;
        const end = start + points.slice(first, first + 1 + length).join('').length;
        const snippet = snippetAround(text, start, end);
        expect(snippet.text.length).toBeLessThanOrEqual(LONGEST);
        expect(Buffer.from(snippet.text).toString()).toBe(snippet.text);
        expect(snippet.text).not.toMatch(/\p{Cc}/u);
        const matched = snippet.text.slice(snippet.start, snippet.end);
        expect(matched).not.toBe('');
        const source = text
          .slice(start, end)
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .replace(/\p{Cs}/gu, '\ufffd');
        expect(end - start < 100 ? source === matched : source.startsWith(matched.slice(0, -1))).toBe(true);
      }),
    );
  });
});

it('lines end with LF, CRLF or CR', () => {
  const text = 'a\nb\r\nc\rd\n\ne';
  expect([...text].map((_, at) => lineBreaks(text, at))).toEqual(
    [...text].map((_, at) => text.slice(0, at).split(/\r\n|\n|\r/).length - 1),
  );
});
