import { expect, it } from 'vitest';
import { respelled } from './respelling.ts';

it.each([
  ['computeInterest', ['compute Interest']],
  ['MAX_RETRIES', ['MAX RETRIES']],
  ['foo_bar()', ['foo bar']],
  ['DE44500105175407324931', ['"DE44 5001 0517 5407 3249 31"']],
  ['4111111111111111', ['"4111 1111 1111 1111"']],
  ['BKT4821', ['"BKT-4821"', '"BKT 4821"']],
  ['INV202300917', expect.arrayContaining(['"INV-2023-00917"'])],
  ['1249.50', ['"1249,50"', '"1,249.50"', '"1.249,50"']],
  ['2.361,75', ['"2361.75"', '"2361,75"', '"2,361.75"']],
  ['12500', ['"12,500"', '"12.500"']],
  ['1234567', ['"1,234,567"', '"1.234.567"']],
  ['2026', []],
  ['12.50', []],
  ['DE44 5001 0517 5407 3249 31', []],
  ['aaaaaaaaaaaaaaaa', []],
  ['budget 2026', []],
  ['"fooBar"', []],
  ['', []],
])('%j may be written as %j', (text, others) => expect(respelled(text)).toEqual(others));
