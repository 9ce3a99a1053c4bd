import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Needle } from './needle.ts';

test('for any text and place, a needle is found where indexOf finds it', () => {
  const text = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b', 'z', ' ', '#', 'é', '🎻'), minLength, maxLength });
  fc.assert(
    fc.property(text(1, 9), fc.array(text(0, 9)), fc.nat(20), (needle, parts, from) => {
      const haystack = parts.join(needle);
      const found = haystack.indexOf(needle, from);
      expect(new Needle(needle).next(haystack, from)).toBe(found === -1 ? Number.POSITIVE_INFINITY : found);
    }),
    { numRuns: 2000 },
  );
});
