import { expect, it } from 'vitest';
import { ownTurn, Turns } from './turns.ts';

/** Counts the turns of the event loop while something goes on. */
async function turnsDuring(work: (turn: () => number) => Promise<void>): Promise<number> {
  let turn = 0;
  let next = setImmediate(function tick() {
    turn++;
    next = setImmediate(tick);
  });
  try {
    await work(() => turn);
    return turn;
  } finally {
    clearImmediate(next);
  }
}

async function pieces(turns: Turns, count: number): Promise<void> {
  for (let piece = 0; piece < count; piece++) await turns.next();
}

it('others have the thread after each slice, and not within one', async () => {
  expect(await turnsDuring(() => pieces(new Turns(0), 50))).toBeGreaterThanOrEqual(49);
  expect(await turnsDuring(() => pieces(new Turns(600_000), 50))).toBeLessThan(3);
});

it('a slice that has begun is not over until its time is', () => {
  const turns = new Turns(10_000);
  expect(turns.isOver()).toBe(true);
  turns.begin();
  expect(turns.isOver()).toBe(false);
  expect(turns.isOver(performance.now() + 10_000)).toBe(true);
});

it('a long list is gone through in order, and in turns', async () => {
  const items = Array.from({ length: 640 }, (_, at) => at);
  const seen: number[] = [];
  const had = await turnsDuring(() => new Turns(0).each(items, (item) => void seen.push(item)));
  expect(seen).toEqual(items);
  expect(had).toBeGreaterThanOrEqual(9);
});

it('of many that wait for a turn of their own at once, each gets another turn, in order', async () => {
  const seen: number[] = [];
  const had = await turnsDuring(async (turn) => {
    await Promise.all(Array.from({ length: 20 }, () => ownTurn().then(() => seen.push(turn()))));
  });
  expect(new Set(seen).size).toBe(20);
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  // In between, others have many.
  expect(had).toBeGreaterThan(20 * 10);
});
