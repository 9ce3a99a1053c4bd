import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Hit, TextRequest } from '../engine.ts';
import { filterFiles } from '../filter-files.ts';
import { Bench, find, never, pathsOf } from '../testing/engine.ts';
import { HitsSoFar } from './hits-so-far.ts';

const bench = new Bench();
afterAll(() => bench.end(), 60_000);

/** A folder with a file that takes long to be read: text by its beginning. */
function slowFolder(files: Record<string, string>): string {
  const folder = bench.folder(files);
  writeFileSync(join(folder, 'slow.txt'), ' '.repeat(10_000));
  truncateSync(join(folder, 'slow.txt'), 2 ** 29);
  return folder;
}

/** What is told first of a search that is then given up. */
async function firstHits(scope: string, query: string, count: number, request: Partial<TextRequest> = {}) {
  const stop = new AbortController();
  const engine = bench.engine();
  let told: string[] = [];
  const onHits = (hits: readonly Hit[]) => {
    told = hits.map(({ path }) => path.slice(scope.length + 1));
    if (told.length >= count) stop.abort(new Error('enough'));
  };
  const asked = { scope, limit: 10, snippets: true, ...request, signal: stop.signal, onHits };
  await expect(engine.search(query, asked)).rejects.toThrow('enough');
  return { told, engine };
}

it('names that match are told while texts are still read, and the threads are free as soon as nobody waits', async () => {
  const scope = slowFolder({ 'sub/quiet needle.md': 'x', 'needle.md': 'y', 'other.md': 'z' });
  const { told, engine } = await firstHits(scope, 'needle', 2);
  expect(told).toEqual(['needle.md', 'sub/quiet needle.md']);
  const small = bench.folder({ 'a.txt': 'tea' });
  expect(pathsOf(await find(engine, 'tea', small))).toEqual([join(small, 'a.txt')]);
});

it('what is told early is like the filter, below the scope, and in no guarded place', async () => {
  const scope = slowFolder({ 'needle.md': 'x', 'needle.txt': 'x', '.hidden/needle.md': 'x' });
  mkdirSync(join(scope, 'Library', 'Keychains'), { recursive: true });
  writeFileSync(join(scope, 'Library', 'Keychains', 'needle.md'), 'x');
  const { told } = await firstHits(scope, 'needle', 1, { filter: { name: '{*.md,slow*}' } });
  expect(told).toEqual(['needle.md']);
});

it('what is decided last is not told early: tags', async () => {
  const found = { hits: [], truncated: false };
  const engine = { search: async (_: string, request: TextRequest) => ({ ...found, request }) } as never;
  const onHits = () => {};
  const heard = async (criteria: object) => {
    const findings = await filterFiles(engine, criteria, { scope: '/', limit: 1, signal: never, onHits });
    return (findings as unknown as { request: TextRequest }).request.onHits;
  };
  expect([await heard({ query: 'x' }), await heard({ query: 'x', tags: ['a'] })]).toEqual([onHits, undefined]);
});

it('nor conditions', async () => {
  const scope = slowFolder({ 'needle.md': 'x' });
  const told: unknown[] = [];
  const conditions = { phrases: [], without: ['nothing'] };
  const asked = { scope, limit: 10, snippets: true, signal: never, conditions, onHits: () => told.push(1) };
  await bench.engine({ budgetMs: 700 }).search('needle', asked);
  expect(told).toEqual([]);
});

it('the parts of threads become one list, best first, each file once', async () => {
  const told: string[][] = [];
  const soFar = new HitsSoFar(3, (hits) => told.push(hits.map(({ path, rank }) => `${path} ${rank}`)));
  const info = { size: 0, blocks: 0, modifiedMs: 0, createdMs: 0, uid: 0, gid: 0 };
  soFar.take('1', [{ ...info, path: '/b', rank: 2 }]);
  soFar.take('2', [
    { ...info, path: '/a', rank: 1 },
    { ...info, path: '/b', rank: 3 },
  ]);
  await expect.poll(() => told).toEqual([['/a 1', '/b 2']]);
  soFar.end();
  soFar.take('1', [{ ...info, path: '/late', rank: 0 }]);
  expect(told).toHaveLength(1);
});
