import { describe, expect, it } from 'vitest';
import { cellWords } from '../../src/console/pages/money/cell-words.ts';
import {
  argumentsOf,
  MODE_NAMES,
  DEFAULT_ROUNDING as PAGE_DEFAULT,
  PRESETS,
} from '../../src/console/pages/money/money-state.ts';
import { cellsOf } from '../../src/console/pages/money/picture-cells.ts';
import { DEFAULT_ROUNDING, ROUNDING_MODES } from '../../src/engines/money/rounding.ts';
import { format } from '../../src/toolsets/cobol/tools/testing/call.ts';

it('the page knows the modes of the engine, and its default', () => {
  expect(MODE_NAMES).toEqual(ROUNDING_MODES);
  expect(PAGE_DEFAULT).toBe(DEFAULT_ROUNDING);
});

describe.each(PRESETS)('the example $name', ({ state }) => {
  it('is accepted by the tool, and every position of its item is explained', async () => {
    const { text, data, isError } = await format(argumentsOf(state, state.rounding));
    expect([isError, text]).toEqual([undefined, expect.stringContaining(`PICTURE ${state.picture}`)]);
    const item = String(data?.item);
    const spelling = { currencySign: state.currencySign || '$', decimalComma: state.decimalComma };
    const cells = cellsOf(state.picture, item, spelling) ?? [];
    expect(cells.map(({ character }) => character).join('')).toBe(item);
    for (const cell of cells) expect(cellWords(cell, state.picture).words).toMatch(/^[A-Z9*+\-,./0].{15,140}\.$/);
  });
});
