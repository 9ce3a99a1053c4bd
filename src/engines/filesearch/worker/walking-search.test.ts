import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { Folder, showsOpenFiles } from '../../../lib/in-place.ts';
import type { ReadText } from '../read/document-texts.ts';
import { Bench, find, pathsOf } from '../testing/engine.ts';
import type { Answer } from './protocol.ts';
import { SearchWorker } from './search-worker.ts';

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

it.runIf(showsOpenFiles)('rules out nothing by what lay in the place of a folder while it was looked at', async () => {
  const scope = bench.folder({ 'box/a.txt': 'a needle', 'box/b.txt': 'hay', 'box/needle.txt': 'a needle' });
  const other = bench.folder({ 'a.txt': 'hay', 'b.txt': 'hay', 'needle.txt': 'hay' });
  const swap = () => {
    renameSync(join(scope, 'box'), join(scope, 'aside'));
    renameSync(other, join(scope, 'box'));
  };
  const swapBack = () => {
    renameSync(join(scope, 'box'), other);
    renameSync(join(scope, 'aside'), join(scope, 'box'));
  };
  const { openByPath, isInPlace } = Folder.prototype;
  vi.spyOn(Folder.prototype, 'openByPath').mockImplementationOnce(function (this: Folder, name) {
    swap();
    return openByPath.call(this, name);
  });
  vi.spyOn(Folder.prototype, 'isInPlace').mockImplementationOnce(function (this: Folder) {
    const is = isInPlace.call(this);
    swapBack();
    return is;
  });
  const { hits } = await searched(scope, async () => 'unreadable', 10_000);
  expect(hits.map(({ path }) => path).sort()).toEqual([join(scope, 'box/a.txt'), join(scope, 'box/needle.txt')]);
  expect(hits.every(({ snippet }) => snippet !== undefined)).toBe(true);
});

it('finds what is quick to read, however long documents take', async () => {
  const letters = Array.from({ length: 100 }, (_, at) => [`${at}.docx`, 'a needle'] as const);
  const scope = bench.folder({ ...Object.fromEntries(letters), 'n.txt': 'a needle', 'n.eml': 'Subject: needle\n\nx' });
  const { hits, isOutOfTime } = await searched(scope, () => new Promise(() => {}), 1000);
  expect(isOutOfTime).toBe(true);
  expect(hits.map(({ path }) => path).sort()).toEqual([join(scope, 'n.eml'), join(scope, 'n.txt')]);
});

/** What a thread finds in a scope that it knows nothing of. */
function searched(scope: string, readText: ReadText, budgetMs: number): Promise<Answer> {
  const settings = { shard: { index: 0, count: 1 }, signatureBytes: 1 << 20, watch: false, all: false };
  const clock = { now: Date.now, grainMs: 0 };
  return new SearchWorker({ ...settings, accelerate: false, clockGrainMs: 0 }, clock, readText).answer({
    operation: { op: 'search', query: 'needle', snippets: true },
    scope,
    limit: 10,
    budgetMs,
    cancelled: new Int32Array(new SharedArrayBuffer(4)),
    looked: new Int32Array(new SharedArrayBuffer(8)),
  });
}
