import { expect, it } from 'vitest';
import { collectGarbage, runWhenIdle } from './idle.ts';

it('work that nobody waits for is done soon, in order, and others get their turn between the pieces', async () => {
  const events: string[] = [];
  runWhenIdle([
    () => {
      events.push('first');
      setImmediate(() => events.push('other'));
    },
    () => void events.push('second'),
    async () => void events.push('third'),
  ]);
  expect(events).toEqual([]);
  await expect.poll(() => events).toEqual(['first', 'other', 'second', 'third']);
});

it('what nobody refers to any more is gone after garbage has been collected', async () => {
  let held: object | undefined = { large: Array.from({ length: 100_000 }) };
  const reference = new WeakRef(held);
  held = undefined;
  // A reference is kept alive until the turn in which it was made has ended.
  await new Promise((resolve) => setImmediate(resolve));
  await collectGarbage();
  expect(reference.deref()).toBeUndefined();
});
