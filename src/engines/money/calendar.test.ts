import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDate } from './calendar.ts';
import { readDateRows } from './testing/vectors.ts';

describe('checkDate', () => {
  test('every row of date.json', () => {
    const wrong = readDateRows().filter(({ date, valid, reason }) => {
      const verdict = checkDate(date);
      return verdict.valid !== valid || (verdict.valid ? 'valid' : verdict.reason) !== reason;
    });
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  test.each([
    ['20240229', true],
    ['20250229', false],
    ['20000229', true],
    ['19000229', false],
    ['21000229', false],
    ['00000229', true],
    ['00010229', false],
    ['00040229', true],
    ['99960229', true],
    ['99990229', false],
  ])('29 February: %s %s', (date, valid) => {
    expect(checkDate(date)).toMatchObject(
      valid ? { valid, leapYear: true } : { valid, reason: 'not-leap', lastDay: 28 },
    );
  });

  test('tells the facts of a valid date', () => {
    expect(checkDate('20250115')).toEqual({
      valid: true,
      year: 2025,
      month: 1,
      day: 15,
      monthName: 'January',
      weekday: 'Wednesday',
      dayOfYear: 15,
      leapYear: false,
    });
    expect(checkDate('00000101')).toMatchObject({ weekday: 'Saturday', dayOfYear: 1, leapYear: true });
    expect(checkDate('20241231')).toMatchObject({ weekday: 'Tuesday', dayOfYear: 366, leapYear: true });
  });

  test.each([
    ['', { reason: 'length', length: 0 }],
    ['2025', { reason: 'length', length: 4 }],
    ['🙂🙂🙂🙂', { reason: 'length', length: 4 }],
    ['🙂🙂🙂🙂🙂🙂🙂🙂', { reason: 'non-digit', character: '🙂', position: 1 }],
    ['2025-1-5', { reason: 'non-digit', character: '-', position: 5 }],
    ['２０２５０１１５', { reason: 'non-digit', character: '２', position: 1 }],
    ['20251301', { reason: 'month', month: 13 }],
    ['20250001', { reason: 'month', month: 0 }],
    ['20250431', { reason: 'day', year: 2025, month: 4, day: 31, monthName: 'April', lastDay: 30 }],
    ['20250100', { reason: 'day', year: 2025, month: 1, day: 0, monthName: 'January', lastDay: 31 }],
    ['20240230', { reason: 'day', year: 2024, month: 2, day: 30, monthName: 'February', lastDay: 29 }],
    ['20250230', { reason: 'day', year: 2025, month: 2, day: 30, monthName: 'February', lastDay: 28 }],
  ])('says what is wrong with %j', (date, facts) => {
    expect(checkDate(date)).toEqual({ valid: false, ...facts });
  });

  test('agrees with Date on every day string of years 0100 to 9999', () => {
    const digits = (max: number, width: number) =>
      fc.integer({ min: 0, max }).map((n) => String(n).padStart(width, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9999 }), digits(13, 2), digits(32, 2), (year, month, day) => {
        const verdict = checkDate(`${String(year).padStart(4, '0')}${month}${day}`);
        const oracle = new Date(Date.UTC(year, Number(month) - 1, Number(day)));
        const kept = oracle.getUTCMonth() + 1 === Number(month) && oracle.getUTCDate() === Number(day);
        expect(verdict.valid).toBe(kept);
        if (!verdict.valid) return;
        expect(verdict.weekday).toBe(oracle.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }));
        expect(verdict.dayOfYear).toBe((oracle.getTime() - Date.UTC(year, 0, 0)) / 86_400_000);
      }),
      { numRuns: 5_000 },
    );
  });
});
