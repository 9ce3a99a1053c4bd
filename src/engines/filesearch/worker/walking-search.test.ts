import { afterAll, expect, it } from 'vitest';
import { Bench, find, pathsOf } from '../testing/engine.ts';

const bench = new Bench();
afterAll(() => bench.end(), 60_000);

const paths = Array.from({ length: 60 }, (_, folder) =>
  Array.from({ length: 5 }, (__, file) => `${folder % 7}/${folder % 4}/\u00e4 ${folder}/${file}.txt`),
).flat();

it('threads that walk together look at each file once', { timeout: 120_000 }, async () => {
  const scope = bench.folder(Object.fromEntries(paths.map((path, at) => [path, at % 10 === 0 ? 'a needle' : 'hay'])));
  const engine = bench.engine({ workers: 3, accelerate: false });
  for (let round = 0; round < 10; round++) {
    const found = await find(engine, 'needle', scope);
    expect(found).toMatchObject({ scanned: paths.length, skipped: 0, complete: true });
    expect(new Set(pathsOf(found)).size).toBe(paths.length / 10);
    expect(found.hits).toHaveLength(paths.length / 10);
  }
});

it('a thread that knows nothing yet takes part with those that do', { timeout: 120_000 }, async () => {
  const scope = bench.folder(Object.fromEntries(paths.map((path) => [path, 'a needle'])));
  const engine = bench.engine({ workers: 3, watch: false });
  const [one, other] = await Promise.all([find(engine, 'needle', scope), find(engine, 'a needle', scope)]);
  const later = await find(engine, 'needle', scope);
  for (const found of [one, other, later]) expect(new Set(pathsOf(found)).size).toBe(paths.length);
  for (const found of [one, other, later]) expect(found.hits).toHaveLength(paths.length);
});
