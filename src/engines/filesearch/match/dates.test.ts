import { expect, it } from 'vitest';
import { dateCalled, dateEnd, dateSource, type NamedDate } from './dates.ts';
import { wordsOfName } from './word-edges.ts';

it.each([
  ['2020-11-05', { year: '2020', month: '11', day: '5' }],
  ['5.11.2020', { year: '2020', month: '11', day: '5' }],
  ['05/11/2020', { year: '2020', month: '11', day: '5' }],
  ['20201105', { year: '2020', month: '11', day: '5' }],
  ['03/2022', { year: '2022', month: '3', day: undefined }],
  ['2022-3', { year: '2022', month: '3', day: undefined }],
  ['2022-13', undefined],
  ['32.1.2022', undefined],
  ['0.1.2022', undefined],
  ['2022', undefined],
  ['3.1415', undefined],
  ['1.2.3', undefined],
])('%s is the date %j', (word, date) => expect(dateCalled(word)).toEqual(date));

it.each([
  ['2020-11-05', 'Journal 05.11.2020.txt', true],
  ['2020-11-05', '5_11_2020.txt', true],
  ['5.11.2020', 'notes-2020-11-05.md', true],
  ['5.11.2020', 'IMG_20201105.jpg', true],
  ['2020-11-05', '05112020 scan.pdf', true],
  ['2020-11-05', 'Journal 11.05.2020.txt', false],
  ['2020-11-05', '2020-11-06.txt', false],
  ['03/2022', 'statement_2022-03.pdf', true],
  ['03/2022', '3.2022.pdf', true],
  ['03/2022', 'statement_2022-04.pdf', false],
])('%s is in the name %s: %s', (word, name, is) => {
  const date = dateCalled(word) as NamedDate;
  const parts = wordsOfName(name);
  expect(parts.some((_, at) => dateEnd(parts, at, date) !== undefined)).toBe(is);
  if (is) expect(new RegExp(dateSource(date)).test(name)).toBe(true);
});
