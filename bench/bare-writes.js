// The floor of durable writes: threads that write a file, sync it, rename it and sync its folder, and do nothing else.
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Lets so many threads make so many writes together; gives the seconds. */
export async function bareWrites(threads, writes, bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-bench-bare-'));
  for (const name of ['staging', 'book']) mkdirSync(join(folder, name));
  const workers = Array.from({ length: threads }, (_, first) => {
    const data = { folder, first, threads, writes, bytes };
    return new Worker(new URL(import.meta.url), { workerData: data });
  });
  const all = () => Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('message', resolve))));
  await all();
  const started = performance.now();
  for (const worker of workers) worker.postMessage('go');
  await all();
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(workers.map((worker) => worker.terminate()));
  rmSync(folder, { recursive: true });
  return seconds;
}

function writeAll({ folder, first, threads, writes, bytes }) {
  const text = Buffer.alloc(bytes, 'x');
  for (let n = first; n < writes; n += threads) {
    const [staged, published] = [join(folder, 'staging', String(n)), join(folder, 'book', String(n))];
    const file = openSync(staged, 'wx');
    writeSync(file, text);
    fsyncSync(file);
    closeSync(file);
    renameSync(staged, published);
    const parent = openSync(join(folder, 'book'), 'r');
    fsyncSync(parent);
    closeSync(parent);
  }
}

if (!isMainThread && workerData?.writes !== undefined) {
  parentPort.once('message', () => {
    writeAll(workerData);
    parentPort.postMessage('done');
  });
  parentPort.postMessage('ready');
}
