import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TimeBudget } from '../../../lib/time-budget.ts';
import { IndexCache } from './index-cache.ts';

const scope = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-library-')));
mkdirSync(join(scope, 'a/b'), { recursive: true });
mkdirSync(join(scope, '.hidden'));
for (let at = 0; at < 10; at++) writeFileSync(join(scope, 'a/b', `${at}`), 'x');
afterAll(() => rmSync(scope, { recursive: true }));

const clock = { now: () => 0, grainMs: 0 };
const budget = new TimeBudget(new Int32Array(1), 60_000);
const settings = { shard: { index: 0, count: 1 }, watch: false, all: false, accelerate: true, clockGrainMs: 0 };
const make = (signatureBytes: number) => new IndexCache({ ...settings, signatureBytes }, clock, async () => 'gone');

describe('the cache of indexes', () => {
  it('covers a folder by the index of a scope above it, unless it is left out there', async () => {
    const cache = make(1 << 20);
    const index = cache.open(scope);
    await index.freshen(index.tree.root, budget);
    expect(cache.covering(join(scope, 'a/b'))).toBe(index);
    expect(cache.covering(join(scope, '.hidden'))).toBeUndefined();
    expect(cache.covering(join(scope, '..'))).toBeUndefined();
  });

  it('drops an index that another one covers', async () => {
    const cache = make(1 << 20);
    const inner = cache.open(join(scope, 'a'));
    const outer = cache.open(scope);
    await outer.freshen(outer.tree.root, budget);
    cache.trim();
    expect(cache.covering(join(scope, 'a'))).toBe(outer);
    expect(inner.canGoLive).toBe(false);
  });

  it('lets one index grow at the cost of others, up to the limit', async () => {
    const cache = make(5200);
    const one = cache.open(join(scope, 'a'));
    await one.freshen(one.tree.root, budget);
    expect(cache.hasRoomFor(one)).toBe(true);
    const other = cache.open(join(scope, 'a/b'));
    await other.freshen(other.tree.root, budget);
    expect(cache.hasRoomFor(other)).toBe(true);
    expect(cache.covering(join(scope, 'a'))).toBeUndefined();
  });

  it('drops the longest unused index when memory is full', async () => {
    const cache = make(5000);
    const inner = cache.open(join(scope, 'a/b'));
    const hidden = cache.open(join(scope, '.hidden'));
    await inner.freshen(inner.tree.root, budget);
    expect(cache.isFull).toBe(false);
    writeFileSync(join(scope, '.hidden', 'f'), 'x');
    for (let at = 0; at < 10; at++) writeFileSync(join(scope, '.hidden', `${at}`), 'x');
    await hidden.freshen(hidden.tree.root, budget);
    cache.trim();
    expect(cache.covering(join(scope, 'a/b'))).toBeUndefined();
    expect(cache.covering(join(scope, '.hidden'))).toBe(hidden);
  });
});
