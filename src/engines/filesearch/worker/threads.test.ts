import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { owns } from '../index/walk.ts';
import { type SharedHits, SharedPool, shareHits } from '../match/shared-pool.ts';
import { aWhile, Bench, find } from '../testing/engine.ts';
import { READ } from './protocol.ts';
import { SearchWorker } from './search-worker.ts';

const bench = new Bench();
const engines = [1, 2, 4].map((workers) => bench.engine({ workers }));
afterAll(() => bench.end(), 60_000);

const PHRASES = ['red apple', 'apple, red', 'reddish apples', 'red', 'apple', 'pear'];
const NAMES = ['', 'red', 'red apple', 'apples', 'pineapple'];
const ENDS = ['txt', 'md', 'c', 'log'];

// More files than are weighed hold each of the words, and many are of the same age.
const file = fc.record({
  texts: fc.array(fc.constantFrom(...PHRASES), { minLength: 1, maxLength: 3 }),
  name: fc.constantFrom(...NAMES),
  end: fc.constantFrom(...ENDS),
  age: fc.nat(40),
});
const files = fc.array(file, { minLength: 450, maxLength: 450, size: 'max' });
const query = fc.constantFrom('red apple', 'apple', 'red', '"red apple"', '"apple"', 'apple pear red', 'log red');

describe('however many threads search', () => {
  it('the answer is the same, in the same order', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.array(query, { minLength: 4, maxLength: 4 }),
        fc.constantFrom(1, 100, 150),
        async (...given) => {
          const [made, queries, limit] = given;
          const path = ({ name, end }: (typeof made)[number], at: number) => `${at % 7}/${name} ${at}.${end}`;
          const scope = bench.folder(
            Object.fromEntries(made.map((each, at) => [path(each, at), each.texts.join('\n')])),
          );
          made.forEach((each, at) => utimesSync(join(scope, path(each, at)), 1.7e9, 1.7e9 - each.age));
          for (const asked of ['warm up', ...queries]) {
            const [one, ...others] = await Promise.all(engines.map((engine) => find(engine, asked, scope, limit)));
            const told = others.map(({ hits, truncated }) => ({ hits, truncated }));
            expect(told).toEqual(others.map(() => ({ hits: one?.hits, truncated: one?.truncated })));
            await aWhile();
          }
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it.each([
    ['newer ones with the phrase', 'orange', 0, 1, true],
    ['older ones with the phrase', 'orange', 0, -1, false],
    ['newer ones with the words only', 'orange', 4, 1, false],
    ['newer ones with the words, for the words', 'orange tree', 4, 1, true],
    ['newer ones in quotes', '"orange"', 2, 1, true],
    ['older ones in quotes', '"orange"', 2, -1, false],
  ])('none reads what others have made useless: %s', async (_, query, turn, age, isUseless) => {
    const files = Array.from({ length: 120 }, (__, at) => `${at}.txt`);
    const scope = bench.folder(Object.fromEntries(files.map((name) => [name, 'one orange, and a tree'])));
    for (const name of files) utimesSync(join(scope, name), 1.7e9, 1.7e9);
    const search = await searchOf(workerOf(0), query, scope);
    const alone = await search();
    expect(alone).toBeGreaterThan(30);
    const found = shareHits(2, 101) as SharedHits;
    const other = new SharedPool(found, 1, 2);
    for (let count = 0; count < 101; count++) other.add(turn, 1.7e12 + age);
    expect(await search(found)).toBe(isUseless ? 0 : alone);
  });

  it.each(['orange', '"orange"', 'orange tree'])('each tells the others what it has found: %s', async (query) => {
    const files = Array.from({ length: 300 }, (_, at) => `${at}.txt`);
    const scope = bench.folder(Object.fromEntries(files.map((name) => [name, 'one orange, and a tree'])));
    const ages = files.map((name) => (owns(name, { index: 0, count: 2 }) ? 1.7e9 : 1.6e9));
    for (const [at, name] of files.entries()) utimesSync(join(scope, name), 1.7e9, ages[at] as number);
    const [newer, older] = [await searchOf(workerOf(0), query, scope), await searchOf(workerOf(1), query, scope)];
    const found = shareHits(2, 101) as SharedHits;
    expect([await newer(found), await older(found)]).toEqual([101, 0]);
  });
});

type Counters = [Int32Array<SharedArrayBuffer>, Int32Array<SharedArrayBuffer>];

function workerOf(index: number): SearchWorker {
  const settings = { signatureBytes: 64 << 20, watch: false, all: false, accelerate: true, clockGrainMs: 20 };
  const clock = { now: Date.now, grainMs: 20 };
  return new SearchWorker({ ...settings, shard: { index, count: 2 } }, clock, async () => 'unreadable');
}

/** Searches by an index; tells how many files were read. */
async function searchOf(worker: SearchWorker, query: string, scope: string) {
  const search = async (found?: SharedHits) => {
    const [cancelled, looked] = [4, 8].map((bytes) => new Int32Array(new SharedArrayBuffer(bytes))) as Counters;
    const operation = { op: 'search', query, snippets: true } as const;
    await worker.answer({ operation, scope, limit: 100, budgetMs: 30_000, cancelled, looked, found });
    return looked[READ];
  };
  await search();
  await aWhile();
  return search;
}
