import { expect, it } from 'vitest';
import { painter } from '../../lib/paint.ts';
import { plain } from './spans.ts';
import { tableLines } from './table.ts';
import { displayWidth } from './width.ts';

const paint = painter(false);
const cells = (...texts: string[]) => texts.map((text) => [plain(text)]);

it('columns are as wide as they need to be, numbers to the right', () => {
  const columns = [{ title: 'name' }, { title: 'size', right: true }];
  expect(tableLines(columns, [cells('日本', '7'), cells('b', '12345')], 40, paint)).toEqual([
    'name   size',
    '────  ─────',
    '日本      7',
    'b     12345',
  ]);
});

it('long cells go on below, so that the table fits', () => {
  const columns = [{ title: 'id' }, { title: 'text' }];
  const lines = tableLines(columns, [cells('1', 'many words that need more room'), cells('2', 'few')], 16, paint);
  expect(lines).toEqual([
    'id  text',
    '──  ────────────',
    '1   many words',
    '    that need',
    '    more room',
    '2   few',
  ]);
  expect(lines?.every((line) => displayWidth(line) <= 16)).toBe(true);
});

it('is not made where there is no room for it', () => {
  const columns = Array.from({ length: 6 }, (_, at) => ({ title: `column ${at}` }));
  expect(tableLines(columns, [cells(...Array.from({ length: 6 }, () => 'long enough'))], 30, paint)).toBeUndefined();
});
