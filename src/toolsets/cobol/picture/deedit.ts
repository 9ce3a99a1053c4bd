import { type Decimal, fromUnits } from '../decimal.ts';
import { type EditOptions, editDecimal, printedSize } from './edit.ts';
import type { Picture } from './parse.ts';
import { holdsDigit, isFloating, widthOf } from './symbols.ts';

/** Gives back the number behind an edited item, or undefined when the picture cannot produce that text. */
export function deEdit(picture: Picture, text: string, options: EditOptions = {}): Decimal | undefined {
  const size = printedSize(picture, options);
  // A character takes at most two code units, so longer text is refused before it is taken apart.
  if (text.length > 2 * size) return undefined;
  const characters = [...text];
  if (characters.length !== size) return undefined;

  const units = BigInt(digitsIn(picture, characters));
  const candidates = units === 0n || !picture.signed ? [units] : [units, -units];
  // Editing the candidate again checks every fill, sign and insertion character at once.
  return candidates
    .map((candidate) => fromUnits(candidate, picture.scale))
    .find((candidate) => editDecimal(picture, candidate, options) === text);
}

function digitsIn(picture: Picture, characters: readonly string[]): string {
  const { symbols, suppressor } = picture;
  const digitPlaces: number[] = [];
  let place = 0;
  for (const symbol of symbols) {
    if (holdsDigit(symbol, suppressor)) digitPlaces.push(place);
    place += widthOf(symbol);
  }
  if (isFloating(suppressor)) digitPlaces.shift();

  const currencyLeads = symbols.indexOf('$') < symbols.findIndex((symbol) => holdsDigit(symbol, suppressor));
  const shift = suppressor === '$' || currencyLeads ? characters.length - picture.size : 0;
  return digitPlaces.map((at) => asDigit(characters[at + shift])).join('');
}

function asDigit(character: string | undefined): string {
  return character !== undefined && /^[0-9]$/.test(character) ? character : '0';
}
