import { expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

it('forgets what was set longest ago, whether it was read since or not', () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, 2, 3]);
});

it('counts what is set again as new, and once', () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.set('c', 4);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([3, undefined, 4]);
});

it('holds up to a total weight, and nothing that is heavier alone', () => {
  const cache = new BoundedCache<string, string>(5, ({ length }) => length);
  cache.set('a', '12');
  cache.set('b', '345');
  expect(cache.get('a')).toBe('12');
  cache.set('c', '6');
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).toBe('345');
  cache.set('d', '123456');
  expect(['b', 'c', 'd'].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined]);
});

it('gives back the weight of what is deleted', () => {
  const cache = new BoundedCache<string, string>(3, ({ length }) => length);
  cache.set('a', '12');
  cache.delete('a');
  cache.delete('a');
  cache.set('b', '123');
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).toBe('123');
});
