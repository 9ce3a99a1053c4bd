/** PICTURE symbols in one spelling: '.' is the decimal point, ',' the other one, '$' whatever stands for currency. */
export type PictureSymbol =
  | '9'
  | 'Z'
  | '*'
  | 'S'
  | 'V'
  | 'P'
  | '.'
  | ','
  | 'B'
  | '0'
  | '/'
  | '+'
  | '-'
  | '$'
  | 'CR'
  | 'DB';

/** A symbol and the place, counted from 1, where the picture text spells it. */
export interface PlacedSymbol {
  readonly symbol: PictureSymbol;
  readonly position: number;
}

/** The one symbol of a picture that gives way to leading zeros. */
export type Suppressor = 'Z' | '*' | Floating;
export type Floating = '$' | '+' | '-';

/** The rule a refused picture breaks, by its number in the COBOL specification, or what this engine does not do. */
export type PictureRule =
  | 'P1'
  | 'P3'
  | 'P4'
  | 'P5'
  | 'P6'
  | 'P7'
  | 'P8'
  | 'P9'
  | 'P10'
  | 'P28'
  | 'numeric-only'
  | 'length-limit';

export interface PictureError {
  readonly rule: PictureRule;
  /** What is wrong, where, and what is legal instead. */
  readonly message: string;
  /** Where in the picture text, counted from 1; absent when no single place is to blame. */
  readonly position?: number;
}

/** Tells whether a symbol can float, that is, move right to meet the first digit. */
export function isFloating(symbol: PictureSymbol | undefined): symbol is Floating {
  return symbol === '$' || symbol === '+' || symbol === '-';
}

/** Tells whether a symbol shows the sign in an edited item. */
export function isSign(symbol: PictureSymbol | undefined): boolean {
  return symbol === '+' || symbol === '-' || symbol === 'CR' || symbol === 'DB';
}

/** Tells whether a symbol marks the decimal point, printed or assumed. */
export function isPoint(symbol: PictureSymbol | undefined): boolean {
  return symbol === '.' || symbol === 'V';
}

/** Counts the characters a symbol takes in the item (P2). */
export function widthOf(symbol: PictureSymbol): number {
  if (symbol === 'CR' || symbol === 'DB') return 2;
  return symbol === 'S' || symbol === 'V' || symbol === 'P' ? 0 : 1;
}

/** Lists every symbol that suppresses zeros or floats; a legal picture has at most one. */
export function suppressorsOf(symbols: readonly PictureSymbol[]): readonly Suppressor[] {
  const digitOrPoint = symbols.findIndex((symbol) => '9Z*.V'.includes(symbol));
  const head = digitOrPoint < 0 ? symbols : symbols.slice(0, digitOrPoint);
  const floats = (['$', '+', '-'] as const).filter((sign) => head.indexOf(sign) !== head.lastIndexOf(sign));
  return [...(['Z', '*'] as const).filter((symbol) => symbols.includes(symbol)), ...floats];
}

/** Tells whether a symbol keeps a place for a digit; the first floating one does not, though it looks the same. */
export function holdsDigit(symbol: PictureSymbol, suppressor: Suppressor | undefined): boolean {
  return symbol === '9' || symbol === suppressor;
}

/** Counts the digits the symbols hold; the first floating symbol only makes room for the sign (P13). */
export function countDigits(symbols: readonly PictureSymbol[], suppressor: Suppressor | undefined): number {
  const places = symbols.filter((symbol) => holdsDigit(symbol, suppressor)).length;
  return isFloating(suppressor) ? places - 1 : places;
}
