import { expect, it } from 'vitest';
import type { HitList } from './hits.ts';
import { remarksOn } from './remarks.ts';

const list = (change: Partial<HitList>): HitList => ({
  folder: '/data/notes',
  hits: [],
  total: 0,
  more: 0,
  complete: true,
  truncated: false,
  skipped: 0,
  ...change,
});
const shown = { byText: true, limit: 100 };
const hits = Array.from({ length: 12 }, (_, at) => ({ _path: `/${at}` }));

it('says nothing when there is nothing to say', () => {
  expect(remarksOn([list({ hits, more: 30 })], shown)).toEqual([]);
});

it('says what was not searched, and why', () => {
  const note = 'Time ran out before everything was searched. Choose a smaller scope.';
  expect(remarksOn([list({ complete: false, note })], shown)).toEqual([`Not everything was searched. ${note}`]);
  expect(remarksOn([list({ complete: false, skipped: 3 })], shown)).toEqual([
    'Not everything was searched. 3 files or folders could not be read.',
  ]);
  expect(remarksOn([list({}), list({ folder: '/data/old', complete: false, skipped: 1 })], shown)).toEqual([
    'Not everything in old was searched. 1 file or folder could not be read.',
  ]);
});

it('says when the list is cut', () => {
  expect(remarksOn([list({ truncated: true })], shown)).toEqual([
    'More than 100 files match; the best ones are listed.',
  ]);
  expect(remarksOn([list({ truncated: true })], { ...shown, byText: false, limit: 1000 })).toEqual([
    'More than 1,000 files match; the newest ones are listed.',
  ]);
});

it('says which words were taken instead', () => {
  expect(remarksOn([list({ did_you_mean: 'green tea' })], shown)).toEqual([
    'Nothing has all of these words; these are the hits of “green tea”.',
  ]);
});

it('says which folder failed, in the server’s words', () => {
  expect(remarksOn([list({ failure: 'Scope is not a directory.' })], shown)).toEqual([
    '/data/notes was not searched: Scope is not a directory.',
  ]);
  expect(remarksOn([list({ hits, failure: 'No.' })], shown)).toEqual(['More could not be loaded: No.']);
});
