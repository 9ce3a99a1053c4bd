import { describe, expect, it } from 'vitest';
import { BadWish, isWish, readQuery, readWishes } from './criteria.ts';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

describe('wishes', () => {
  it('are read', () => {
    expect(
      readWishes(
        {
          kind: 'PDF',
          since: '30d',
          until: '2026-03-01',
          name: '*.md',
          min_size: '10kB',
          max_size: '1.5MiB',
          in: 'Names',
          tags: ['a'],
        },
        NOW,
      ),
    ).toEqual({
      kind: 'pdf',
      sinceMs: NOW - 30 * DAY,
      untilMs: Date.parse('2026-03-02T00:00:00Z'),
      name: '*.md',
      minSize: 10_000,
      maxSize: 1.5 * 1024 * 1024,
      place: 'names',
      tags: ['a'],
    });
    expect(readWishes({ until: '2026-03-01T06:00:00Z' }, NOW).untilMs).toBe(Date.parse('2026-03-01T06:00:00Z'));
  });

  it('that contradict each other are refused', () => {
    expect(() => readWishes({ since: '7d', until: '8d' }, NOW)).toThrow('later than since');
    expect(() => readWishes({ min_size: '2kB', max_size: '1kB' }, NOW)).toThrow('at least min_size');
    expect(readWishes({ min_size: '1kB', max_size: '1kB' }, NOW)).toMatchObject({ minSize: 1000, maxSize: 1000 });
  });

  it.each(['5000', '10kB', '10 KB', '2gib', '1t', '0'])('%s is a size', (size) => {
    expect(readWishes({ min_size: size }, NOW).minSize).toBeGreaterThanOrEqual(0);
  });

  it.each<[object, RegExp]>([
    [{ kind: 'imge' }, /kind: one of document/],
    [{ since: 'yesterday' }, /since: a date like/],
    [{ until: '2026-02-30' }, /until/],
    [{ name: '{a,b}'.repeat(20) }, /name: .*braces/],
    [{ min_size: 'big' }, /min_size: bytes/],
    [{ max_size: '-5' }, /max_size/],
    [{ max_size: '1iB' }, /max_size/],
    [{ max_size: '9999999999TB' }, /max_size/],
    [{ in: 'titles' }, /in: one of names, text, both/],
    [{ tags: Array.from({ length: 21 }, String) }, /tags: at most 20/],
  ])('%j are refused', (wishes, message) => {
    expect(() => readWishes(wishes, NOW)).toThrow(BadWish);
    expect(() => readWishes(wishes, NOW)).toThrow(message);
  });
});

describe('a query with words', () => {
  const read = (query: string, wishes = {}) =>
    Object.fromEntries(Object.entries(readQuery(query, wishes, NOW)).filter(([, value]) => value !== undefined));
  const none = { phrases: [], without: [] };

  it.each<[string, object]>([
    ['tea', { query: 'tea' }],
    ['kind:pdf tea since:1w', { query: 'tea', kind: 'pdf', sinceMs: NOW - 7 * DAY }],
    ['size:>1kB', { minSize: 1001 }],
    ['size:>=1kB size:<2kB', { minSize: 1000, maxSize: 1999 }],
    ['size:1.5kB..2kB', { minSize: 1500, maxSize: 2000 }],
    ['size:..2kB', { maxSize: 2000 }],
    ['size:>1.5kB', { minSize: 1501 }],
    ['tag:a tag:b in:text', { tags: ['a', 'b'], place: 'text' }],
    ['"green tea" -draft', { query: '"green tea"', phrases: ['green tea'], without: ['draft'] }],
    ['cup "green tea" "hot"', { query: 'cup', phrases: ['green tea', 'hot'] }],
    ['-draft', { without: ['draft'] }],
  ])('%s', (query, criteria) => {
    expect(read(query)).toEqual({ ...none, ...criteria });
    expect(isWish(readQuery(query, {}, NOW))).toBe(true);
  });

  it('adds to what is said beside it, but not the same twice', () => {
    expect(read('tea tag:b', { kind: 'pdf', tags: ['a'] })).toEqual({
      ...none,
      query: 'tea',
      kind: 'pdf',
      tags: ['a', 'b'],
    });
    expect(() => read('kind:pdf', { kind: 'code' })).toThrow(/kind: given once/);
    expect(() => read('size:>1 size:>=5')).toThrow(/min_size: given once/);
  });

  it.each(['kind:imge', 'since:soon', 'size:1MB', 'size:>x', 'size:..', 'in:here', '-a '.repeat(51)])(
    '%s is refused',
    (query) => {
      expect(() => read(query)).toThrow(BadWish);
    },
  );

  it('with nothing in it is no wish', () => {
    expect(isWish(readQuery('""', {}, NOW))).toBe(false);
  });
});
