import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { TextRequest } from '../engine.ts';
import { Bench, never } from '../testing/engine.ts';
import type { TextEmbedder } from './embedder.ts';
import { MeaningEngine, type MeaningOptions } from './meaning-engine.ts';
import { ConceptEmbedder } from './testing/concepts.ts';

const bench = new Bench();
afterAll(() => bench.end(), 60_000);

const FILES = {
  'bill.txt': 'The automobile was repaired in March.',
  'sub/lunch.md': '# A dish\nfor cold days',
  'notes.txt': 'nothing of interest',
  'old.ts': '// the automobile',
};

function engineOf(embedder: TextEmbedder | undefined, options: Partial<MeaningOptions> = {}) {
  const readers = bench.readers();
  const inner = bench.engine({ workers: 1, readers });
  return new MeaningEngine(inner, readers, { openEmbedder: async () => embedder, waitMs: 60_000, ...options });
}

async function ask(engine: MeaningEngine, query: string, scope: string, request: Partial<TextRequest> = {}) {
  const found = await engine.search(query, {
    scope,
    limit: 10,
    snippets: true,
    signal: never,
    meaning: true,
    ...request,
  });
  return { ...found, names: found.hits.map(({ path }) => basename(path)) };
}

it('finds documents that say it in other words, behind those that say it', async () => {
  const scope = bench.folder({ ...FILES, 'car.md': 'x' });
  const found = await ask(engineOf(new ConceptEmbedder()), 'car', scope);
  expect(found.names).toEqual(['car.md', 'bill.txt']);
  expect(found.hits[1]).toMatchObject({
    byMeaning: true,
    why: 'by meaning',
    snippet: { text: 'The automobile was repaired in March.', start: 0, end: 0 },
  });
  expect(found).toMatchObject({ complete: true, truncated: false });
  expect(found.note).toBeUndefined();
});

it('nothing is computed unless somebody asks, and a phrase in quotes means just that', async () => {
  const scope = bench.folder(FILES);
  const embedder = new ConceptEmbedder();
  const engine = engineOf(embedder);
  expect((await ask(engine, 'car', scope, { meaning: false })).names).toEqual([]);
  expect((await ask(engine, '"car"', scope)).names).toEqual([]);
  expect((await ask(engine, 'car', scope, { regex: true })).names).toEqual([]);
  expect(embedder.heard).toEqual([]);
  const conditions = { phrases: [], without: ['x'] };
  expect(await ask(engine, 'car', scope, { conditions })).toMatchObject({ hits: [], complete: false });
  expect(embedder.heard).toEqual([]);
});

it('only files that the request is about are compared, each once until it changes', async () => {
  const scope = bench.folder({ ...FILES, '.hidden/car.txt': 'automobile', 'other.md': 'garage' });
  const embedder = new ConceptEmbedder();
  const engine = engineOf(embedder);
  expect((await ask(engine, 'car', scope, { filter: { name: '*.txt' } })).names).toEqual(['bill.txt']);
  expect(embedder.heard.filter((text) => /hidden|old|other|lunch/.test(text))).toEqual([]);
  const before = embedder.heard.length;
  await ask(engine, 'car', scope, { filter: { name: '*.txt' } });
  expect(embedder.heard.slice(before)).toEqual(['car']);
  writeFileSync(join(scope, 'bill.txt'), 'A soup');
  utimesSync(join(scope, 'bill.txt'), 1, 1);
  expect((await ask(engine, 'car', scope, { filter: { name: '*.txt' } })).names).toEqual([]);
  expect((await ask(engine, 'kitchen', scope)).names.sort()).toEqual(['bill.txt', 'lunch.md']);
});

it('an answer says when not all documents have been compared, and the rest follow', async () => {
  const scope = bench.folder(FILES);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const embedder = new ConceptEmbedder(() => (embedder.heard.at(-1) === 'car' ? Promise.resolve() : gate));
  const engine = engineOf(embedder, { waitMs: 10 });
  const early = await ask(engine, 'car', scope);
  expect(early).toMatchObject({ hits: [], complete: false });
  expect(early.note).toContain('By meaning 0 of 3 documents');
  // A plain search does not wait for it.
  expect((await ask(engine, 'automobile', scope, { meaning: false })).names).toEqual(['bill.txt', 'old.ts']);
  open();
  await expect.poll(async () => (await ask(engine, 'car', scope)).names, { timeout: 10_000 }).toEqual(['bill.txt']);
});

it('without a model, or with one that fails, the words still count, and the answer says so', async () => {
  const scope = bench.folder(FILES);
  const without = await ask(engineOf(undefined), 'automobile', scope);
  expect(without).toMatchObject({ names: ['bill.txt', 'old.ts'], complete: false });
  expect(without.note).toContain('npm install');
  const broken = new ConceptEmbedder(() => Promise.reject(new Error('no memory')));
  const failed = await ask(engineOf(broken), 'automobile', scope);
  expect(failed).toMatchObject({ names: ['bill.txt', 'old.ts'], complete: false });
  expect(failed.note).toContain('the model failed');
});

it('a search that nobody waits for any more ends at once', async () => {
  const scope = bench.folder(FILES);
  const stop = new AbortController();
  const embedder = new ConceptEmbedder(() => {
    stop.abort(new Error('enough'));
    return new Promise(() => {});
  });
  await expect(ask(engineOf(embedder), 'car', scope, { signal: stop.signal })).rejects.toThrow();
});

it('in a cache folder vectors survive, and neither names nor texts are there', async () => {
  const scope = bench.folder(FILES);
  const cacheFolder = bench.folder();
  const first = engineOf(new ConceptEmbedder(), { cacheFolder });
  await ask(first, 'car', scope);
  await first.close();
  const kept = readdirSync(cacheFolder).map((name) => readFileSync(join(cacheFolder, name), 'latin1'));
  expect(kept).toHaveLength(1);
  expect(kept[0]).not.toMatch(/automobile|bill|lunch/);
  const embedder = new ConceptEmbedder();
  expect((await ask(engineOf(embedder, { cacheFolder }), 'car', scope)).names).toEqual(['bill.txt']);
  expect(embedder.heard).toEqual(['car']);
  // What is damaged is made anew.
  writeFileSync(join(cacheFolder, readdirSync(cacheFolder)[0] ?? ''), 'x');
  const again = new ConceptEmbedder();
  expect((await ask(engineOf(again, { cacheFolder }), 'car', scope)).names).toEqual(['bill.txt']);
  expect(again.heard).toHaveLength(4);
});
