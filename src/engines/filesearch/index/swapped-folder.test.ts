import { renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { Folder, showsOpenFiles } from '../../../lib/in-place.ts';
import { TimeBudget } from '../../../lib/time-budget.ts';
import { Bench } from '../testing/engine.ts';
import { Tree } from './tree.ts';
import { LiveWalk } from './walk.ts';

const bench = new Bench();
afterAll(() => bench.end());
afterEach(() => vi.restoreAllMocks());

const OLD = new Date('2001-02-03');
const shard = { index: 0, count: 1 };
const exclusions = { all: false };
const budget = () => new TimeBudget(new Int32Array(1), 10_000);

/** A folder in whose place another comes, with the same names, as soon as it has been listed. */
function swappedWhenListed(): string {
  const [scope, other] = [bench.folder({ 'a.txt': 'old' }), bench.folder({ 'a.txt': 'of another' })];
  utimesSync(join(scope, 'a.txt'), OLD, OLD);
  const { check } = Folder.prototype;
  vi.spyOn(Folder.prototype, 'check').mockImplementationOnce(function (this: Folder) {
    check.call(this);
    renameSync(scope, `${scope}-aside`);
    renameSync(other, scope);
  });
  return scope;
}

describe.runIf(showsOpenFiles)('what is known of the files of a folder', () => {
  it('is about the folder that was listed, in a walk', async () => {
    const scope = swappedWhenListed();
    const walk = new LiveWalk({ shard, exclusions, budget: budget(), wants: () => true, wantsStats: () => true });
    await walk.run(scope);
    expect(walk.found).toEqual([{ path: join(scope, 'a.txt'), modifiedMs: OLD.getTime() }]);
  });

  it('is about the folder that was listed, in an index', async () => {
    const scope = swappedWhenListed();
    const tree = new Tree(scope, { shard, exclusions, onDead: () => {}, onUnwatched: () => {} });
    await tree.refresh(tree.root, budget());
    expect(tree.newestFirst(tree.root).map(({ modifiedMs, size }) => [modifiedMs, size])).toEqual([[OLD.getTime(), 3]]);
  });
});
