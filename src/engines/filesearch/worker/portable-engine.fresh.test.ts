import { appendFileSync, linkSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aWhile, Bench, find, never, pathsOf } from '../testing/engine.ts';

const bench = new Bench();
afterAll(() => bench.end(), 60_000);

describe.each([true, false])('an index with a watcher: %s', (watch) => {
  const engine = bench.engine({ watch });
  const search = (query: string, scope: string) => find(engine, query, scope).then(pathsOf);

  async function indexed(files: Readonly<Record<string, string>>): Promise<string> {
    const scope = bench.folder(files);
    await aWhile();
    await search('anything', scope);
    await aWhile();
    return scope;
  }

  it('sees every change that was made before the search', async () => {
    const scope = await indexed({ 'd/a': 'start', b: 'start' });
    for (let round = 0; round < 300; round++) {
      writeFileSync(join(scope, round % 2 ? 'd/a' : 'b'), `now-${round}-`);
      expect(await search(`now-${round}-`, scope)).toHaveLength(1);
    }
  });

  it('never reports a file that is gone or no longer matches', async () => {
    const scope = await indexed({ a: 'needle', b: 'needle', 'c/needle': '' });
    rmSync(join(scope, 'a'));
    writeFileSync(join(scope, 'b'), 'noodle');
    rmSync(join(scope, 'c'), { recursive: true });
    expect(await search('needle', scope)).toEqual([]);
  });

  it('sees a change that keeps size and modification time', async () => {
    const scope = await indexed({ a: 'aaaaaa' });
    utimesSync(join(scope, 'a'), 1000, 1000);
    await search('x', scope);
    await aWhile();
    writeFileSync(join(scope, 'a'), 'needle');
    utimesSync(join(scope, 'a'), 1000, 1000);
    expect(await search('needle', scope)).toEqual([join(scope, 'a')]);
  });

  it('sees a change made through a second name, inside or outside of the scope', async () => {
    const outside = bench.folder({ a: 'start' });
    const scope = bench.folder({ 'd/f': '' });
    linkSync(join(outside, 'a'), join(scope, 'd/linked'));
    await search('x', scope);
    await aWhile();
    await search('x', scope);
    await aWhile();
    appendFileSync(join(outside, 'a'), ' needle');
    expect(await search('needle', scope)).toEqual([join(scope, 'd/linked')]);
  });

  it('sees what is in new, moved and replaced folders', async () => {
    const scope = await indexed({ 'a/b/c/f': 'one', 'x/g': 'two' });
    mkdirSync(join(scope, 'n/e/w'), { recursive: true });
    writeFileSync(join(scope, 'n/e/w/f'), 'three');
    expect(await search('three', scope)).toEqual([join(scope, 'n/e/w/f')]);
    renameSync(join(scope, 'a'), join(scope, 'x/moved'));
    expect(await search('one', scope)).toEqual([join(scope, 'x/moved/b/c/f')]);
    writeFileSync(join(scope, 'x/moved/b/c/g'), 'four');
    expect(await search('four', scope)).toEqual([join(scope, 'x/moved/b/c/g')]);
    rmSync(join(scope, 'x'), { recursive: true });
    mkdirSync(join(scope, 'x/moved'), { recursive: true });
    await search('x', scope);
    writeFileSync(join(scope, 'x/moved/h'), 'five');
    expect(await search('five', scope)).toEqual([join(scope, 'x/moved/h')]);
  });

  it('sees that the scope itself, or a folder above it, is another one now', async () => {
    const above = bench.folder({ 'd/scope/a': 'old' });
    const scope = join(above, 'd/scope');
    await search('old', scope);
    await aWhile();
    renameSync(join(above, 'd'), join(above, 'e'));
    mkdirSync(scope, { recursive: true });
    writeFileSync(join(scope, 'b'), 'new');
    expect(await search('new', scope)).toEqual([join(scope, 'b')]);
    expect(await search('old', scope)).toEqual([]);
  });

  it('sees an exclusion come and go', async () => {
    const scope = await indexed({ 'd/f': 'needle', 'target/f': 'needle' });
    writeFileSync(join(scope, 'd/.metadata_never_index'), '');
    writeFileSync(join(scope, 'Cargo.toml'), '');
    expect(await search('needle', scope)).toEqual([]);
    expect(await search('needle', join(scope, 'd'))).toEqual([join(scope, 'd/f')]);
    rmSync(join(scope, 'd/.metadata_never_index'));
    rmSync(join(scope, 'Cargo.toml'));
    expect((await search('needle', scope)).sort()).toEqual([join(scope, 'd/f'), join(scope, 'target/f')]);
  });

  it('sees everything after more events than the kernel keeps', { timeout: 120_000 }, async () => {
    const scope = await indexed({ 'd/f': 'start' });
    for (let at = 0; at < 10_000; at++) writeFileSync(join(scope, `d/${at % 5000}`), `content ${at}`);
    writeFileSync(join(scope, 'd/last'), 'needle');
    expect(await search('needle', scope)).toEqual([join(scope, 'd/last')]);
    const all = await engine.recent(0, { scope, limit: 10_000, signal: never });
    expect(all.hits).toHaveLength(5002);
  });

  it('answers for kinds and recent files as they are now', async () => {
    const scope = await indexed({ 'a.py': '', 'b.txt': '' });
    renameSync(join(scope, 'b.txt'), join(scope, 'b.py'));
    writeFileSync(join(scope, 'c.py'), '');
    const code = await engine.byKind('code', { scope, limit: 10, signal: never });
    expect(pathsOf(code).sort()).toEqual(['a.py', 'b.py', 'c.py'].map((name) => join(scope, name)));
    expect((await engine.recent(0, { scope, limit: 10, signal: never })).hits).toHaveLength(3);
  });
});
