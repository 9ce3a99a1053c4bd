import type { Cell } from './picture-cells.ts';

export interface CellWords {
  readonly title: string;
  readonly words: string;
}

/** What made a position of the item what it is. */
export function cellWords(cell: Cell, picture: string): CellWords {
  const title = cell.role[0]?.toUpperCase() + cell.role.slice(1);
  return { title, words: cell.fate === 'blanked' ? blanked(cell, picture) : wordsOf(cell) };
}

function blanked({ slot, character }: Cell, picture: string): string {
  if (character === '*')
    return 'The amount is zero and no 9 wants a digit, so asterisks fill every place but the point.';
  if (slot.symbol === '.' && character !== ' ') return 'The amount is zero. The point stays among the asterisks.';
  return picture.includes('9')
    ? 'BLANK WHEN ZERO, and the amount is zero: the whole item is blank.'
    : 'The amount is zero and no 9 wants a digit, so the whole item is blank.';
}

function wordsOf(cell: Cell): string {
  const { slot, character, fate } = cell;
  switch (cell.role) {
    case 'digit':
      return '9 shows its digit, a leading zero too.';
    case 'zero suppression':
      return fate === 'filled'
        ? 'Z turns a leading zero into a blank.'
        : 'Z shows a digit once a digit other than zero has come.';
    case 'check protection':
      return fate === 'filled'
        ? '* turns a leading zero into an asterisk. Nobody writes a digit in front of that.'
        : '* shows a digit once a digit other than zero has come.';
    case 'floating insertion':
      return floating(cell);
    case 'special insertion':
      return 'The decimal point. The digits of the amount line up with it.';
    case 'simple insertion':
      return simple(cell);
    case 'fixed insertion':
      return fixed(slot.symbol, character);
    case 'assumed point':
      return 'V is where the decimal point is assumed. It takes no place, and none is printed.';
    case 'scaling':
      return 'P moves the decimal point past a digit that the item does not keep. It takes no place.';
    case 'operational sign':
      return 'S says that there is a sign. It takes no place.';
  }
}

function floating({ fate, slot: { symbol }, character }: Cell): string {
  const sign = symbol === '$' ? 'currency sign' : 'sign';
  if (fate === 'filled') return `A leading zero is suppressed, and the ${sign} floats on to the right.`;
  if (fate === 'shown') return `The ${sign} has come to rest further left, so this place shows a digit.`;
  if (symbol === '$') return 'The currency sign floats to the place before the first digit that is shown.';
  return character === ' '
    ? 'The sign came to rest here, before the first digit that is shown. The amount is not negative, so it is a blank.'
    : 'The sign of the amount floats to the place before the first digit that is shown.';
}

function simple({ fate, slot, character }: Cell): string {
  const mark = NAMES[slot.spelled.toUpperCase()] ?? 'a mark';
  if (fate === 'shown') return `${slot.spelled} inserts ${mark}.`;
  const because = `Only suppressed zeros stand before ${mark.replace(/^an? /, 'this ')}`;
  if (fate === 'landed') return `${because}, so the floating sign came to rest in its place.`;
  return `${because}, so ${character === '*' ? 'an asterisk' : 'a blank'} takes its place.`;
}

const NAMES: Readonly<Record<string, string>> = {
  ',': 'a comma',
  '.': 'a point',
  B: 'a blank',
  '0': 'a zero',
  '/': 'a slash',
};

function fixed(symbol: string, character: string): string {
  if (symbol === '$') return 'One currency symbol stands still: the sign is printed here whatever the amount.';
  if (symbol === '+') return '+ prints the sign of the amount: + or -.';
  if (symbol === '-')
    return `- prints a minus for a negative amount and a blank for others${character === ' ' ? ', as here' : ''}.`;
  return `${symbol} is printed for a negative amount. For others there are two blanks${character === ' ' ? ', as here' : ''}.`;
}
