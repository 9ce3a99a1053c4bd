import { expect, test } from 'vitest';
import { ROUNDING_MODES, type RoundingMode, roundDecimal } from '../rounding.ts';
import { read } from '../testing/decimals.ts';
import { type PictureRow, type RoundingRow, readPictureRows, readRoundingRows } from '../testing/vectors.ts';
import { displayDecimal } from './display.ts';
import { editDecimal } from './edit.ts';
import { storeRounded } from './store.ts';
import { pictureOf } from './testing/pictures.ts';

const rows = readPictureRows();

test.each<PictureRow['class']>(['portable', 'overflow', 'quirk', 'overflow-quirk'])('picture.json: %s rows', (kind) => {
  const chosen = rows.filter((row) => row.class === kind);
  const wrong = chosen
    .map((row) => ({ ...row, ours: editRow(row), wanted: row.iso ?? row.edited }))
    .filter(({ ours, wanted }) => ours !== wanted);
  expect(chosen.length).toBeGreaterThan(0);
  expect(chosen.every((row) => (row.iso !== undefined) === kind.endsWith('quirk'))).toBe(true);
  expect(wrong.slice(0, 20)).toEqual([]);
});

function editRow({ picture, value, blankWhenZero, currencySign, decimalPointIsComma }: PictureRow): string {
  const options = { blankWhenZero, currencySymbol: currencySign, decimalPointIsComma };
  return editDecimal(pictureOf(picture, options), read(value));
}

test('rounding.json: every row', () => {
  const wrong = readRoundingRows()
    .map((row) => ({ ...row, ours: runStatement(row) }))
    .filter(({ ours, result, sizeError }) => ours.result !== result || ours.sizeError !== sizeError);
  expect(wrong.slice(0, 20)).toEqual([]);
});

// The target holds 7.77 before the statement; without the phrase, high-order digits are cut (P30).
function runStatement({ value, target, op, onSizeError }: RoundingRow): { result: string; sizeError: boolean } {
  const picture = pictureOf(target);
  const amount = read(value);
  if (onSizeError) {
    const stored = storeRounded(picture, amount, modeOf(op));
    const result = stored.ok ? stored.text : displayDecimal(picture, read('7.77'));
    return { result, sizeError: !stored.ok };
  }
  const rounded = roundDecimal(amount, picture.scale, modeOf(op));
  return { result: rounded ? displayDecimal(picture, rounded) : 'size error', sizeError: false };
}

function modeOf(op: string): RoundingMode {
  if (op === 'MOVE' || op === 'COMPUTE') return 'TRUNCATION';
  if (op === 'ROUNDED') return 'NEAREST-AWAY-FROM-ZERO';
  const mode = ROUNDING_MODES.find((name) => name === op);
  if (mode === undefined) throw new Error(`Unknown statement ${op}`);
  return mode;
}
