/** An exact decimal number: coefficient × 10^-scale, with scale >= 0. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly scale: number;
}

/** The most digits a parsed number may need in plain notation, so that an exponent cannot exhaust memory. */
export const MAX_PLAIN_DIGITS = 1000;

/** Reads text that follows the JSON number grammar exactly, at a cost linear in its length. */
export function parseDecimal(text: string): Decimal | 'not-numeric' | 'too-large' {
  const parts = splitJsonNumber(text);
  if (parts === undefined) return 'not-numeric';

  const digits = parts.integer + parts.fraction;
  const first = firstNonZero(digits);
  if (first === digits.length) return { coefficient: 0n, scale: 0 };

  const end = lastNonZero(digits) + 1;
  const point = parts.integer.length + parts.exponent;
  const scale = Math.max(0, end - point);
  if (Math.max(1, point - first) + scale > MAX_PLAIN_DIGITS) return 'too-large';

  const magnitude = BigInt(digits.slice(first, end)) * powerOfTen(Math.max(0, point - end));
  return { coefficient: parts.negative ? -magnitude : magnitude, scale };
}

/** Adds two decimals exactly. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { coefficient: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

/** Writes a decimal in plain notation without exponent, trailing fraction zeros or negative zero. */
export function decimalToText(value: Decimal): string {
  const digits = absolute(value)
    .coefficient.toString()
    .padStart(value.scale + 1, '0');
  const point = digits.length - value.scale;
  const fraction = digits.slice(point, Math.max(point, lastNonZero(digits) + 1));
  return `${isNegative(value) ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Tells whether a decimal is zero. */
export function isZero(value: Decimal): boolean {
  return value.coefficient === 0n;
}

/** Tells whether a decimal is below zero. */
export function isNegative(value: Decimal): boolean {
  return value.coefficient < 0n;
}

/** Drops the sign of a decimal. */
export function absolute(value: Decimal): Decimal {
  return isNegative(value) ? { coefficient: -value.coefficient, scale: value.scale } : value;
}

/** Counts the digits left of the point; minus n says that the first n decimals are zero too, and zero counts 0. */
export function integerDigitCount(value: Decimal): number {
  return isZero(value) ? 0 : absolute(value).coefficient.toString().length - value.scale;
}

/** Gives the value in units of 10^-scale, cut toward zero; a negative scale counts in tens, hundreds and so on. */
export function unitsAt(value: Decimal, scale: number): bigint {
  return scale < value.scale
    ? value.coefficient / powerOfTen(value.scale - scale)
    : value.coefficient * powerOfTen(scale - value.scale);
}

/** Builds the decimal that has the given number of units of 10^-scale, where scale may be negative. */
export function fromUnits(units: bigint, scale: number): Decimal {
  return scale < 0 ? { coefficient: units * powerOfTen(-scale), scale: 0 } : { coefficient: units, scale };
}

/** Ten to a power that is not negative. */
export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

interface NumberParts {
  readonly negative: boolean;
  readonly integer: string;
  readonly fraction: string;
  /** Infinite when the text says more than a double can hold, which the digit limit then refuses. */
  readonly exponent: number;
}

// A scanner, because a regular expression keeps a backtracking entry for each digit and megabytes would overflow it.
function splitJsonNumber(text: string): NumberParts | undefined {
  const negative = text.startsWith('-');
  const start = negative ? 1 : 0;
  let at = endOfDigits(text, start);
  const integer = text.slice(start, at);
  if (integer === '' || (integer.length > 1 && integer.startsWith('0'))) return undefined;

  let fraction = '';
  if (text[at] === '.') {
    const end = endOfDigits(text, at + 1);
    fraction = text.slice(at + 1, end);
    if (fraction === '') return undefined;
    at = end;
  }

  let exponent = 0;
  if (text[at] === 'e' || text[at] === 'E') {
    const digitsAt = text[at + 1] === '+' || text[at + 1] === '-' ? at + 2 : at + 1;
    const end = endOfDigits(text, digitsAt);
    if (end === digitsAt) return undefined;
    exponent = Number(text.slice(at + 1, end));
    at = end;
  }
  return at === text.length ? { negative, integer, fraction, exponent } : undefined;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (isDigitCode(text.charCodeAt(at))) at += 1;
  return at;
}

function isDigitCode(code: number): boolean {
  return code >= 48 && code <= 57;
}

function firstNonZero(digits: string): number {
  let at = 0;
  while (digits[at] === '0') at += 1;
  return at;
}

function lastNonZero(digits: string): number {
  let at = digits.length - 1;
  while (digits[at] === '0') at -= 1;
  return at;
}
