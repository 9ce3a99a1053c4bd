import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TimeBudget } from '../../../lib/time-budget.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { byAge } from './entries.ts';
import { Tree } from './tree.ts';

const scope = temporaryFolder({ 'a/b/one.txt': 'x', 'c/two.txt': 'x' });
const budget = new TimeBudget(new Int32Array(1), 60_000);
const treeOf = (root = scope) =>
  new Tree(root, {
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

const FOLDERS = ['', 'a', 'a/b', 'd'];
const change = fc.record({
  folder: fc.constantFrom(...FOLDERS),
  name: fc.nat(8),
  age: fc.nat(5),
  isGone: fc.boolean(),
});

it('lists the files of any of its directories newest first, whatever has changed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 12 }), { minLength: 1, maxLength: 6 }), async (rounds) => {
      const root = temporaryFolder({ 'a/b/x': '', 'd/x': '' });
      const tree = treeOf(root);
      const before = new Map<string, readonly unknown[]>();
      for (const changes of [[], ...rounds]) {
        for (const { folder, name, age, isGone } of changes) {
          const path = join(root, folder, `${name}.txt`);
          if (isGone) rmSync(path, { force: true });
          else writeFileSync(path, `${age}`);
          if (!isGone) utimesSync(path, 1.7e9, 1.7e9 - age);
        }
        await tree.refresh(tree.root, budget);
        // The first is also the one that was asked for last.
        for (const folder of ['d', ...FOLDERS]) {
          const top = tree.root.find(join(root, folder));
          if (!top) throw new Error(folder);
          const listed = tree.newestFirst(top);
          const files = [...top.tree()].flatMap((each) => each.files);
          expect(listed.map(({ path }) => path)).toEqual([...files].sort(byAge).map(({ path }) => path));
          // Who still looks at an earlier list must not see it change.
          expect(before.get(`${folder} was`)).toEqual(before.get(folder));
          before.set(folder, listed).set(`${folder} was`, [...listed]);
        }
      }
    }),
    { numRuns: 40 },
  );
});
