import { beforeAll, expect, it } from 'vitest';
import { tokenFigures } from '../harness/token-figures.ts';

const MOST = 6000;
const MOST_FOR_SEARCH = 1500;

let figures: Awaited<ReturnType<typeof tokenFigures>>;
beforeAll(async () => {
  figures = await tokenFigures();
}, 300_000);

it('the tools of all servers together leave room for a conversation', () => {
  const all = figures.lists.find(([server]) => server === 'all');
  expect(all?.[1]).toBeLessThanOrEqual(MOST);
});

it('no answer takes too much unless more was asked for', () => {
  const large = figures.answers.filter(({ text, structure }) => Math.max(text, structure) > MOST);
  expect(large).toEqual([]);
});

it.each(['search', 'list_problems', 'search_content'])('%s with many hits takes little', (name) => {
  const search = figures.answers.find(({ call }) => call === name);
  expect(Math.max(search?.text ?? Infinity, search?.structure ?? Infinity)).toBeLessThanOrEqual(MOST_FOR_SEARCH);
});
