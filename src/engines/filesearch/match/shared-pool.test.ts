import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SharedPool, shareHits } from './shared-pool.ts';

const hit = fc.record({ thread: fc.nat(3), turn: fc.nat(5), modifiedMs: fc.integer({ min: -2000, max: 2000 }) });

describe('what threads tell each other of their hits', () => {
  it('is how many of the others come before, and never more', () => {
    fc.assert(
      fc.property(fc.array(hit, { maxLength: 60 }), hit, (hits, asked) => {
        const shared = shareHits(4, 20) as SharedArrayBuffer;
        const threads = [0, 1, 2, 3].map((thread) => new SharedPool(shared, thread, 4));
        for (const { thread, turn, modifiedMs } of hits) threads[thread]?.add(turn, modifiedMs);
        const isBefore = ({ turn, modifiedMs }: typeof asked) =>
          turn < asked.turn || (turn === asked.turn && modifiedMs > asked.modifiedMs);
        const counts = [0, 1, 2, 3].map(
          (thread) =>
            // There is room for the first twenty of each.
            hits
              .filter((each) => each.thread === thread)
              .slice(0, 20)
              .filter(isBefore).length,
        );
        const others = counts.reduce((sum, count, thread) => (thread === asked.thread ? sum : sum + count), 0);
        expect(threads[asked.thread]?.countBefore(asked.turn, asked.modifiedMs)).toBe(others);
      }),
    );
  });

  it('keeps the order of turns at any time that a file system can have', () => {
    const shared = shareHits(2, 10) as SharedArrayBuffer;
    const [one, other] = [new SharedPool(shared, 0, 2), new SharedPool(shared, 1, 2)];
    for (const modifiedMs of [Number.MAX_VALUE, -Number.MAX_VALUE, 8.64e15, 0.25]) one.add(1, modifiedMs);
    expect(other.countBefore(2, Number.MAX_VALUE)).toBe(4);
    expect(other.countBefore(0, -Number.MAX_VALUE)).toBe(0);
    expect(other.countBefore(1, 0.25)).toBe(2);
  });

  it('is nothing where there would be too much to look through', () => {
    expect(shareHits(2, 1001)?.byteLength).toBeLessThan(20_000);
    expect(shareHits(2, 100_001)).toBeUndefined();
  });
});
