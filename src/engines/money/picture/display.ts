import { type Decimal, isNegative } from '../decimal.ts';
import { digitsFor, type EditOptions, editDecimal, isAllZeros } from './edit.ts';
import type { Picture } from './parse.ts';

/** Shows what DISPLAY would after a MOVE: the edited item, or sign, digits and point of an unedited one. */
export function displayDecimal(picture: Picture, value: Decimal, options: EditOptions = {}): string {
  if (picture.category === 'numeric-edited') return editDecimal(picture, value, options);

  const digits = digitsFor(picture, value);
  const plain = (digits + '0'.repeat(Math.max(0, -picture.scale))).padStart(picture.fractionDigits, '0');
  const point = plain.length - picture.fractionDigits;
  const fraction = picture.fractionDigits > 0 ? picture.decimalPoint + plain.slice(point) : '';
  return signOf(picture, isNegative(value) && !isAllZeros(digits)) + plain.slice(0, point) + fraction;
}

function signOf(picture: Picture, negative: boolean): string {
  if (!picture.signed) return '';
  return negative ? '-' : '+';
}
