import { type Decimal, fromUnits, isNegative, powerOfTen, unitsAt } from './decimal.ts';

/** The names of COBOL's eight ROUNDED modes. */
export const ROUNDING_MODES = [
  'TRUNCATION',
  'NEAREST-AWAY-FROM-ZERO',
  'NEAREST-EVEN',
  'NEAREST-TOWARD-ZERO',
  'AWAY-FROM-ZERO',
  'TOWARD-GREATER',
  'TOWARD-LESSER',
  'PROHIBITED',
] as const;

export type RoundingMode = (typeof ROUNDING_MODES)[number];

/** What plain ROUNDED means when no MODE is given. */
export const DEFAULT_ROUNDING: RoundingMode = 'NEAREST-AWAY-FROM-ZERO';

/**
 * Rounds to a number of decimals, or to tens and hundreds when scale is negative; gives undefined only when
 * PROHIBITED meets digits that would be lost.
 */
export function roundDecimal(value: Decimal, scale: number, mode: RoundingMode): Decimal | undefined {
  if (value.scale <= scale) return value;
  const unit = powerOfTen(value.scale - scale);
  const lost = value.coefficient % unit;
  const kept = unitsAt(value, scale);
  if (lost === 0n) return fromUnits(kept, scale);
  if (mode === 'PROHIBITED') return undefined;

  const negative = isNegative(value);
  const twiceLost = 2n * (negative ? -lost : lost);
  const half = twiceLost === unit ? 'tie' : twiceLost > unit ? 'above' : 'below';
  const away = growsAwayFromZero(mode, negative, half, kept % 2n !== 0n);
  return fromUnits(away ? kept + (negative ? -1n : 1n) : kept, scale);
}

function growsAwayFromZero(
  mode: Exclude<RoundingMode, 'PROHIBITED'>,
  negative: boolean,
  half: 'below' | 'tie' | 'above',
  keptIsOdd: boolean,
): boolean {
  switch (mode) {
    case 'TRUNCATION':
      return false;
    case 'AWAY-FROM-ZERO':
      return true;
    case 'TOWARD-GREATER':
      return !negative;
    case 'TOWARD-LESSER':
      return negative;
    case 'NEAREST-AWAY-FROM-ZERO':
      return half !== 'below';
    case 'NEAREST-TOWARD-ZERO':
      return half === 'above';
    case 'NEAREST-EVEN':
      return half === 'above' || (half === 'tie' && keptIsOdd);
  }
}
