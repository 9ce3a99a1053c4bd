import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { shareWalk, WalkQueue } from './walk-queue.ts';

describe('a walk of several threads', () => {
  it('begins once, and is done when every directory was visited', () => {
    const shared = shareWalk();
    const [one, other] = [new WalkQueue('/scope', shared), new WalkQueue('/scope', shared)];
    expect([one.take(), other.take()]).toEqual(['/scope', undefined]);
    one.add(['/scope/a']);
    one.visited();
    expect([one.isDone, other.isDone]).toEqual([false, false]);
    expect(one.take()).toBe('/scope/a');
    expect(other.isDone).toBe(false);
    one.visited();
    expect([one.isDone, other.isDone, one.take()]).toEqual([true, true, undefined]);
  });

  it('is shared by all or by none, as the first of them wants', () => {
    for (const first of [true, false]) {
      const shared = shareWalk();
      expect([first, true, false].map((wants) => WalkQueue.isTogether(shared, wants))).toEqual([first, first, first]);
    }
  });

  it('gives away what another thread waits for, each directory once', async () => {
    const shared = shareWalk();
    const taken = new Int32Array(new SharedArrayBuffer(4));
    const queue = new WalkQueue('/scope', shared);
    expect(queue.take()).toBe('/scope');
    const other = takingAll(shared, taken);
    const below = Array.from({ length: 100 }, (_, at) => `/scope/\u00e4 ${at}`);
    queue.add(below);
    queue.visited();
    while (Atomics.load(taken, 0) === 0) queue.add([]);
    const own: string[] = [];
    while (!queue.isDone) {
      const path = queue.take();
      if (path === undefined) continue;
      own.push(path);
      queue.visited();
    }
    const others = await other;
    expect(others.length).toBeGreaterThan(0);
    expect([...own, ...others].sort()).toEqual([...below].sort());
  });
});

/** A thread that takes what it can get; gives what it has taken. */
function takingAll(shared: SharedArrayBuffer, taken: Int32Array): Promise<string[]> {
  const entry = fileURLToPath(new URL('./walk-queue.ts', import.meta.url));
  const built = buildSync({ entryPoints: [entry], bundle: true, format: 'cjs', platform: 'node', write: false });
  const script = `${built.outputFiles[0]?.text}
    const { parentPort, workerData } = require('node:worker_threads');
    const queue = new module.exports.WalkQueue('/scope', workerData.shared);
    const paths = [];
    while (!queue.isDone) {
      const path = queue.take();
      if (path === undefined) queue.wait();
      else {
        paths.push(path);
        Atomics.store(workerData.taken, 0, 1);
        queue.visited();
      }
    }
    parentPort.postMessage(paths);`;
  const worker = new Worker(script, { eval: true, workerData: { shared, taken } });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}
