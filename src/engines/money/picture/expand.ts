import type { PictureError, PictureSymbol, PlacedSymbol } from './symbols.ts';

/** The most symbols a picture may have once its repeat counts are written out, and the longest text it may have. */
export const MAX_PICTURE_LENGTH = 1000;

export interface Spelling {
  readonly currencySymbol: string;
  readonly decimalPointIsComma: boolean;
}

export type Expanded =
  | { readonly ok: true; readonly symbols: readonly PlacedSymbol[] }
  | { readonly ok: false; readonly error: PictureError };

/** Writes out the repeat counts of a picture and translates its characters into symbols. */
export function expandPicture(text: string, spelling: Spelling): Expanded {
  const badLength = checkLength(text);
  if (badLength) return { ok: false, error: badLength };
  const upper = upperCaseAscii(text);
  const alphabet = alphabetFor(spelling);
  const symbols: PlacedSymbol[] = [];
  let at = 0;
  while (at < upper.length) {
    const position = at + 1;
    const symbol = symbolAt(upper, at, alphabet);
    if (symbol === undefined) return { ok: false, error: explainCharacter(upper, at, spelling) };
    const repeat = repeatAt(upper, at + symbol.length);
    if ('rule' in repeat) return { ok: false, error: repeat };
    if (symbols.length + repeat.count > MAX_PICTURE_LENGTH) {
      const message = `At position ${position} the picture grows past ${MAX_PICTURE_LENGTH} symbols; shorten it.`;
      return { ok: false, error: { rule: 'length-limit', message, position } };
    }
    for (let copy = 0; copy < repeat.count; copy += 1) symbols.push({ symbol, position });
    at = repeat.end;
  }
  return { ok: true, symbols };
}

/** Upper-cases a to z only, since full Unicode case mapping turns some strangers into PICTURE letters. */
export function upperCaseAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

function checkLength(text: string): PictureError | undefined {
  if (text === '')
    return { rule: 'P3', message: 'The picture is empty; it needs at least one digit symbol, such as 9.' };
  if (text.length <= MAX_PICTURE_LENGTH) return undefined;
  const message = `The picture has ${text.length} characters; at most ${MAX_PICTURE_LENGTH} are handled.`;
  return { rule: 'length-limit', message };
}

function alphabetFor({ currencySymbol, decimalPointIsComma }: Spelling): ReadonlyMap<string, PictureSymbol> {
  const plain = (['9', 'Z', '*', 'S', 'V', 'P', 'B', '0', '/', '+', '-'] as const).map(
    (symbol): [string, PictureSymbol] => [symbol, symbol],
  );
  return new Map<string, PictureSymbol>([
    ...plain,
    ['.', decimalPointIsComma ? ',' : '.'],
    [',', decimalPointIsComma ? '.' : ','],
    [upperCaseAscii(currencySymbol), '$'],
  ]);
}

function symbolAt(upper: string, at: number, alphabet: ReadonlyMap<string, PictureSymbol>): PictureSymbol | undefined {
  if (upper.startsWith('CR', at)) return 'CR';
  if (upper.startsWith('DB', at)) return 'DB';
  return alphabet.get(upper.charAt(at));
}

function repeatAt(upper: string, at: number): { readonly count: number; readonly end: number } | PictureError {
  if (upper[at] !== '(') return { count: 1, end: at };
  const position = at + 1;
  const close = upper.indexOf(')', at);
  if (close < 0) {
    return { rule: 'P1', message: `The parenthesis at position ${position} is never closed; write 9(5).`, position };
  }
  const digits = upper.slice(at + 1, close);
  const count = /^\d+$/.test(digits) ? Number(digits) : 0;
  if (count > 0) return { count, end: close + 1 };
  const message = `The parentheses at position ${position} must hold a whole number from 1 up, as in 9(5).`;
  return { rule: 'P1', message, position };
}

function explainCharacter(upper: string, at: number, { currencySymbol }: Spelling): PictureError {
  const position = at + 1;
  const character = String.fromCodePoint(upper.codePointAt(at) ?? 0);
  if ('AXNGULE1'.includes(character)) {
    const kind = `${character} at position ${position} makes this a picture of text, bits or floating point`;
    return {
      rule: 'numeric-only',
      message: `${kind}; only numeric and numeric-edited pictures are handled.`,
      position,
    };
  }
  if (character === '(' || character === ')') {
    const message = `The parenthesis at position ${position} repeats nothing; put it after a symbol, as in 9(5).`;
    return { rule: 'P1', message, position };
  }
  if (character === 'C' || character === 'D') {
    const pair = character === 'C' ? 'CR' : 'DB';
    return { rule: 'P1', message: `${character} at position ${position} is only legal in the pair ${pair}.`, position };
  }
  const legal = `9 Z * S V P . , B 0 / + - CR DB, ${currencySymbol} for currency, and (n) to repeat`;
  const complaint = `The character ${JSON.stringify(character)} at position ${position} is not a PICTURE symbol`;
  return { rule: 'P1', message: `${complaint}; legal are ${legal}.`, position };
}
