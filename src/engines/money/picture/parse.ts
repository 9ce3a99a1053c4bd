import { checkCurrencySymbol } from './currency.ts';
import { expandPicture } from './expand.ts';
import {
  countDigits,
  holdsDigit,
  isPoint,
  isSign,
  type PictureError,
  type PictureSymbol,
  type Suppressor,
  suppressorsOf,
  widthOf,
} from './symbols.ts';
import { checkSyntax, isEdited } from './syntax.ts';

export interface PictureOptions {
  /** DECIMAL-POINT IS COMMA: point and comma swap roles. */
  readonly decimalPointIsComma?: boolean;
  /** The character that stands for currency in the picture (default: `$`). */
  readonly currencySymbol?: string;
  /** BLANK WHEN ZERO: a zero value is shown as spaces. */
  readonly blankWhenZero?: boolean;
}

/** A checked picture with everything editing needs, worked out once. */
export interface Picture {
  readonly text: string;
  readonly symbols: readonly PictureSymbol[];
  readonly category: 'numeric' | 'numeric-edited';
  /** Characters in the item, with a currency sign of one character. */
  readonly size: number;
  /** Digit positions. */
  readonly digits: number;
  /** The last digit counts 10^-scale; negative with trailing P. */
  readonly scale: number;
  /** Digits the item can hold left of the point, implied zeros of trailing P included. */
  readonly integerDigits: number;
  /** Digits the item can hold right of the point, implied zeros of leading P included. */
  readonly fractionDigits: number;
  readonly signed: boolean;
  /** The symbol that gives way to leading zeros, if any. */
  readonly suppressor: Suppressor | undefined;
  /** No digit position is a 9, so that a zero leaves nothing to show (P21). */
  readonly fullySuppressed: boolean;
  readonly blankWhenZero: boolean;
  readonly currencySymbol: string;
  readonly decimalPoint: '.' | ',';
}

export type ParsedPicture =
  | { readonly ok: true; readonly picture: Picture }
  | { readonly ok: false; readonly error: PictureError };

/** Reads and checks a numeric or numeric-edited PICTURE character-string. */
export function parsePicture(text: string, options: PictureOptions = {}): ParsedPicture {
  const { decimalPointIsComma = false, currencySymbol = '$', blankWhenZero = false } = options;
  const badCurrency = checkCurrencySymbol(currencySymbol);
  if (badCurrency) return { ok: false, error: badCurrency };
  const expanded = expandPicture(text, { decimalPointIsComma, currencySymbol });
  if (!expanded.ok) return expanded;
  const symbols = expanded.symbols.map(({ symbol }) => symbol);
  const error = checkSyntax(expanded.symbols) ?? (blankWhenZero ? checkBlankWhenZero(symbols) : undefined);
  if (error) return { ok: false, error };

  const suppressor = suppressorsOf(symbols)[0];
  const digits = countDigits(symbols, suppressor);
  const scale = scaleOf(symbols, suppressor);
  const picture: Picture = {
    text,
    symbols,
    category: blankWhenZero || isEdited(symbols) ? 'numeric-edited' : 'numeric',
    size: symbols.reduce((size, symbol) => size + widthOf(symbol), 0),
    digits,
    scale,
    integerDigits: Math.max(0, digits - scale),
    fractionDigits: Math.max(0, scale),
    signed: symbols.some((symbol) => symbol === 'S' || isSign(symbol)),
    suppressor,
    fullySuppressed: suppressor !== undefined && !symbols.includes('9'),
    blankWhenZero,
    currencySymbol,
    decimalPoint: decimalPointIsComma ? ',' : '.',
  };
  return { ok: true, picture };
}

function checkBlankWhenZero(symbols: readonly PictureSymbol[]): PictureError | undefined {
  const clash = symbols.find((symbol) => symbol === '*' || symbol === 'S');
  if (clash === undefined) return undefined;
  return {
    rule: 'P10',
    message: `BLANK WHEN ZERO is not legal with ${clash}; use Z, 9 or a floating symbol and an edited sign.`,
  };
}

function scaleOf(symbols: readonly PictureSymbol[], suppressor: Suppressor | undefined): number {
  const scaling = symbols.filter((symbol) => symbol === 'P').length;
  const digitAt = symbols.findIndex((symbol) => holdsDigit(symbol, suppressor));
  if (scaling > 0) return symbols.indexOf('P') < digitAt ? scaling + countDigits(symbols, suppressor) : -scaling;

  const point = symbols.findIndex(isPoint);
  const fraction = point < 0 ? [] : symbols.slice(point + 1);
  return fraction.filter((symbol) => holdsDigit(symbol, suppressor)).length;
}
