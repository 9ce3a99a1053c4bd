import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOf } from '../storage/page.ts';
import { LineCounter } from './line-counter.ts';

test('for any page, the lines between two beginnings are counted right however often they are asked for', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '🎻'), maxLength: 3 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.array(fc.tuple(fc.nat(), fc.nat())), (lines, asked) => {
      const page = pageOf([{ key: 'a', text: lines.map((one) => `${one}\n`).join('') }]);
      const starts = [0];
      for (const one of lines) starts.push((starts.at(-1) ?? 0) + one.length + 1);
      for (const pair of asked) {
        const [from = 0, to = 0] = pair.map((one) => one % starts.length).sort((a, b) => a - b);
        expect(LineCounter.of(page).between(starts[from] ?? 0, starts[to] ?? 0)).toBe(to - from);
      }
    }),
  );
});
