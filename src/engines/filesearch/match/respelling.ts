import { prepare } from './query.ts';
import { wordsOfName } from './word-edges.ts';

const LONGEST = 60;
// Account and card numbers, which people write in groups of four.
const LONG_NUMBER = /^(?=(?:[A-Z]*\d){10})[A-Z\d]{12,34}$/i;
const REFERENCE = /^([A-Z]{1,5})((?:19|20)\d\d(?=\d\d))?(\d{4,})$/i;
const AMOUNT = /^(\d{1,3}(?:[.,' ]?\d{3})+|\d{4,})(?:[.,](\d\d))?$/;

/** Other ways to write a query: a name out of a program as its words, and the number that it is with other signs between its digits. */
export function respelled(text: string): string[] {
  const bare = text.trim();
  if (bare.length > LONGEST) return [];
  const numbers = LONG_NUMBER.test(bare)
    ? [bare.replace(/.{4}(?=.)/g, '$& ')]
    : [...references(bare), ...amounts(bare)];
  if (numbers.length > 0) return numbers.filter((other) => other !== bare).map((other) => `"${other}"`);
  const words = prepare(bare)?.isIdentifier ? wordsOfName(bare) : [];
  return words.length > 1 ? [words.join(' ')] : [];
}

function references(bare: string): string[] {
  const [, letters, year, number] = REFERENCE.exec(bare) ?? [];
  if (letters === undefined) return [];
  if (year !== undefined) return ['-', '/'].map((sign) => [letters, year, number].join(sign));
  return ['-', ' '].map((sign) => letters + sign + number);
}

function amounts(bare: string): string[] {
  const [, whole = '', cents] = AMOUNT.exec(bare) ?? [];
  const digits = whole.replace(/\D/g, '');
  if (cents === undefined && digits.length < 5) return [];
  const parted = (sign: string) => digits.replace(/\d(?=(?:\d{3})+$)/g, `$&${sign}`);
  if (cents === undefined) return [digits, parted(','), parted('.')];
  return [`${digits}.${cents}`, `${digits},${cents}`, `${parted(',')}.${cents}`, `${parted('.')},${cents}`];
}
