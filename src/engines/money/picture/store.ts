import { absolute, type Decimal, decimalToText, integerDigitCount, isZero } from '../decimal.ts';
import { type RoundingMode, roundDecimal } from '../rounding.ts';
import { displayDecimal } from './display.ts';
import type { EditOptions } from './edit.ts';
import type { Picture } from './parse.ts';

/** Why ON SIZE ERROR would run; the target keeps what it had. */
export type SizeError =
  | {
      readonly kind: 'too-many-integer-digits';
      readonly message: string;
      readonly needed: number;
      readonly held: number;
    }
  | { readonly kind: 'rounding-prohibited'; readonly message: string };

export type StoreResult =
  | { readonly ok: true; readonly text: string; readonly value: Decimal }
  | { readonly ok: false; readonly error: SizeError };

/** Stores as COMPUTE ... ROUNDED MODE ... ON SIZE ERROR does: the size is tested after rounding. */
export function storeRounded(
  picture: Picture,
  value: Decimal,
  mode: RoundingMode,
  options: EditOptions = {},
): StoreResult {
  const rounded = roundDecimal(value, picture.scale, mode);
  if (rounded === undefined) return { ok: false, error: roundingProhibited(picture, value) };
  if (!isZero(rounded) && integerDigitCount(rounded) > picture.digits - picture.scale) {
    return { ok: false, error: tooManyIntegerDigits(picture, rounded) };
  }
  const stored = picture.signed ? rounded : absolute(rounded);
  return { ok: true, text: displayDecimal(picture, rounded, options), value: stored };
}

function tooManyIntegerDigits(picture: Picture, rounded: Decimal): SizeError {
  const needed = Math.max(0, integerDigitCount(rounded));
  const held = picture.integerDigits;
  const limit = { coefficient: 1n, scale: picture.scale - picture.digits };
  const complaint =
    needed > held
      ? `needs ${count(needed, 'integer digit')}, the picture holds ${held}`
      : `is too large, the picture holds only values below ${decimalToText(limit)}`;
  const message = `${decimalToText(rounded)} ${complaint}.`;
  return { kind: 'too-many-integer-digits', message, needed, held };
}

function roundingProhibited(picture: Picture, value: Decimal): SizeError {
  const loss = `${decimalToText(value)} would lose digits: the picture keeps ${keeps(picture)}`;
  return { kind: 'rounding-prohibited', message: `${loss} and rounding is prohibited.` };
}

function keeps(picture: Picture): string {
  return picture.scale < 0 ? `only multiples of 1${'0'.repeat(-picture.scale)}` : count(picture.scale, 'decimal');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
