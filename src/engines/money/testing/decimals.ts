import fc from 'fast-check';
import { type Decimal, parseDecimal } from '../decimal.ts';

/** Reads a number that the test knows to be good. */
export function read(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (typeof parsed === 'string') throw new Error(`${text} is ${parsed}`);
  return parsed;
}

/** Decimals of all sizes, with ties and zeros more often than chance would bring them. */
export const anyDecimal: fc.Arbitrary<Decimal> = fc.record({
  coefficient: fc.oneof(
    fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
    fc.bigInt({ min: -2000n, max: 2000n }).map((small) => small * 5n),
    fc.constantFrom(0n, 5n, -5n, 10n ** 40n, -(10n ** 40n) + 1n),
  ),
  scale: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 80 })),
});
