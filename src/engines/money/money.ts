/** How a currency is written: its printed sign and the edited PICTURE that is fitted to each amount. */
export interface MoneyStyle {
  readonly sign: string;
  readonly picture: string;
  readonly decimalComma: boolean;
}

export const NEGATIVE_STYLES = ['minus', 'trailing', 'CR', 'DB', 'parentheses', 'protect'] as const;
export type NegativeStyle = (typeof NEGATIVE_STYLES)[number];

/** DATA DIVISION. WORKING-STORAGE SECTION. The pictures below do all the formatting there is. */
const COMMAS = '$$$,$$$,$$$,$$9.99';
const COMMAS_NO_DECIMALS = '$$$,$$$,$$$,$$9';
const COMMAS_THREE_DECIMALS = '$$$,$$$,$$$,$$9.999';
const LAKHS = '$$,$$,$$,$$,$$9.99';
const BLANKS = '$$$B$$$B$$$B$$9.99';
const POINTS = '$$$.$$$.$$$.$$9,99';
const POINTS_NO_DECIMALS = '$$$.$$$.$$$.$$9';
const POINTS_SIGN_LAST = 'ZZZ.ZZZ.ZZZ.ZZ9,99B$';
const BLANKS_SIGN_LAST = 'ZZZBZZZBZZZBZZ9,99B$';

const point = (sign: string, picture: string): MoneyStyle => ({ sign, picture, decimalComma: false });
const comma = (sign: string, picture: string): MoneyStyle => ({ sign, picture, decimalComma: true });

const STYLES: Readonly<Record<string, MoneyStyle>> = {
  USD: point('$', COMMAS),
  EUR: comma('€', POINTS_SIGN_LAST),
  GBP: point('£', COMMAS),
  JPY: point('¥', COMMAS_NO_DECIMALS),
  INR: point('₹', LAKHS),
  CHF: point('CHF ', BLANKS),
  KWD: point('KWD ', COMMAS_THREE_DECIMALS),
  AED: point('AED ', COMMAS),
  ARS: comma('$ ', POINTS),
  AUD: point('A$', COMMAS),
  BHD: point('BHD ', COMMAS_THREE_DECIMALS),
  BRL: comma('R$ ', POINTS),
  CAD: point('CA$', COMMAS),
  CLP: comma('$', POINTS_NO_DECIMALS),
  CNY: point('CN¥', COMMAS),
  CZK: comma('Kč', BLANKS_SIGN_LAST),
  DKK: comma('kr.', POINTS_SIGN_LAST),
  HKD: point('HK$', COMMAS),
  ILS: point('₪', COMMAS),
  ISK: comma('kr. ', POINTS_NO_DECIMALS),
  JOD: point('JOD ', COMMAS_THREE_DECIMALS),
  KRW: point('₩', COMMAS_NO_DECIMALS),
  MXN: point('MX$', COMMAS),
  NOK: comma('kr', BLANKS_SIGN_LAST),
  NZD: point('NZ$', COMMAS),
  OMR: point('OMR ', COMMAS_THREE_DECIMALS),
  PLN: comma('zł', BLANKS_SIGN_LAST),
  SAR: point('SAR ', COMMAS),
  SEK: comma('kr', BLANKS_SIGN_LAST),
  SGD: point('S$', COMMAS),
  THB: point('฿', COMMAS),
  TND: point('TND ', COMMAS_THREE_DECIMALS),
  TRY: comma('₺', POINTS),
  VND: comma('₫ ', POINTS_NO_DECIMALS),
  ZAR: point('R ', BLANKS),
};

export const CURRENCIES = Object.keys(STYLES);

/** The way a currency is written, by its ISO 4217 code in any case. */
export function moneyStyle(code: string): MoneyStyle | undefined {
  return /^[a-z]{3}$/i.test(code) ? STYLES[code.toUpperCase()] : undefined;
}

/** Swaps points and commas, as DECIMAL-POINT IS COMMA does. */
export function swapPointAndComma(picture: string): string {
  return picture.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
}

/** How many decimals a fitted picture keeps. */
export function decimalsOf({ picture, decimalComma }: MoneyStyle): number {
  const at = picture.indexOf(decimalComma ? ',' : '.', picture.indexOf('9'));
  return at < 0 ? 0 : picture.slice(at).replace(/[^9]/g, '').length;
}

/** The style's picture, cut or widened to exactly this many integer digits, with a place for the sign. */
export function fitPicture(template: string, digits: number, negative: NegativeStyle, belowZero: boolean): string {
  const body = negative === 'protect' ? protect(template, digits) : fit(template, digits);
  switch (negative) {
    case 'minus':
      return belowZero ? `-${body}` : body;
    case 'parentheses':
      return body;
    case 'CR':
    case 'DB':
      return body + negative;
    case 'trailing':
    case 'protect':
      return `${body}-`;
  }
}

/** A floating sign needs one place more than there are digits, and no separator behind that place. */
function fit(template: string, digits: number): string {
  const unit = template.indexOf('9');
  const floating = template.startsWith('$');
  const head = widen(template.slice(0, unit), floating ? digits : digits - 1);
  return head.replace(/^\$[^$]/, '$') + template.slice(unit);
}

const CHEQUE_DIGITS = 9;

/** Asterisks in front of the number, so that nobody can write a digit there. */
function protect(template: string, digits: number): string {
  const unit = template.indexOf('9');
  const currency = template.startsWith('$') ? '$' : '';
  const head = widen(template.slice(0, unit), Math.max(digits, CHEQUE_DIGITS) - 1);
  return currency + head.replace(/[$Z]/g, '*') + template.slice(unit);
}

/** Repeats or cuts the groups on the left until the head has this many symbols besides its separators. */
function widen(head: string, symbols: number): string {
  const group = /^[$Z]+[^$Z]/.exec(head)?.[0] ?? head;
  let wide = head;
  while (symbolCount(wide) < symbols) wide = group + wide;
  let start = wide.length;
  for (let left = symbols; left > 0; start--) if (/[$Z]/.test(wide[start - 1] ?? '')) left--;
  return wide.slice(start);
}

function symbolCount(head: string): number {
  return head.replace(/[^$Z]/g, '').length;
}
