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

/** A symbol of a picture, with its repeat counts written out. */
export interface Slot {
  readonly symbol: PictureSymbol;
  /** As the picture spells it. */
  readonly spelled: string;
  /** Where in the picture's text, counted from 0. */
  readonly at: number;
}

export interface Spelling {
  /** What is printed for currency; a picture without $ may spell its currency with it. */
  readonly currencySign: string;
  readonly decimalComma: boolean;
}

const PLAIN = '9Z*SVPB0/+-';
/** No picture makes a longer item. */
const MOST_SLOTS = 1000;

/** The symbols of a picture that the tool has accepted; undefined for what cannot be one. */
export function slotsOf(picture: string, spelling: Spelling): Slot[] | undefined {
  const currency = upperCase(currencySymbolOf(picture, spelling.currencySign));
  const text = upperCase(picture);
  const slots: Slot[] = [];
  for (let at = 0; at < text.length; ) {
    const symbol = symbolAt(text, at, currency, spelling.decimalComma);
    if (symbol === undefined) return undefined;
    const end = at + symbol.length;
    const [repeat = '', digits = '1'] = /^\((\d+)\)/.exec(text.slice(end)) ?? [];
    if (slots.length + Number(digits) > MOST_SLOTS) return undefined;
    const spelled = picture.slice(at, end);
    for (let copy = 0; copy < Number(digits); copy++) slots.push({ symbol, spelled, at });
    at = end + repeat.length;
  }
  return slots;
}

function symbolAt(text: string, at: number, currency: string, decimalComma: boolean): PictureSymbol | undefined {
  if (text.startsWith('CR', at)) return 'CR';
  if (text.startsWith('DB', at)) return 'DB';
  const character = text.charAt(at);
  if (character === currency) return '$';
  if (character === '.') return decimalComma ? ',' : '.';
  if (character === ',') return decimalComma ? '.' : ',';
  return PLAIN.includes(character) ? (character as PictureSymbol) : undefined;
}

/** CURRENCY SIGN IS: one character, without another meaning, that stands in the picture itself. */
function currencySymbolOf(picture: string, sign: string): string {
  const isUsed = !picture.includes('$') && upperCase(picture).includes(upperCase(sign));
  return isUsed && /^[!-~]$/.test(sign) && !/[0-9ABCDEGLNPRSUVXZ*+\-,.;()"'/= ]/i.test(sign) ? sign : '$';
}

/** ASCII only: full case mapping would make PICTURE letters of some strangers. */
function upperCase(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** How many characters of the item a symbol makes, with a currency sign of one. */
export function widthOf(symbol: PictureSymbol): number {
  if (symbol === 'CR' || symbol === 'DB') return 2;
  return symbol === 'S' || symbol === 'V' || symbol === 'P' ? 0 : 1;
}

/** The one symbol that gives way to leading zeros, if there is one. */
export function suppressorOf(slots: readonly Slot[]): PictureSymbol | undefined {
  const symbols = slots.map(({ symbol }) => symbol);
  if (symbols.includes('Z')) return 'Z';
  if (symbols.includes('*')) return '*';
  const digitOrPoint = symbols.findIndex((symbol) => '9.V'.includes(symbol));
  const head = digitOrPoint < 0 ? symbols : symbols.slice(0, digitOrPoint);
  return (['$', '+', '-'] as const).find((sign) => head.indexOf(sign) !== head.lastIndexOf(sign));
}
