import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel, mapInParallel } from './in-parallel.ts';

const items = Array.from({ length: 50 }, (_, at) => at);

/** Work that takes some turns, and knows how much of it ran at once. */
class Work {
  running = 0;
  most = 0;
  readonly begun: number[] = [];
  readonly done: number[] = [];

  readonly on = async (item: number): Promise<string> => {
    this.begun.push(item);
    this.most = Math.max(this.most, ++this.running);
    for (let turns = item % 4; turns >= 0; turns--) await nextTurn();
    this.running--;
    if (item === 20) throw new Error('twenty');
    this.done.push(item);
    return `${item}`;
  };
}

test('some items are worked on at once, and never more', async () => {
  const work = new Work();
  const some = items.slice(0, 20);
  expect(await mapInParallel(some, 4, work.on)).toEqual(some.map(String));
  expect(work.most).toBe(4);
});

test('after a failure no more is begun, and what runs is waited for', async () => {
  const work = new Work();
  await expect(inParallel(items, 4, async (item) => void (await work.on(item)))).rejects.toThrow('twenty');
  expect(work.running).toBe(0);
  expect(work.begun.length).toBeLessThan(items.length);
  expect(work.done.length).toBe(work.begun.length - 1);
});

test('when the signal fires no more is begun', async () => {
  const work = new Work();
  const stop = new AbortController();
  const all = mapInParallel(items, 2, work.on, stop.signal);
  stop.abort(new Error('enough'));
  await expect(all).rejects.toThrow('enough');
  expect(work.begun).toEqual([0, 1]);
});
