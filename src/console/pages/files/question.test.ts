import { expect, it } from 'vitest';
import { beginOf, hrefOf, placeOf } from './place.ts';
import { askFor, keyOf, wordsToMark } from './question.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const nothing = { text: '', kind: '', age: '', part: '', meaning: false } as const;

it('asks the tool that answers the question, with all that narrows it', () => {
  const ask = (question: object) => askFor({ ...nothing, ...question }, '/a', 100, NOW);
  const common = { scope: '/a', limit: 100, detail: 'brief' };
  const since = '2026-03-03T12:00:00.000Z';
  expect(ask({ text: 'plan' })).toEqual({ tool: 'search', args: { query: 'plan', syntax: true, ...common } });
  expect(ask({ text: 'plan', kind: 'pdf', age: 'week', part: 'names', meaning: true })).toEqual({
    tool: 'search',
    args: { query: 'plan', syntax: true, kind: 'pdf', since, in: 'names', meaning: true, ...common },
  });
  expect(ask({ kind: 'pdf', age: 'week', part: 'names' })).toEqual({
    tool: 'search',
    args: { query: 'kind:pdf', syntax: true, since, ...common },
  });
  expect(ask({ kind: 'pdf' })).toEqual({ tool: 'search_by_kind', args: { kind: 'pdf', ...common } });
  expect(ask({ age: 'week' })).toMatchObject({ tool: 'recent_files', args: { since } });
  expect(ask({ text: '  ' })).toMatchObject({ tool: 'recent_files', args: { since: '1970-01-01' } });
  expect(keyOf({ ...nothing, part: 'names' })).not.toBe(keyOf(nothing));
});

it('words that choose files are not marked in them', () => {
  expect(wordsToMark('tea kind:pdf -draft "green cup" -"old one" size:>1MB')).toBe('tea green cup');
  expect(wordsToMark('https://example.org well-known TODO:')).toBe('https://example.org well-known TODO:');
});

it('an address says all there is to say, and an age that nobody knows is none', () => {
  const place = {
    text: 'a&b #c?',
    kind: 'pdf',
    age: 'week',
    part: 'text',
    meaning: true,
    folder: '/a b',
    file: '/a b/c',
  } as const;
  const query = hrefOf(place).split('?', 2)[1] ?? '';
  expect(placeOf(new URLSearchParams(query))).toEqual(place);
  expect(placeOf(new URLSearchParams('age=century&look=inside'))).toMatchObject({ age: '', part: '' });
  expect(hrefOf(placeOf(new URLSearchParams()))).toBe('#/files');
});

it('today begins at midnight', () => {
  expect(new Date(beginOf('today', NOW)).getHours()).toBe(0);
  expect(NOW - beginOf('today', NOW)).toBeLessThan(86_400_000);
});
