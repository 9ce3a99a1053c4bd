import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type SignatureStore } from '../index/kept-signatures.ts';
import { apply, edit, WORDS } from '../testing/edits.ts';
import { aWhile, Bench, find, never, pathsOf } from '../testing/engine.ts';
import { type Answer, type Operation, READ } from './protocol.ts';
import { SearchWorker } from './search-worker.ts';

const GRAIN_MS = 20;
const bench = new Bench();
afterAll(() => bench.end());

/** A thread's part of a process that starts, searches and ends. */
class Process {
  readonly #worker: SearchWorker;

  constructor(store?: SignatureStore) {
    const shard = { index: 0, count: 1 };
    const settings = { shard, signatureBytes: 64 << 20, watch: false, all: false, accelerate: true, store };
    const clock = { now: Date.now, grainMs: GRAIN_MS };
    this.#worker = new SearchWorker({ ...settings, clockGrainMs: GRAIN_MS }, clock, async () => 'unreadable');
  }

  ask(operation: Operation, scope = '', looked = new Int32Array(new SharedArrayBuffer(8))): Promise<Answer> {
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    return this.#worker.answer({ operation, scope, limit: 1000, budgetMs: 30_000, cancelled, looked });
  }

  async search(query: string, scope: string) {
    const looked = new Int32Array(new SharedArrayBuffer(8));
    const { hits, skipped } = await this.ask({ op: 'search', query, snippets: true }, scope, looked);
    return { hits, skipped, read: looked[READ], settle: () => this.ask({ op: 'settle' }) };
  }
}

const damage = fc.option(fc.record({ at: fc.nat(), flip: fc.integer({ min: 0, max: 255 }) }), {
  freq: 4,
  nil: undefined,
});
const round = fc.record({ edits: fc.array(edit, { maxLength: 5 }), word: fc.constantFrom(...WORDS), damage });

describe('signatures of an earlier process', () => {
  it('change no answer, after any edits and any damage', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 4 }), async (rounds) => {
        const [scope, folder] = [bench.folder(), bench.folder()];
        for (const { edits, word, damage: harm } of rounds) {
          for (const each of edits) apply(scope, each);
          if (harm) for (const name of readdirSync(folder)) spoil(join(folder, name), harm);
          const [plain, cached] = [new Process(), new Process({ folder, program: 'a' })];
          const expected = await plain.search(word, scope);
          const { hits, skipped, settle } = await cached.search(word, scope);
          expect({ word, hits, skipped }).toEqual({ word, hits: expected.hits, skipped: expected.skipped });
          await aWhile(GRAIN_MS + 5);
          await cached.search(word, scope);
          await settle();
        }
        rmSync(scope, { recursive: true });
      }),
      { numRuns: 40 },
    );
  });

  it('are believed, also below their scope, and not those of another program', async () => {
    const [scope, folder] = [
      bench.folder({ 'a/x.txt': 'apple', 'b.txt': 'berry', 'c.jpg': 'no picture' }),
      bench.folder(),
    ];
    await aWhile(GRAIN_MS + 5);
    await (await new Process({ folder, program: 'a' }).search('apple', scope)).settle();
    const read = async (program: string, query: string, below = scope) =>
      (await new Process({ folder, program }).search(query, below)).read;
    expect(await read('a', 'cherry')).toBe(0);
    expect(await read('a', 'berry')).toBe(1);
    expect(await read('a', 'berry', join(scope, 'a'))).toBe(0);
    expect(await read('b', 'cherry')).toBe(3);
    const [kept = ''] = readdirSync(folder);
    const bytes = readFileSync(join(folder, kept)).toString('latin1');
    for (const secret of ['apple', 'berry', 'x.txt', 'c.jpg']) expect(bytes).not.toContain(secret);
  });

  it('are not believed for a second name by which a file is read otherwise', async () => {
    const [scope, folder] = [bench.folder({ 'a.txt': 'caf&eacute; noir' }), bench.folder()];
    linkSync(join(scope, 'a.txt'), join(scope, 'b.html'));
    await aWhile(GRAIN_MS + 5);
    await (await new Process({ folder, program: 'a' }).search('plum', scope)).settle();
    const { hits } = await new Process({ folder, program: 'a' }).search('caf\u00e9 noir', scope);
    expect(hits.map(({ path }) => path)).toEqual([join(scope, 'b.html')]);
  });

  it('make a process ready before it is asked, within what it may search', async () => {
    const [scope, folder] = [bench.folder({ 'a.txt': 'apple', 'b.txt': 'berry' }), bench.folder()];
    await aWhile(GRAIN_MS + 5);
    await (await new Process({ folder, program: 'a' }).search('apple', scope)).settle();
    const [inside, outside] = [new Process({ folder, program: 'a' }), new Process({ folder, program: 'a' })];
    await outside.ask({ op: 'warm-up', roots: [`${scope}2`] });
    await inside.ask({ op: 'warm-up', roots: [scope] });
    while ((await inside.ask({ op: 'size' })).indexFiles < 2) await aWhile(10);
    expect((await inside.search('cherry', scope)).read).toBe(0);
    expect((await outside.ask({ op: 'size' })).indexFiles).toBe(0);
  });

  it('are written by an engine when it settles', async () => {
    const [scope, cacheFolder] = [bench.folder({ 'a.txt': 'apple', 'b.txt': 'berry' }), bench.folder()];
    await aWhile(GRAIN_MS + 5);
    const engine = bench.engine({ cacheFolder, watch: false });
    expect(pathsOf(await find(engine, 'apple', scope))).toEqual([join(scope, 'a.txt')]);
    await engine.settle(never);
    expect(readdirSync(cacheFolder)).toHaveLength(2);
  });
});

function spoil(path: string, { at, flip }: { readonly at: number; readonly flip: number }): void {
  const bytes = readFileSync(path);
  const place = at % bytes.length;
  bytes[place] = (bytes[place] as number) ^ flip;
  writeFileSync(path, flip === 0 ? bytes.subarray(0, place) : bytes);
}
