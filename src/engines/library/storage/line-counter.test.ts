import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineCounter } from './line-counter.ts';

test('for any text, each line has as many before it as there are line ends', () => {
  const line = fc.tuple(fc.constantFrom('', 'a', 'é🎻', 'b'.repeat(255), 'c'.repeat(700)), fc.constantFrom(1, 1, 300));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (runs) => {
      const lines = runs.flatMap(([text, times]) => Array.from({ length: times }, () => text));
      const counter = new LineCounter(Buffer.from(lines.map((text) => `${text}\n`).join('')));
      let start = 0;
      for (const [number, text] of lines.entries()) {
        expect(counter.before(start)).toBe(number);
        start += Buffer.byteLength(text) + 1;
      }
      expect(counter.before(start)).toBe(lines.length);
    }),
  );
});
