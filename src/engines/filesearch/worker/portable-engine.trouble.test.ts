import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Bench, find, never, pathsOf } from '../testing/engine.ts';

const bench = new Bench();
const engine = bench.engine({ accelerate: false });
afterAll(() => bench.end(), 60_000);

describe.skipIf(process.platform === 'win32')('trouble on the disk', () => {
  it('R52 does not open pipes and sockets', async () => {
    const scope = bench.folder({ a: 'needle' });
    execFileSync('mkfifo', [join(scope, 'needle-pipe')]);
    const server = createServer().listen(join(scope, 'needle-socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    const found = await find(engine, 'needle', scope);
    server.close();
    expect(pathsOf(found)).toEqual([join(scope, 'a')]);
    expect(found.complete).toBe(true);
  });

  it('R53 skips and counts what cannot be read', async () => {
    const scope = bench.folder({ a: 'needle' });
    // Deeper than a path can be long.
    const deep = `${'d'.repeat(250)}/`.repeat(10);
    for (const half of ['x', 'y']) mkdirSync(join(scope, half, deep), { recursive: true });
    renameSync(join(scope, 'y'), join(scope, 'x', deep, 'y'));
    for (const each of [engine, bench.engine()]) {
      const found = await find(each, 'needle', scope);
      expect(pathsOf(found)).toEqual([join(scope, 'a')]);
      expect(found).toMatchObject({ complete: false, skipped: 1 });
    }
    renameSync(join(scope, 'x', deep, 'y'), join(scope, 'y'));
  });

  it('R53 a scope that cannot be listed gives nothing, and says that it is not complete', async () => {
    const scope = join(bench.folder(), 'gone');
    for (const each of [engine, bench.engine()]) {
      expect(await find(each, 'x', scope)).toMatchObject({ hits: [], complete: false, skipped: 1 });
      expect(await each.byKind('code', { scope, limit: 1, signal: never })).toMatchObject({
        hits: [],
        complete: false,
      });
    }
  });

  it('R55 skips and counts names that are no UTF-8', async () => {
    const scope = bench.folder({ 'a\ufffd': 'needle' });
    writeFileSync(Buffer.concat([Buffer.from(`${scope}/needle`), Buffer.from([0xff, 0xfe])]), 'needle');
    for (const each of [engine, bench.engine()]) {
      const found = await find(each, 'needle', scope);
      expect(pathsOf(found)).toEqual([join(scope, 'a\ufffd')]);
      expect(found).toMatchObject({ complete: false, skipped: 1 });
    }
  });

  it('R53 a folder that is deleted meanwhile is no error', async () => {
    const scope = bench.folder();
    const both = [engine, bench.engine()];
    for (let round = 0; round < 10; round++) {
      for (let at = 0; at < 20; at++) {
        mkdirSync(join(scope, `d${at}/e`), { recursive: true });
        writeFileSync(join(scope, `d${at}/e/f`), 'needle');
      }
      const searches = both.map((each) => find(each, 'needle', scope));
      for (let at = 0; at < 20; at++) rmSync(join(scope, `d${at}`), { recursive: true });
      await Promise.all(searches);
      for (const each of both) expect(await find(each, 'needle', scope)).toMatchObject({ hits: [], complete: true });
    }
  });
});

describe('time, and threads', () => {
  const big = () =>
    bench.folder(
      Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`d${at % 50}/f${at}`, 'x'.repeat(20_000)])),
    );

  it('R57 answers with what it has when time is over', async () => {
    const hasty = bench.engine({ budgetMs: 1, accelerate: false });
    const found = await find(hasty, 'absent', big());
    expect(found).toMatchObject({ hits: [], complete: false, truncated: false });
    expect(found.note).toContain('Time ran out');
  });

  it('R58 stops when it is cancelled, and leaves the processor alone', async () => {
    const scope = big();
    const fresh = bench.engine();
    const controller = new AbortController();
    const search = fresh.search('absent', { scope, limit: 10, signal: controller.signal, snippets: false });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(search).rejects.toThrow('enough');
    await sleep(200);
    const before = process.cpuUsage();
    await sleep(300);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(200_000);
    await expect(fresh.search('a', { scope, limit: 1, signal: controller.signal, snippets: false })).rejects.toThrow(
      'enough',
    );
  });

  it('R58 R60 searches a large file to its end, and can be stopped in the middle of it', async () => {
    const scope = bench.folder({ large: Buffer.concat([Buffer.alloc(40 << 20, 'x'), Buffer.from(' the needle')]) });
    const controller = new AbortController();
    const search = engine.search('absent', { scope, limit: 10, signal: controller.signal, snippets: false });
    setTimeout(() => controller.abort(new Error('enough')), 10);
    await expect(search).rejects.toThrow('enough');
    const { hits, complete } = await find(engine, 'THE needle', scope);
    expect(hits.map(({ snippet }) => snippet?.text.endsWith('the needle'))).toEqual([true]);
    expect(complete).toBe(true);
  });

  it('R58 answers many calls at once, each rightly', async () => {
    const scope = bench.folder(
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`d${at % 7}/${at}.py`, `word${at}x`])),
    );
    const both = [engine, bench.engine()];
    const calls = Array.from({ length: 20 }, async (_, at) => {
      const each = both[at % 2] ?? engine;
      if (at % 5 === 3) return (await each.byKind('code', { scope, limit: 1000, signal: never })).hits.length;
      if (at % 5 === 4) return (await each.recent(0, { scope, limit: 1000, signal: never })).hits.length;
      return pathsOf(await find(each, `WORD${at}x`, scope));
    });
    const expected = Array.from({ length: 20 }, (_, at) => (at % 5 > 2 ? 200 : [join(scope, `d${at % 7}/${at}.py`)]));
    expect(await Promise.all(calls)).toEqual(expected);
  });

  it('R57 does not wait for ever for a thread that is stuck', async () => {
    const folder = bench.folder({ 'stuck.mjs': 'setInterval(() => {}, 1000);' });
    const stuck = bench.engine({ budgetMs: 10, workerFile: pathToFileURL(join(folder, 'stuck.mjs')) });
    expect(await find(stuck, 'x', folder)).toMatchObject({ hits: [], complete: false });
  });

  it('says so when a thread dies, and goes on with a new one', async () => {
    const folder = bench.folder({ a: 'needle' });
    const marker = JSON.stringify(join(folder, '.died'));
    const program = `
      import { existsSync, writeFileSync } from 'node:fs';
      import { parentPort, workerData } from 'node:worker_threads';
      if (!existsSync(${marker})) parentPort.once('message', () => { writeFileSync(${marker}, ''); throw new Error('dead'); });
      else parentPort.on('message', ({ id }) => parentPort.postMessage({ id, answer: { hits: [], scanned: 7, skipped: 0, isOutOfTime: false, overran: [] } }));`;
    writeFileSync(join(folder, 'frail.mjs'), program);
    const frail = bench.engine({ workers: 1, workerFile: pathToFileURL(join(folder, 'frail.mjs')) });
    await expect(find(frail, 'x', folder)).rejects.toThrow('dead');
    expect((await find(frail, 'x', folder)).scanned).toBe(7);
  });
});
