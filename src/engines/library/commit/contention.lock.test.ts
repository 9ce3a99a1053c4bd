import { expect, it } from 'vitest';
import { KeyedLock } from './contention.ts';

function work() {
  let running = 0;
  let most = 0;
  const step = async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  };
  return { step, most: () => most };
}

it('lets one at a time work under a name, in the order in which they came', async () => {
  const lock = new KeyedLock();
  const { step, most } = work();
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((n) => lock.run('a', () => step().then(() => order.push(n)))));
  expect(most()).toBe(1);
  expect(order).toEqual([1, 2, 3]);
});

it('does not let names wait for each other', async () => {
  const lock = new KeyedLock();
  const { step, most } = work();
  await Promise.all(['a', 'b'].map((name) => lock.run(name, step)));
  expect(most()).toBe(2);
});

it('goes on after a failure, which only its own caller sees', async () => {
  const lock = new KeyedLock();
  const failing = lock.run('a', () => Promise.reject(new Error('no')));
  const next = lock.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
