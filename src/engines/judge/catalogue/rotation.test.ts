import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rotationIndex } from './rotation.ts';

const dayOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

const anyCount = fc.integer({ min: 3, max: 60 });
const anyDay = fc.integer({ min: -3000, max: 60_000 });

describe('the daily rotation', () => {
  test('is a pure function of the date', () => {
    expect(rotationIndex('2026-11-16', 174)).toBe(rotationIndex('2026-11-16', 174));
    const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map((date) => rotationIndex(date, 174));
    expect(week).toMatchInlineSnapshot(`
      [
        86,
        47,
        164,
        40,
      ]
    `);
  });

  test('brings every problem once in each cycle', () => {
    fc.assert(
      fc.property(anyCount, fc.integer({ min: 0, max: 900 }), (count, cycle) => {
        const days = Array.from({ length: count }, (_, i) => rotationIndex(dayOf(cycle * count + i), count));
        expect([...days].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
      }),
    );
  });

  test('never brings a problem on two days in a row, also where cycles meet', () => {
    fc.assert(
      fc.property(anyCount, anyDay, (count, day) => {
        expect(rotationIndex(dayOf(day), count)).not.toBe(rotationIndex(dayOf(day + 1), count));
      }),
    );
    // With three problems every third day is a border.
    for (let day = 0; day < 3000; day++)
      expect(rotationIndex(dayOf(day), 3)).not.toBe(rotationIndex(dayOf(day + 1), 3));
  });

  test('has a new order in each cycle', () => {
    const orders = [0, 1, 2, 3, 4].map((cycle) =>
      Array.from({ length: 174 }, (_, i) => rotationIndex(dayOf((cycle + 100) * 174 + i), 174)).join(),
    );
    expect(new Set(orders).size).toBe(5);
  });

  test('refuses what is no date and too few problems', () => {
    expect(() => rotationIndex('tomorrow', 10)).toThrow('"tomorrow" is not a day as YYYY-MM-DD');
    expect(() => rotationIndex('2026-01-01', 2)).toThrow('at least 3 problems, not 2');
  });
});
