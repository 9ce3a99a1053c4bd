import { describe, expect, test } from 'vitest';
import { problem, temporaryStore } from './testing/problems.ts';

const known = problem({
  id: '7',
  title: 'Old',
  tags: ['math'],
  rating: 1500,
  content: 'old text',
  content_cn: '旧',
  similar_questions: ['8'],
});

describe('B5 writes', () => {
  test('a problem comes back as it was put in', async () => {
    const store = await temporaryStore([known]);
    expect(store.find('leetcode', '7')).toEqual(known);
    expect(store.bySlug('leetcode', 'slug-7')).toEqual(known);
    expect(store.find('luogu', '7')).toBeUndefined();
  });

  test('keep leaves a row that is there', async () => {
    const store = await temporaryStore([known]);
    expect(store.write([problem({ id: '7', title: 'New' }), problem({ id: '8' })], 'keep')).toBe(1);
    expect(store.find('leetcode', '7')?.title).toBe('Old');
    expect(store.count('leetcode')).toBe(2);
  });

  test('overwrite replaces a row but keeps the statement when the new one is null', async () => {
    const store = await temporaryStore([known]);
    store.write([problem({ id: '7', title: 'New' })], 'overwrite');
    expect(store.find('leetcode', '7')).toMatchObject({
      title: 'New',
      tags: [],
      rating: null,
      content: 'old text',
      content_cn: '旧',
    });
    store.write([problem({ id: '7', content: 'new text' })], 'overwrite');
    expect(store.find('leetcode', '7')?.content).toBe('new text');
  });

  test('merge takes what the new row knows; blank values keep the old', async () => {
    const store = await temporaryStore([known]);
    store.write([problem({ id: '7', slug: ' ', title: '', rating: 1600, content: '  ' })], 'merge');
    expect(store.find('leetcode', '7')).toEqual({ ...known, rating: 1600 });
    store.write([problem({ id: '7', title: 'New', tags: ['dp'] })], 'merge');
    expect(store.find('leetcode', '7')).toMatchObject({ title: 'New', tags: ['dp'], content: 'old text' });
  });

  test('a batch is written as a whole or not at all', async () => {
    const store = await temporaryStore();
    const broken = { ...problem({ id: '2' }), slug: null as unknown as string };
    expect(() => store.write([problem({ id: '1' }), broken], 'keep')).toThrow(/NOT NULL/);
    expect(store.count('leetcode')).toBe(0);
  });
});

describe('settings', () => {
  test('are kept by name', async () => {
    const store = await temporaryStore();
    expect(store.setting('a')).toBeUndefined();
    store.setSetting('a', '1');
    store.setSetting('a', '2');
    expect(store.setting('a')).toBe('2');
  });
});

describe('B5 tokens', () => {
  test('are 64 hex digits, shown once and stored as hashes', async () => {
    const store = await temporaryStore();
    const token = store.tokens.create('laptop');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(store.tokens.list())).not.toContain(token);
    expect(store.tokens.list()).toEqual([
      { hint: token.slice(0, 8), label: 'laptop', created_at: 1794830400, last_used_at: null, is_active: 1 },
    ]);
  });

  test('are accepted until they are revoked, and their last use is noted', async () => {
    const store = await temporaryStore();
    const token = store.tokens.create('laptop');
    expect(store.tokens.accepts(token)).toBe(true);
    expect(store.tokens.accepts(token.slice(1))).toBe(false);
    expect(store.tokens.list()[0]?.last_used_at).toBe(1794830400);
    expect(store.tokens.revoke(token.slice(0, 8))).toBe(true);
    expect(store.tokens.revoke(token.slice(0, 8))).toBe(false);
    expect(store.tokens.accepts(token)).toBe(false);
  });
});
