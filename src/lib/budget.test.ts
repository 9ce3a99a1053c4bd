import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, BusyFailure, Holding, type Reservation } from './budget.ts';

const options = { bytes: 100, bytesEach: 60, maxWaiting: 2, maxWaitMs: 60_000 };

/** Reserves, and tells in which order it was granted. */
function asked(budget: Budget, granted: string[], key: string, bytes: number, signal?: AbortSignal) {
  return budget.reserve(key, bytes, signal).then((reservation) => {
    granted.push(key);
    return reservation;
  });
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a budget', () => {
  it('gives what there is, and lets others wait in order until something is given back', async () => {
    const budget = new Budget({ ...options, bytesEach: 100 });
    const granted: string[] = [];
    const first = await asked(budget, granted, 'a', 80);
    const second = asked(budget, granted, 'b', 50);
    const third = asked(budget, granted, 'c', 10);
    await aTurn();
    expect({ granted, held: budget.held, waiting: budget.waiting }).toEqual({ granted: ['a'], held: 80, waiting: 2 });
    first.release();
    (await second).release();
    (await third).release();
    expect({ granted, held: budget.held, waiting: budget.waiting }).toEqual({
      granted: ['a', 'b', 'c'],
      held: 0,
      waiting: 0,
    });
  });

  it('leaves something for others: who has used up its share waits, and holds up nobody', async () => {
    const budget = new Budget(options);
    const granted: string[] = [];
    const own = await asked(budget, granted, 'greedy', 50);
    const more = asked(budget, granted, 'greedy', 20);
    await asked(budget, granted, 'modest', 40);
    expect(granted).toEqual(['greedy', 'modest']);
    own.release();
    await more;
    expect(budget.held).toBe(60);
  });

  it('counts what is larger than a share as one share, which neither waits for ever nor keeps out others', async () => {
    const budget = new Budget(options);
    const granted: string[] = [];
    const small = await asked(budget, granted, 'large', 1);
    const large = asked(budget, granted, 'large', 1000);
    await asked(budget, granted, 'other', 40);
    expect(granted).toEqual(['large', 'other']);
    small.release();
    (await large).release();
    expect({ granted, held: budget.held }).toEqual({ granted: ['large', 'other', 'large'], held: 40 });
  });

  it('refuses whoever finds too many of its own in line, and says that it may come again', async () => {
    const budget = new Budget(options);
    const granted: string[] = [];
    const first = await asked(budget, granted, 'a', 60);
    const line = [asked(budget, granted, 'a', 60), asked(budget, granted, 'a', 60)];
    await expect(budget.reserve('a', 1)).rejects.toThrow(BusyFailure);
    await expect(budget.reserve('a', 1)).rejects.toThrow('"retryable":true');
    expect(budget.refused).toBe(2);
    first.release();
    for (const waiting of line) (await waiting).release();
    expect(budget.held).toBe(0);
  });

  it('refuses whoever has waited too long, and forgets it', async () => {
    const budget = new Budget({ ...options, maxWaitMs: 5 });
    const held = await budget.reserve('a', 60);
    await expect(budget.reserve('a', 60)).rejects.toThrow(BusyFailure);
    expect(budget.waiting).toBe(0);
    held.release();
    expect(budget.held).toBe(0);
  });

  it('who goes away leaves the line, and those behind move up', async () => {
    const budget = new Budget(options);
    const granted: string[] = [];
    await asked(budget, granted, 'a', 60);
    const leaving = new AbortController();
    const gone = asked(budget, granted, 'b', 60, leaving.signal);
    const behind = asked(budget, granted, 'c', 40);
    leaving.abort(new Error('gone away'));
    await expect(gone).rejects.toThrow('gone away');
    await behind;
    expect(granted).toEqual(['a', 'c']);
    await expect(budget.reserve('b', 1, leaving.signal)).rejects.toThrow('gone away');
  });

  it('counts what is there already, and gives back once what is released twice', async () => {
    const budget = new Budget(options);
    const there = budget.charge('a', 500);
    const granted: string[] = [];
    const waiting = asked(budget, granted, 'b', 10);
    there.resize(80);
    const held: Reservation = await waiting;
    held.release();
    held.release();
    there.release();
    expect(budget.held).toBe(0);
  });
});

describe('what a request holds', () => {
  it('adds up, shrinks and is given back whole, also what is granted too late', async () => {
    const budget = new Budget(options);
    const holding = new Holding(budget, 'a');
    await holding.reserve(20);
    holding.charge(15);
    await holding.reserve(5);
    expect(budget.held).toBe(40);
    holding.shrink(50);
    holding.shrink(30);
    expect(budget.held).toBe(30);
    const late = holding.reserve(40);
    const more = budget.charge('b', 70);
    expect(budget.isSpent).toBe(true);
    more.release();
    holding.release();
    await expect(late).rejects.toThrow('cancelled');
    expect([budget.held, budget.waiting, budget.isSpent]).toEqual([0, 0, false]);
  });

  it('for any order of requests, nobody holds more than its share and all together no more than there is', async () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), bytes: fc.integer({ min: 1, max: 90 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.infiniteStream(fc.nat(39)), async (steps, order) => {
        const budget = new Budget({ ...options, maxWaiting: 100 });
        const held = new Map<string, number>();
        const open: (() => void)[] = [];
        for (const { key, bytes } of steps) {
          void budget.reserve(key, bytes).then((reservation) => {
            const own = Math.min(bytes, options.bytesEach);
            held.set(key, (held.get(key) ?? 0) + own);
            open.push(() => {
              held.set(key, (held.get(key) ?? 0) - own);
              reservation.release();
            });
          });
        }
        for (let left = steps.length; left > 0; left--) {
          await aTurn();
          expect(Math.max(0, ...held.values())).toBeLessThanOrEqual(options.bytesEach);
          expect(budget.held).toBeLessThanOrEqual(options.bytes);
          const [leaving] = open.splice(order.next().value % open.length, 1);
          leaving?.();
        }
        expect([budget.held, budget.waiting, open.length]).toEqual([0, 0, 0]);
      }),
      { numRuns: 50 },
    );
  });
});
