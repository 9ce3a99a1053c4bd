import { expect, it } from 'vitest';
import type { Hit, HitList } from './hits.ts';
import { beginOf, hrefOf, placeOf } from './place.ts';
import { askFor, filterFor, mayHaveMore } from './question.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const nothing = { text: '', kind: '', age: '' } as const;
const hit = (name: string, date: string): Hit => ({
  _path: `/a/${name}`,
  kMDItemFSName: name,
  kMDItemContentModificationDate: date,
});

it('asks the tool that comes nearest to the question', () => {
  const ask = (question: object) => askFor({ ...nothing, ...question }, '/a', 100, NOW);
  expect(ask({ text: 'plan', kind: 'pdf', age: 'week' })).toEqual({
    tool: 'search',
    args: { query: 'plan', scope: '/a', limit: 100, detail: 'brief' },
  });
  expect(ask({ kind: 'pdf', age: 'week' })).toMatchObject({ tool: 'search_by_kind', args: { kind: 'pdf' } });
  expect(ask({ age: 'week' })).toMatchObject({ tool: 'recent_files', args: { since: '2026-03-03T12:00:00.000Z' } });
  expect(ask({ text: '  ' })).toMatchObject({ tool: 'recent_files', args: { since: '1970-01-01' } });
});

it('what no tool knows is looked for among the hits', () => {
  const kept = (question: object) =>
    [
      hit('new.pdf', '2026-03-09T00:00:00Z'),
      hit('old.pdf', '2025-01-01T00:00:00Z'),
      hit('new.md', '2026-03-09T00:00:00Z'),
    ]
      .filter(filterFor({ ...nothing, ...question }, NOW) ?? (() => false))
      .map((each) => each.kMDItemFSName);
  expect(kept({ text: 'x', kind: 'pdf' })).toEqual(['new.pdf', 'old.pdf']);
  expect(kept({ text: 'x', age: 'week' })).toEqual(['new.pdf', 'new.md']);
  expect(kept({ text: 'x', kind: 'pdf', age: 'week' })).toEqual(['new.pdf']);
  expect(kept({ kind: 'pdf', age: 'week' })).toEqual(['new.pdf', 'new.md']);
  for (const question of [{}, { text: 'x' }, { kind: 'pdf' }, { age: 'week' }]) {
    expect(filterFor({ ...nothing, ...question } as never, NOW)).toBeUndefined();
  }
});

it('a list by date has no more for an age once a hit is too old', () => {
  const list = (date: string) => ({ hits: [hit('a', date)], cursor: 'next' }) as unknown as HitList;
  const question = { ...nothing, kind: 'pdf', age: 'week' } as const;
  expect(mayHaveMore(question, list('2026-03-09T00:00:00Z'), NOW)).toBe(true);
  expect(mayHaveMore(question, list('2026-01-01T00:00:00Z'), NOW)).toBe(false);
  expect(mayHaveMore({ ...question, text: 'x' }, list('2026-01-01T00:00:00Z'), NOW)).toBe(true);
});

it('an address says all there is to say, and an age that nobody knows is none', () => {
  const place = { text: 'a&b #c?', kind: 'pdf', age: 'week', folder: '/a b', file: '/a b/c' } as const;
  const query = hrefOf(place).split('?', 2)[1] ?? '';
  expect(placeOf(new URLSearchParams(query))).toEqual(place);
  expect(placeOf(new URLSearchParams('age=century')).age).toBe('');
  expect(hrefOf(placeOf(new URLSearchParams()))).toBe('#/files');
});

it('today begins at midnight', () => {
  expect(new Date(beginOf('today', NOW)).getHours()).toBe(0);
  expect(NOW - beginOf('today', NOW)).toBeLessThan(86_400_000);
});
