import { type Decimal, isNegative, powerOfTen, unitsAt } from '../decimal.ts';
import type { Picture } from './parse.ts';
import { isFloating, type PictureSymbol, widthOf } from './symbols.ts';

export interface EditOptions {
  /** What is printed for the currency symbol, such as `€` or `CHF` (default: the symbol itself). */
  readonly printedCurrency?: string;
}

/** Edits a value as MOVE does: decimals and high-order digits that do not fit are dropped without a word. */
export function editDecimal(picture: Picture, value: Decimal, options: EditOptions = {}): string {
  const digits = digitsFor(picture, value);
  const zero = isAllZeros(digits);
  if (zero && (picture.blankWhenZero || picture.fullySuppressed)) return blankItem(picture, options);
  return fillItem(picture, digits, !zero && isNegative(value), currencyOf(picture, options));
}

/** Counts the characters of the edited item, which grows when the printed currency sign is longer than one. */
export function printedSize(picture: Picture, options: EditOptions = {}): number {
  return picture.size + (picture.symbols.includes('$') ? characterCount(currencyOf(picture, options)) - 1 : 0);
}

/** Gives the digits that land in the digit positions of a picture, the rest of the value being cut off. */
export function digitsFor(picture: Picture, value: Decimal): string {
  const kept = unitsAt(value, picture.scale) % powerOfTen(picture.digits);
  return (kept < 0n ? -kept : kept).toString().padStart(picture.digits, '0');
}

/** Tells whether digits are all zero. */
export function isAllZeros(digits: string): boolean {
  return !/[1-9]/.test(digits);
}

function currencyOf(picture: Picture, { printedCurrency }: EditOptions): string {
  return printedCurrency ?? picture.currencySymbol;
}

function characterCount(text: string): number {
  return [...text].length;
}

function blankItem(picture: Picture, options: EditOptions): string {
  if (picture.suppressor !== '*') return ' '.repeat(printedSize(picture, options));
  const currencyWidth = characterCount(currencyOf(picture, options));
  return picture.symbols
    .map((symbol) => {
      if (symbol === '.') return picture.decimalPoint;
      return '*'.repeat(symbol === '$' ? currencyWidth : widthOf(symbol));
    })
    .join('');
}

function fillItem(picture: Picture, digits: string, negative: boolean, currency: string): string {
  const { symbols, suppressor } = picture;
  const fill = suppressor === '*' ? '*' : ' ';
  const printed: string[] = [];
  let phase: 'before' | 'suppressing' | 'after' = 'before';
  // The first floating symbol has no digit (P13): it reads one before the first and finds nothing.
  let next = isFloating(suppressor) ? -1 : 0;

  const endSuppression = () => {
    if (phase === 'suppressing' && isFloating(suppressor)) {
      printed[printed.length - 1] = printFixed(suppressor, picture, negative, currency);
    }
    phase = 'after';
  };

  for (const symbol of symbols) {
    if (symbol === suppressor) {
      if (phase === 'before') phase = 'suppressing';
      const digit = digits[next] ?? '0';
      next += 1;
      if (digit !== '0') endSuppression();
      printed.push(phase === 'suppressing' ? fill : digit);
    } else if (symbol === '9') {
      endSuppression();
      printed.push(digits[next] ?? '0');
      next += 1;
    } else {
      if (symbol === '.' || symbol === 'V') endSuppression();
      const hidden = phase === 'suppressing' && widthOf(symbol) > 0;
      printed.push(hidden ? fill : printFixed(symbol, picture, negative, currency));
    }
  }
  return printed.join('');
}

function printFixed(symbol: PictureSymbol, picture: Picture, negative: boolean, currency: string): string {
  switch (symbol) {
    case '+':
      return negative ? '-' : '+';
    case '-':
      return negative ? '-' : ' ';
    case 'CR':
    case 'DB':
      return negative ? symbol : '  ';
    case '$':
      return currency;
    case '.':
      return picture.decimalPoint;
    case ',':
      return picture.decimalPoint === '.' ? ',' : '.';
    case 'B':
      return ' ';
    case '0':
    case '/':
      return symbol;
    default:
      return '';
  }
}
