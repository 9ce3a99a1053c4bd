import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TimeBudget } from '../../../lib/time-budget.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { Tree } from './tree.ts';

const scope = temporaryFolder({ 'a/b/one.txt': 'x', 'c/two.txt': 'x' });
const budget = new TimeBudget(new Int32Array(1), 60_000);
const treeOf = () =>
  new Tree(scope, {
    shard: { index: 0, count: 1 },
    exclusions: { all: false },
    onDead: () => undefined,
    onUnwatched: () => undefined,
  });

// No valid UTF-8: it cannot be asked for again.
const unspeakable = (folder: string) =>
  Buffer.concat([Buffer.from(`${join(scope, folder)}/`), Buffer.from([0x66, 0xff])]);

it.runIf(process.platform === 'linux')(
  'counts what could not be looked at, however a directory has changed',
  async () => {
    const tree = treeOf();
    const count = () => [tree.skippedIn(tree.root), tree.skippedIn(tree.root.find(join(scope, 'a')) ?? tree.root)];
    await tree.refresh(tree.root, budget);
    expect(count()).toEqual([0, 0]);
    writeFileSync(unspeakable('a/b'), 'x');
    writeFileSync(unspeakable('c'), 'x');
    await tree.refresh(tree.root, budget);
    expect(count()).toEqual([2, 1]);
    rmSync(join(scope, 'c'), { recursive: true });
    await tree.refresh(tree.root, budget);
    expect(count()).toEqual([1, 1]);
    rmSync(unspeakable('a/b'));
    await tree.refresh(tree.root, budget);
    expect(count()).toEqual([0, 0]);
    mkdirSync(join(scope, 'd'));
    writeFileSync(unspeakable('d'), 'x');
    await tree.refresh(tree.root, budget);
    expect(count()).toEqual([1, 0]);
    tree.clear();
    expect(tree.skippedIn(tree.root)).toBe(0);
  },
);
