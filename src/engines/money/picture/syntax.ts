import {
  countDigits,
  isFloating,
  isPoint,
  isSign,
  type PictureError,
  type PictureRule,
  type PictureSymbol,
  type PlacedSymbol,
  type Suppressor,
  suppressorsOf,
} from './symbols.ts';

/** The most digits an unedited numeric item may have (P9). */
export const MAX_UNEDITED_DIGITS = 38;

/** Finds the first rule that a sequence of symbols breaks. */
export function checkSyntax(placed: readonly PlacedSymbol[]): PictureError | undefined {
  const symbols = placed.map(({ symbol }) => symbol);
  const suppressors = suppressorsOf(symbols);
  const shape: Shape = { placed, symbols, suppressors, suppressor: suppressors[0] };
  for (const check of CHECKS) {
    const error = check(shape);
    if (error) return error;
  }
  return undefined;
}

interface Shape {
  readonly placed: readonly PlacedSymbol[];
  readonly symbols: readonly PictureSymbol[];
  readonly suppressors: readonly Suppressor[];
  readonly suppressor: Suppressor | undefined;
}

type Check = (shape: Shape) => PictureError | undefined;

const CHECKS: readonly Check[] = [
  checkSinglePoint,
  checkOperationalSign,
  checkOneSuppressor,
  checkHasDigit,
  checkFixedSign,
  checkFixedCurrency,
  checkScaling,
  checkRuns,
  checkDigitLimit,
];

function checkSinglePoint(shape: Shape): PictureError | undefined {
  const second = placesOf(shape, isPoint)[1];
  if (second === undefined) return undefined;
  return refuse(shape, 'P4', second, 'is a second decimal point; one point or V is legal');
}

function checkOperationalSign(shape: Shape): PictureError | undefined {
  const last = shape.symbols.lastIndexOf('S');
  if (last < 0) return undefined;
  if (last > 0) return refuse(shape, 'P4', last, 'is out of place; one S is legal, as the first symbol');
  const edited = shape.symbols.findIndex(isEditing);
  if (edited < 0) return undefined;
  const legal = 'with S only 9, V and P are legal; an edited picture takes its sign from +, -, CR or DB';
  return refuse(shape, 'P4', edited, `does not go with S; ${legal}`);
}

function checkOneSuppressor(shape: Shape): PictureError | undefined {
  const [first, second] = shape.suppressors;
  if (first === undefined || second === undefined) return undefined;
  const at = Math.max(shape.symbols.indexOf(first), shape.symbols.indexOf(second));
  return refuse(shape, 'P4', at, 'is a second kind of suppression; one of Z, * or a single floating symbol is legal');
}

function checkHasDigit({ symbols, suppressor }: Shape): PictureError | undefined {
  if (countDigits(symbols, suppressor) > 0) return undefined;
  const needed = 'at least one 9, Z or *, or two of the same floating symbol left of the point';
  return { rule: 'P3', message: `The picture holds no digit; it needs ${needed}.` };
}

function checkFixedSign(shape: Shape): PictureError | undefined {
  const { symbols, suppressor } = shape;
  const fixed = placesOf(shape, (symbol) => isSign(symbol) && symbol !== suppressor);
  const last = symbols.length - 1;
  for (const at of fixed) {
    if (at === last) continue;
    if (symbols[at] === 'CR' || symbols[at] === 'DB') {
      return refuse(shape, 'P6', at, 'is out of place; it is legal only at the right end');
    }
    if (at > 0) return refuse(shape, 'P6', at, 'is out of place; a fixed sign is legal as the first or last symbol');
  }
  const extra = isFloating(suppressor) && suppressor !== '$' ? fixed[0] : fixed[1];
  if (extra === undefined) return undefined;
  return refuse(shape, 'P6', extra, 'is a second sign; one of +, -, CR or DB is legal');
}

function checkFixedCurrency(shape: Shape): PictureError | undefined {
  const { symbols, suppressor } = shape;
  if (suppressor === '$') return undefined;
  const [first, second] = placesOf(shape, (symbol) => symbol === '$');
  if (first === undefined) return undefined;
  if (second !== undefined) return refuse(shape, 'P7', second, 'is a second currency symbol; one fixed one is legal');

  const isFixedSign = (at: number) => isSign(symbols[at]) && symbols[at] !== suppressor;
  const last = symbols.length - 1;
  const leading = first === 0 || (first === 1 && isFixedSign(0));
  const trailing = first === last || (first === last - 1 && isFixedSign(last));
  if (leading || trailing) return undefined;
  const legal = 'a fixed currency symbol is legal first, after a first sign, last, or before a last sign';
  return refuse(shape, 'P7', first, `is out of place; ${legal}`);
}

function checkScaling(shape: Shape): PictureError | undefined {
  const { symbols } = shape;
  const first = symbols.indexOf('P');
  if (first < 0) return undefined;
  const last = symbols.lastIndexOf('P');
  const gap = symbols.findIndex((symbol, at) => at > first && at < last && symbol !== 'P');
  if (gap >= 0) return refuse(shape, 'P8', last, 'is apart from the other P; one run of P is legal, at one end');

  const before = symbols.slice(0, first);
  const after = symbols.slice(last + 1);
  const leading = before.every((symbol) => symbol === 'S' || symbol === 'V');
  const trailing = after.every((symbol) => symbol === 'V');
  if (!leading && !trailing) return refuse(shape, 'P8', first, 'is out of place; P is legal at the very start or end');

  const point = symbols.findIndex(isPoint);
  if (symbols[point] === '.' || (point >= 0 && point < first !== leading)) {
    return refuse(shape, 'P8', point, 'does not go with P here; legal are V before leading P and V after trailing P');
  }
  if (leading && point < 0 && shape.suppressor !== undefined) {
    return refuse(shape, 'P8', first, 'needs a V before it here; without V only 9 may follow leading P');
  }
  return undefined;
}

function checkRuns(shape: Shape): PictureError | undefined {
  const { symbols, suppressor } = shape;
  const point = symbols.findIndex(isPoint);
  const isRight = (at: number) => point >= 0 && at > point;
  const firstNine = symbols.indexOf('9');
  const late = symbols.findIndex((symbol, at) => symbol === suppressor && firstNine >= 0 && at > firstNine);
  if (late >= 0) {
    return refuse(shape, 'P5', late, 'follows a 9; suppression and floating run from the left, and 9 ends them');
  }
  const mixed = isRight(firstNine) && symbols.some((symbol, at) => symbol === suppressor && isRight(at));
  if (!mixed) return undefined;
  const legal = 'after the point all digits are suppressed or none';
  return refuse(shape, 'P5', firstNine, `follows suppressed decimals; ${legal}`);
}

function checkDigitLimit({ symbols }: Shape): PictureError | undefined {
  if (isEdited(symbols)) return undefined;
  // Trailing P stands for digits of the value; leading P only for zeros that nobody writes.
  const trailing = symbols.slice(symbols.lastIndexOf('9')).filter((symbol) => symbol === 'P').length;
  const digits = countDigits(symbols, undefined) + trailing;
  if (digits <= MAX_UNEDITED_DIGITS) return undefined;
  const limit = `an unedited numeric item may have at most ${MAX_UNEDITED_DIGITS}`;
  return { rule: 'P9', message: `The picture holds ${digits} digits; ${limit}.` };
}

/** Tells whether any symbol makes the item an edited one. */
export function isEdited(symbols: readonly PictureSymbol[]): boolean {
  return symbols.some(isEditing);
}

function isEditing(symbol: PictureSymbol): boolean {
  return !'S9VP'.includes(symbol);
}

function placesOf({ symbols }: Shape, wanted: (symbol: PictureSymbol) => boolean): readonly number[] {
  return symbols.flatMap((symbol, at) => (wanted(symbol) ? [at] : []));
}

function refuse({ placed }: Shape, rule: PictureRule, at: number, complaint: string): PictureError {
  const culprit = placed[at];
  if (culprit === undefined) return { rule, message: `The picture ${complaint}.` };
  const { symbol, position } = culprit;
  return { rule, message: `${nameOf(symbol)} at position ${position} ${complaint}.`, position };
}

function nameOf(symbol: PictureSymbol): string {
  if (symbol === '$') return 'The currency symbol';
  if (symbol === '.') return 'The decimal point';
  return symbol === ',' ? 'The grouping symbol' : symbol;
}
