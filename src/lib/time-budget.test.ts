import { expect, test } from 'vitest';
import { Stopped, TimeBudget } from './time-budget.ts';

const running = () => new Int32Array(new SharedArrayBuffer(4));
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('work is due for a turn after its slice, and not before', async () => {
  const budget = new TimeBudget(running(), 60_000);
  expect(budget.due()).toBe(false);
  await wait(20);
  expect(budget.due()).toBe(true);
  let others = 0;
  setImmediate(() => others++);
  await budget.turn();
  expect(others).toBe(1);
  expect(budget.due()).toBe(false);
});

test('work that is cancelled from another thread ends', () => {
  const cancelled = running();
  const budget = new TimeBudget(cancelled, 60_000);
  Atomics.store(cancelled, 0, 1);
  expect(() => budget.due()).toThrow(new Stopped('cancelled'));
});

test('work whose time is over ends', async () => {
  const budget = new TimeBudget(running(), 5);
  await wait(10);
  expect(() => budget.due()).toThrow(new Stopped('time'));
});

test('what others do is waited for until the time is over', async () => {
  const never = new Promise(() => {});
  await expect(new TimeBudget(running(), 20).within(never)).rejects.toThrow(new Stopped('time'));
  expect(await new TimeBudget(running(), 60_000).within(Promise.resolve(1))).toBe(1);
  expect(await new TimeBudget(running(), Number.POSITIVE_INFINITY).within(Promise.resolve(2))).toBe(2);
  await expect(new TimeBudget(running(), 60_000).within(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
