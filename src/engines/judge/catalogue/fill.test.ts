import { expect, test } from 'vitest';
import { problem, temporaryStore } from '../store/testing/problems.ts';
import { loadCatalogue } from './catalogue.ts';
import { fillFromCatalogue } from './fill.ts';

test('the catalogue is put into the store once, and again when it has changed', async () => {
  const store = await temporaryStore();
  const { length } = await loadCatalogue();
  expect(await fillFromCatalogue(store)).toBe(length);
  expect(await fillFromCatalogue(store)).toBe(0);
  store.setSetting('catalogue', 'another one');
  expect(await fillFromCatalogue(store)).toBe(length);
});

test('problems that an older catalogue had are removed, those of other sources stay', async () => {
  const store = await temporaryStore([problem({ source: 'quartet', id: '9999' }), problem({ id: '9999' })]);
  await fillFromCatalogue(store);
  expect(store.find('quartet', '9999')).toBeUndefined();
  expect(store.find('leetcode', '9999')).toBeDefined();
});

test('a problem is stored with its whole text', async () => {
  const store = await temporaryStore();
  await fillFromCatalogue(store);
  expect(store.bySlug('quartet', 'odd-sock')).toMatchObject({
    title: 'Odd Sock',
    difficulty: 'Easy',
    tags: ['bit-manipulation'],
    content: expect.stringContaining('## Example 2'),
  });
});
