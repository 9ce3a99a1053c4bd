import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TimeBudget } from '../../../lib/time-budget.ts';
import { UNSIGNED } from '../index/entries.ts';
import { IndexCache } from '../index/index-cache.ts';
import type { ScopeIndex } from '../index/scope-index.ts';
import { Signing } from '../index/signing.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { BackgroundIndexer } from './background-indexer.ts';

const shard = { index: 0, count: 1 };
const settings = { shard, signatureBytes: 1 << 24, watch: false, all: false, accelerate: true, clockGrainMs: 0 };

/** Indexes a scope as if it were some milliseconds later, and counts the files that it signs. */
class Indexing {
  laterMs = 1000;
  signed: string[] = [];
  readonly index: ScopeIndex;
  readonly #indexer: BackgroundIndexer;
  readonly #budget = new TimeBudget(new Int32Array(1), 60_000);

  constructor(scope: string) {
    const clock = { now: () => Date.now() + this.laterMs, grainMs: 0 };
    const cache = new IndexCache(settings, clock, async () => 'gone');
    const signing = new Signing(cache.signatures, cache.documents, clock, cache.vocabulary);
    const sign = signing.sign.bind(signing);
    signing.sign = (entry, budget) => {
      this.signed.push(entry.name);
      return sign(entry, budget);
    };
    this.#indexer = new BackgroundIndexer(cache, signing, false, clock.now);
    this.index = cache.open(scope);
    this.index.wantsSignatures = true;
  }

  /** The names of files that it signs now. */
  async run(): Promise<string[]> {
    this.signed = [];
    await this.index.freshen(this.index.tree.root, this.#budget);
    this.#indexer.enqueue(this.index);
    await this.#indexer.whenDone();
    return this.signed.sort();
  }

  get unsigned(): string[] {
    const { tree } = this.index;
    return tree
      .newestFirst(tree.root)
      .filter(({ signature }) => signature === UNSIGNED)
      .map(({ name }) => name);
  }
}

describe('the indexer', () => {
  it('signs every file once, and those that are new or have changed again', async () => {
    const scope = temporaryFolder({ 'a.txt': 'one', 'b/c.txt': 'two' });
    const indexing = new Indexing(scope);
    expect(await indexing.run()).toEqual(['a.txt', 'c.txt']);
    expect(await indexing.run()).toEqual([]);
    writeFileSync(join(scope, 'd.txt'), 'three');
    writeFileSync(join(scope, 'a.txt'), 'changed');
    expect(await indexing.run()).toEqual(['a.txt', 'd.txt']);
    rmSync(join(scope, 'd.txt'));
    expect(await indexing.run()).toEqual([]);
    expect(indexing.unsigned).toEqual([]);
  });

  it('comes back to a file that was too young to be signed', async () => {
    const indexing = new Indexing(temporaryFolder({ 'a.txt': 'one' }));
    indexing.laterMs = -60_000;
    await indexing.run();
    expect(indexing.unsigned).toEqual(['a.txt']);
    indexing.laterMs = 1000;
    expect(await indexing.run()).toEqual(['a.txt']);
    expect(indexing.unsigned).toEqual([]);
  });
});
