import { type PictureSymbol, type Slot, type Spelling, slotsOf, suppressorOf, widthOf } from './picture-slots.ts';

/** The kinds of editing, by the names that the COBOL standard gives them. */
export type Role =
  | 'digit'
  | 'zero suppression'
  | 'check protection'
  | 'floating insertion'
  | 'fixed insertion'
  | 'simple insertion'
  | 'special insertion'
  | 'scaling'
  | 'assumed point'
  | 'operational sign';

/** What became of a symbol. A filler stands for what was suppressed; a zero can blank the item as a whole. */
export type Fate = 'shown' | 'filled' | 'landed' | 'blanked' | 'no cell';

/** A character position of the item and the symbol that made it. Symbols without a position have no character. */
export interface Cell {
  readonly slot: Slot;
  readonly character: string;
  readonly role: Role;
  readonly fate: Fate;
  /** Counted from 1; 0 for a symbol without a position. */
  readonly position: number;
}

/** Which symbol of an accepted picture made which character of its item; undefined when the two do not fit each other. */
export function cellsOf(picture: string, item: string, spelling: Spelling): Cell[] | undefined {
  const slots = slotsOf(picture, spelling);
  if (slots === undefined) return undefined;
  const suppressor = suppressorOf(slots);
  const edited = { slots, suppressor, characters: [...item], signWidth: [...spelling.currencySign].length };
  // Whatever is not blanked shows at least one digit.
  const isBlank = !/[0-9]/.test(item);
  const start = slots.findIndex(({ symbol }) => symbol === suppressor);
  const end = isBlank || start < 0 ? start : endOfSuppression(edited, start);
  const landing = isFloating(suppressor) ? lastWithCell(slots, end) : -1;
  const widths = widthsOf(edited, landing);
  if (sumOf(widths) !== edited.characters.length) return undefined;

  let position = 0;
  return slots.flatMap((slot, at): Cell[] => {
    const role = roleOf(slot.symbol, suppressor);
    const width = widths[at] ?? 0;
    if (width === 0) return [{ slot, character: '', role, fate: 'no cell', position: 0 }];
    const isInside = at >= start && at < end;
    const fate = isBlank ? 'blanked' : !isInside ? 'shown' : at === landing ? 'landed' : 'filled';
    return Array.from({ length: width }, () => {
      const character = edited.characters[position] ?? '';
      return { slot, character, role, fate, position: ++position };
    });
  });
}

interface Edited {
  readonly slots: readonly Slot[];
  readonly suppressor: PictureSymbol | undefined;
  readonly characters: readonly string[];
  readonly signWidth: number;
}

/** The first slot from which on nothing is suppressed: a 9, the point, or a digit that is no leading zero. */
function endOfSuppression(edited: Edited, start: number): number {
  const { slots, suppressor, characters } = edited;
  for (let at = start; at < slots.length; at++) {
    const symbol = slots[at]?.symbol;
    if (symbol === '9' || symbol === '.' || symbol === 'V') return at;
    // If it ended here, everything before would be as wide as this says, and here would be a digit.
    const before = sumOf(widthsOf(edited, isFloating(suppressor) ? lastWithCell(slots, at) : -1).slice(0, at));
    if (symbol === suppressor && /[0-9]/.test(characters[before] ?? '')) return at;
  }
  return slots.length;
}

function lastWithCell(slots: readonly Slot[], end: number): number {
  for (let at = end - 1; at >= 0; at--) if (widthOf(slots[at]?.symbol ?? 'V') > 0) return at;
  return -1;
}

/** A sign of several characters makes the item longer: where it stands, or where it has floated to. */
function widthsOf({ slots, suppressor, signWidth }: Edited, landing: number): number[] {
  const fixed = slots.findIndex(({ symbol }) => symbol === '$');
  const place = suppressor === '$' && landing >= 0 ? landing : fixed;
  return slots.map(({ symbol }, at) => (at === place ? signWidth : widthOf(symbol)));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function isFloating(symbol: PictureSymbol | undefined): boolean {
  return symbol === '$' || symbol === '+' || symbol === '-';
}

function roleOf(symbol: PictureSymbol, suppressor: PictureSymbol | undefined): Role {
  return symbol === suppressor && isFloating(symbol) ? 'floating insertion' : ROLES[symbol];
}

const ROLES: Readonly<Record<PictureSymbol, Role>> = {
  '9': 'digit',
  Z: 'zero suppression',
  '*': 'check protection',
  '.': 'special insertion',
  ',': 'simple insertion',
  B: 'simple insertion',
  '0': 'simple insertion',
  '/': 'simple insertion',
  $: 'fixed insertion',
  '+': 'fixed insertion',
  '-': 'fixed insertion',
  CR: 'fixed insertion',
  DB: 'fixed insertion',
  V: 'assumed point',
  P: 'scaling',
  S: 'operational sign',
};
