import { absolute, type Decimal, integerDigitCount, isNegative } from './decimal.ts';
import { decimalsOf, fitPicture, type MoneyStyle, type NegativeStyle } from './money.ts';
import { parsePicture } from './picture/parse.ts';
import { type SizeError, storeRounded } from './picture/store.ts';
import type { PictureError } from './picture/symbols.ts';
import { DEFAULT_ROUNDING, type RoundingMode, roundDecimal } from './rounding.ts';

/** The widest amount whose picture stays within the engine's limit, grouping included. */
const MAX_INTEGER_DIGITS = 600;

export interface MoneyOptions {
  /** How a negative amount is shown (default: minus). */
  readonly negative?: NegativeStyle;
  /** (default: half away from zero) */
  readonly rounding?: RoundingMode;
  /** A zero amount is all blanks (default: false). */
  readonly blankWhenZero?: boolean;
}

export type FormattedMoney =
  | { readonly ok: true; readonly item: string; readonly picture: string }
  | { readonly ok: false; readonly reason: 'digits'; readonly digits: number; readonly most: number }
  | { readonly ok: false; readonly reason: 'picture'; readonly picture: string; readonly error: PictureError }
  | { readonly ok: false; readonly reason: 'size'; readonly picture: string; readonly error: SizeError };

/** Edits an amount through the picture of its currency, fitted so that no digit is lost. */
export function formatMoney(amount: Decimal, style: MoneyStyle, options: MoneyOptions = {}): FormattedMoney {
  const { negative = 'minus', rounding = DEFAULT_ROUNDING, blankWhenZero = false } = options;
  const rounded = roundDecimal(amount, decimalsOf(style), rounding) ?? amount;
  const digits = Math.max(1, integerDigitCount(rounded));
  if (digits > MAX_INTEGER_DIGITS) return { ok: false, reason: 'digits', digits, most: MAX_INTEGER_DIGITS };
  const picture = fitPicture(style.picture, digits, negative, isNegative(rounded));
  const parsed = parsePicture(picture, { decimalPointIsComma: style.decimalComma, blankWhenZero });
  if (!parsed.ok) return { ok: false, reason: 'picture', picture, error: parsed.error };
  const inBrackets = negative === 'parentheses' && isNegative(rounded);
  const stored = storeRounded(parsed.picture, inBrackets ? absolute(rounded) : amount, rounding, {
    printedCurrency: style.sign,
  });
  if (!stored.ok) return { ok: false, reason: 'size', picture, error: stored.error };
  return { ok: true, item: inBrackets ? `(${stored.text})` : stored.text, picture };
}
