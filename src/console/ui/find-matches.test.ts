import { expect, it } from 'vitest';
import { findMatches, partsOf } from './find-matches.ts';

/** The text with what was found in brackets. */
function marked(text: string, query: string): string {
  return partsOf(text, findMatches(text, query))
    .map((part) => (part.match ? `[${part.text}]` : part.text))
    .join('');
}

it.each([
  ['The Budget was agreed', 'BUDGET', 'The [Budget] was agreed'],
  ['un CAFÉ, deux cafés', 'cafe', 'un [CAFÉ], deux [café]s'],
  ['un cafe', 'CAFÉ', 'un [cafe]'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς', '[ΟΔΥΣΣΕΥΣ]'],
  ['İstanbul', 'istanbul', '[İstanbul]'],
  ['naïve cafe\u0301s', 'café', 'naïve [cafe\u0301]s'],
  ['e\u0301te\u0301', 'te', 'e\u0301[te\u0301]'],
  ['한국', '하', '한국'],
  ['한국'.normalize('NFD'), '한국', `[${'한국'.normalize('NFD')}]`],
  ['שָׁלוֹם', 'שלום', '[שָׁלוֹם]'],
  ['Straße', 'strasse', 'Straße'],
  ['🎻 four 🎻', '🎻', '[🎻] four [🎻]'],
])('in %j, %j is found', (text, query, expected) => expect(marked(text, query)).toBe(expected));

it('white space of a query stands for any white space', () => {
  expect(marked('quarterly\n\t report', 'Quarterly  report')).toBe('[quarterly\n\t report]');
});

it('the words are marked where the phrase is not', () => {
  expect(marked('report of the quarter', 'quarter report')).toBe('[report] of the [quarter]');
  expect(marked('a report, a quarter report', 'quarter report')).toBe('a report, a [quarter report]');
});

it('every character of a query is literal', () => {
  expect(marked('a.b a-b (x|y) [z] $^*+?{1}\\/', '.')).toBe('a[.]b a-b (x|y) [z] $^*+?{1}\\/');
  for (const query of ['a-b', '(x|y)', '[z]', '$^*+?{1}\\/']) {
    expect(findMatches('a.b a-b (x|y) [z] $^*+?{1}\\/', query)).toHaveLength(1);
  }
});

it('nothing is found for nothing', () => {
  expect(findMatches('text', ' \n')).toEqual([]);
  expect(findMatches('', 'text')).toEqual([]);
  expect(findMatches('text', '\u0301')).toEqual([]);
});

it('the parts are the text again, and long texts are looked through', () => {
  const text = `${'Żółw und Käfer, '.repeat(30_000)}schluß`;
  const parts = partsOf(text, findMatches(text, 'kafer'));
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter((part) => part.match)).toHaveLength(2000);
});
