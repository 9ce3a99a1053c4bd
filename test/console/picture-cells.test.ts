import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, cellsOf } from '../../src/console/pages/money/picture-cells.ts';
import type { Decimal } from '../../src/engines/money/decimal.ts';
import { checkCurrencySymbol } from '../../src/engines/money/picture/currency.ts';
import { editDecimal } from '../../src/engines/money/picture/edit.ts';
import { parsePicture } from '../../src/engines/money/picture/parse.ts';
import { anyPictureText } from '../../src/engines/money/picture/testing/pictures.ts';
import { anyDecimal, read } from '../../src/engines/money/testing/decimals.ts';
import { readPictureRows, readSyntaxRows } from '../../src/engines/money/testing/vectors.ts';

/** The item that the engine makes, and the cells that the page explains it by. */
function edit(text: string, value: Decimal, { sign = '$', decimalComma = false, blankWhenZero = false } = {}) {
  const isOwn = !text.includes('$') && text.toUpperCase().includes(sign.toUpperCase());
  const currencySymbol = isOwn && checkCurrencySymbol(sign) === undefined ? sign : '$';
  const parsed = parsePicture(text, { decimalPointIsComma: decimalComma, currencySymbol, blankWhenZero });
  if (!parsed.ok || parsed.picture.category === 'numeric') return undefined;
  const item = editDecimal(parsed.picture, value, { printedCurrency: sign });
  return { item, picture: parsed.picture, cells: cellsOf(text, item, { currencySign: sign, decimalComma }) ?? [] };
}

/** How each fate must look, given the symbol: what the words of the page rely on. */
function isTrueTo(
  { slot: { symbol }, character, fate, role }: Cell,
  suppressor: string | undefined,
  sign: string,
): boolean {
  const filler = suppressor === '*' ? '*' : ' ';
  if (fate === 'no cell') return character === '' && 'SVP'.includes(symbol);
  if (fate === 'filled') return character === filler;
  if (fate === 'blanked') return character === filler || symbol === '.';
  if (fate === 'landed') return suppressor === '$' ? sign.includes(character) : ' +-'.includes(character);
  if (role === 'digit' || symbol === suppressor) return /\d/.test(character);
  if (symbol === '$') return sign.includes(character);
  return !/[1-9]/.test(character);
}

const repeated = (text: string) =>
  text.replaceAll(/(CR|DB|.)\1{2,}/g, (run, symbol: string) => `${symbol}(${run.length / symbol.length})`);
const anyText = fc.oneof(
  anyPictureText,
  anyPictureText.map(repeated),
  anyPictureText.map((text) => text.toLowerCase()),
  fc.constantFrom(
    'P99999+',
    '99V99+',
    'VPP99-',
    'ZZZ,ZZ9PPP',
    '+9(3)P(4)V',
    '$$$,$$$PP',
    '$$,999',
    '--B--V99',
    '$ZZ9.99-',
  ),
);
const anySign = fc.constantFrom('$', '€', 'CHF', 'R$', '💰', 'kr.', ' US$ ', '  ', 'W', '%');

const anyClauses = fc.record({
  sign: anySign,
  decimalComma: fc.boolean(),
  blankWhenZero: fc.boolean(),
  own: fc.boolean(),
});

describe('the cells of an item', () => {
  it('are as many as the engine makes characters, each true to its symbol', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyText, anyDecimal, anyClauses, (text, value, { sign, decimalComma, blankWhenZero, own }) => {
        const spelled = own && sign === 'W' ? text.replaceAll('$', sign) : text;
        const swapped = decimalComma ? spelled.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')) : spelled;
        const edited = edit(swapped, value, { sign, decimalComma, blankWhenZero });
        if (edited === undefined) return;
        seen++;
        const { cells, item, picture } = edited;
        expect(cells.map(({ character }) => character).join('')).toBe(item);
        const untrue = cells.filter((cell) => !isTrueTo(cell, picture.suppressor, sign));
        expect(untrue).toEqual([]);
        expect(cells.filter(({ position }) => position > 0).map(({ position }) => position)).toEqual(
          Array.from(item, (_, at) => at + 1),
        );
      }),
      { numRuns: 5000 },
    );
    expect(seen).toBeGreaterThan(3000);
  });

  it('fit every row of the vectors', () => {
    const wrong = readPictureRows().filter(({ picture, edited, iso, currencySign: sign, decimalPointIsComma }) => {
      const spelling = { currencySign: sign ?? '$', decimalComma: decimalPointIsComma ?? false };
      const cells = cellsOf(picture, iso ?? edited, spelling);
      return cells?.map(({ character }) => character).join('') !== (iso ?? edited);
    });
    expect(wrong).toEqual([]);
  });

  it('are as many as the compiler says of every picture that it accepts', () => {
    const rows = readSyntaxRows().filter(({ picture, accepted, size }) => {
      const parsed = parsePicture(picture);
      return accepted && size !== undefined && parsed.ok && parsed.picture.category === 'numeric-edited';
    });
    expect(rows.length).toBeGreaterThan(50);
    const wrong = rows.filter(({ picture, size }) => {
      const { cells, item } = edit(picture, read('1')) ?? { cells: [], item: '' };
      return cells.filter(({ position }) => position > 0).length !== size || [...item].length !== size;
    });
    expect(wrong).toEqual([]);
  });

  it('know where a floating sign came to rest, also in the place of a comma', () => {
    const fates = (text: string, value: string, sign?: string) =>
      edit(text, read(value), { ...(sign !== undefined && { sign }) })?.cells.map(
        ({ character, fate }) => `${character}${fate[0]}`,
      );
    expect(fates('$$,$$9.99', '1.5')).toEqual([' f', ' f', ' f', ' f', '$l', '1s', '.s', '5s', '0s']);
    expect(fates('$$,999', '5')).toEqual([' f', ' f', '$l', '0s', '0s', '5s']);
    expect(fates('$$$9', '12', 'CHF')).toEqual([' f', 'Cl', 'Hl', 'Fl', '1s', '2s']);
    expect(fates('--9', '5')).toEqual([' f', ' l', '5s']);
    expect(fates('$ZZ9', '5')).toEqual(['$s', ' f', ' f', '5s']);
    expect(fates('ZZZ', '0')).toEqual([' b', ' b', ' b']);
    expect(fates('**.**', '0')).toEqual(['*b', '*b', '.b', '*b', '*b']);
    expect(fates('99V9-', '1.5')).toEqual(['0s', '1s', 'n', '5s', ' s']);
  });

  it.each([
    ['A9', '12'],
    ['9(5', '1'],
    ['9', '12'],
    ['9(2000)', '1'],
    ['', 'x'],
  ])('are none for the picture %j and the item %j, which do not go together', (picture, item) => {
    expect(cellsOf(picture, item, { currencySign: '$', decimalComma: false })).toBeUndefined();
  });
});
