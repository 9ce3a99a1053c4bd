import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePieces } from './code-pieces.ts';

it('short code is one piece', () => {
  expect(codePieces('a\nb\n')).toEqual([{ text: 'a\nb\n', coloured: true }]);
  expect(codePieces('')).toEqual([]);
});

it('for any code, the pieces are all of it, and those with colours are short and have short lines', () => {
  const line = fc.tuple(fc.string(), fc.constantFrom(1, 30, 200)).map(([text, times]) => text.repeat(times));
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const code = lines.join(end);
      const pieces = codePieces(code);
      expect(pieces.map(({ text }) => text).join('')).toBe(code);
      for (const { text } of pieces.filter(({ coloured }) => coloured)) {
        expect(text.length).toBeLessThanOrEqual(3000);
        expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(500);
      }
    }),
  );
});
