import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from './arena.ts';

const step = fc.record({ words: fc.integer({ min: 1, max: 40_000 }), drop: fc.option(fc.nat(), { nil: undefined }) });

describe('the arena', () => {
  it('gives every run room of its own, whatever is given back in between', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const arena = new Arena();
        const live: { place: number; words: number; mark: number }[] = [];
        for (const [mark, { words, drop }] of steps.entries()) {
          const place = arena.take(words);
          const start = arena.offset(place);
          arena.page(place).fill(mark + 1, start, start + Arena.room(words));
          live.push({ place, words, mark: mark + 1 });
          if (drop === undefined) continue;
          const [gone] = live.splice(drop % live.length, 1);
          if (gone) arena.give(gone.place, gone.words);
        }
        for (const { place, words, mark } of live) {
          const start = arena.offset(place);
          const room = arena.page(place).subarray(start, start + Arena.room(words));
          expect(room).toHaveLength(Arena.room(words));
          expect(room.every((word) => word === mark)).toBe(true);
        }
        expect(arena.bytes).toBe(live.reduce((sum, { words }) => sum + Arena.room(words) * 4, 0));
      }),
    );
  });

  it('takes no new page for what fits into the old ones', () => {
    const arena = new Arena();
    const first = Array.from({ length: 500 }, () => arena.take(400));
    const pageOf = (place: number) => arena.page(place);
    const pages = new Set(first.map(pageOf));
    for (const place of first.slice(1)) arena.give(place, 400);
    const second = Array.from({ length: 499 }, () => arena.take(390));
    expect(second.every((place) => pages.has(pageOf(place)))).toBe(true);
  });

  it('wastes an eighth at most', () => {
    for (let words = 16; words < 5000; words++) expect(Arena.room(words)).toBeLessThanOrEqual(words * 1.125 + 2);
  });
});
