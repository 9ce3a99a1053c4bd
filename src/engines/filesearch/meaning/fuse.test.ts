import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byRank, type Hit } from '../engine.ts';
import { fuse } from './fuse.ts';

const info = { size: 1, blocks: 1, createdMs: 0, uid: 0, gid: 0 };
const hit = (path: string, rank: number, why = 'w'): Hit => ({ ...info, path, rank, why, modifiedMs: 0 });
const near = (path: string, similarity: number) => ({
  file: { ...info, path, modifiedMs: 0 },
  similarity,
  passage: `of ${path}`,
});
const told = (hits: readonly Hit[]) => hits.map(({ path, why }) => `${path}: ${why}`);

it('files with all words stay first; most words and meaning are fused behind them, and say so', () => {
  const hits = [hit('/exact', 9.9), hit('/most', 10.2), hit('/both', 10.8)];
  const list = fuse(hits, [near('/near', 0.6), near('/both', 0.59), near('/exact', 0.7), near('/far', 0.1)], true);
  expect(told(list)).toEqual(['/exact: w', '/both: w, and by meaning', '/most: w', '/near: by meaning']);
  expect(list[3]).toMatchObject({ byMeaning: true, snippet: { text: 'of /near', start: 0, end: 0 } });
  expect(list.map(({ rank }) => rank)).toEqual(list.map(({ rank }) => rank).sort((a, b) => a - b));
});

it('for any lists: no hit is lost, exact ones keep place and order, and the result depends on the lists alone', () => {
  const paths = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 12 });
  const similarity = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      paths.chain((list) =>
        fc.tuple(...list.map((path) => fc.tuple(fc.constant(path), fc.double({ min: 1, max: 11, noNaN: true })))),
      ),
      paths.chain((list) => fc.tuple(...list.map((path) => fc.tuple(fc.constant(path), similarity)))),
      (words, meanings) => {
        const hits = words.map(([path, rank]) => hit(path, rank)).sort(byRank);
        const nearby = meanings.map(([path, value]) => near(path, value));
        const list = fuse(hits, nearby, false);
        const exact = hits.filter(({ rank }) => rank <= 10);
        expect(list.slice(0, exact.length)).toEqual(exact);
        const found = list.map(({ path }) => path);
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(expect.arrayContaining(hits.map(({ path }) => path)));
        expect([...list].sort(byRank)).toEqual(list);
        expect(fuse(hits, nearby.toReversed(), false)).toEqual(list);
      },
    ),
  );
});
