import { expect, it } from 'vitest';
import { extended, folderOf, type Hit, type HitList, merged } from './hits.ts';

const hit = (path: string, day: number, snippet?: string): Hit => ({
  _path: path,
  kMDItemContentModificationDate: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`,
  ...(snippet !== undefined && { snippet }),
});

const list = (folder: string, hits: readonly Hit[], cursor?: string): HitList => ({
  folder,
  hits,
  total: hits.length,
  more: cursor ? 5 : 0,
  complete: true,
  truncated: false,
  skipped: 0,
  ...(cursor !== undefined && { cursor }),
});

const paths = (hits: readonly Hit[]) => hits.map(({ _path }) => _path);

it('the hits of two folders become one list by date', () => {
  const lists = [list('/a', [hit('/a/9', 9), hit('/a/3', 3)]), list('/b', [hit('/b/5', 5), hit('/b/1', 1)])];
  expect(paths(merged(lists, ''))).toEqual(['/a/9', '/b/5', '/a/3', '/b/1']);
});

it('with a text, names come before contents and the phrase before its words', () => {
  const lists = [
    list('/a', [hit('/a/x', 9, 'some big plan'), hit('/a/y', 8, 'plan that is big')]),
    list('/b', [hit('/b/big plan.md', 1), hit('/b/z', 2, 'a Big  Plan')]),
  ];
  expect(paths(merged(lists, 'big plan'))).toEqual(['/b/big plan.md', '/a/x', '/b/z', '/a/y']);
});

it('ends where the next hit of a folder is not known yet', () => {
  const lists = [list('/a', [hit('/a/9', 9), hit('/a/5', 5)], 'next'), list('/b', [hit('/b/7', 7), hit('/b/1', 1)])];
  expect(paths(merged(lists, ''))).toEqual(['/a/9', '/b/7', '/a/5']);
});

it('a file that lies in two folders is listed once', () => {
  const lists = [list('/a', [hit('/a/b/1', 1)]), list('/a/b', [hit('/a/b/1', 1)])];
  expect(paths(merged(lists, ''))).toEqual(['/a/b/1']);
});

it('a next page is put behind, without what is known already', () => {
  const next = extended(list('/a', [hit('/a/1', 3)], 'one'), list('/a', [hit('/a/1', 3), hit('/a/2', 2)]));
  expect(paths(next.hits)).toEqual(['/a/1', '/a/2']);
  expect(next.cursor).toBeUndefined();
});

it('a page that failed can be asked for again', () => {
  const next = extended(list('/a', [hit('/a/1', 3)], 'one'), { ...list('/a', []), failure: 'No.' });
  expect(next).toMatchObject({ cursor: 'one', failure: 'No.' });
  expect(extended(next, list('/a', [])).failure).toBeUndefined();
});

it('knows the folder of a path on any system', () => {
  expect(['/a/b', '/a', 'C:\\x\\y', '/odd\\name'].map(folderOf)).toEqual(['/a', '/', 'C:\\x', '/']);
});
