import { expect, it } from 'vitest';
import { Stopped } from '../../../lib/time-budget.ts';
import type { Task } from './protocol.ts';
import { Rehearsal } from './rehearsal.ts';

it('searches a few times, where it is told', async () => {
  const scopes: string[] = [];
  await new Rehearsal().run('x', '/program', async ({ scope }) => scopes.push(scope));
  expect(scopes).toEqual(Array(5).fill('/program'));
});

it('ends when it has taken its time', async () => {
  let rounds = 0;
  await new Rehearsal().run('x', '/program', async ({ budgetMs }) => {
    rounds++;
    await new Promise((resolve) => setTimeout(resolve, budgetMs + 5));
  });
  expect(rounds).toBe(1);
});

it('ends quietly when somebody asks, and tells only other failures', async () => {
  const rehearsal = new Rehearsal();
  const tasks: Task[] = [];
  await rehearsal.run('x', '/program', async (task) => {
    rehearsal.cancel();
    tasks.push(task);
    if (Atomics.load(task.cancelled, 0) === 1) throw new Stopped('cancelled');
  });
  expect(tasks).toHaveLength(1);
  await expect(rehearsal.run('x', '/program', () => Promise.reject(new Error('y')))).rejects.toThrow('y');
});
