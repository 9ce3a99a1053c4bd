import { describe, expect, it } from 'vitest';
import { readDateRows } from '../../../engines/money/testing/vectors.ts';
import { call, refused } from './testing/call.ts';
import { validateDate } from './validate_date.ts';

const check = (json: string) => call(validateDate, `{"date":${json}}`);

describe('validate_date', () => {
  it('D1: looks at the length, then the digits, then the month, then the day', async () => {
    expect(await check('"2025-13-99"')).toEqual(
      refused(
        'Invalid date "2025-13-99": expected exactly 8 digits, YYYYMMDD, but 10 characters came. The columns on the card are there for a reason.',
      ),
    );
    expect(await check('"2025x399"')).toEqual(
      refused(
        'Invalid date "2025x399": character 5, "x", is not a digit; expected YYYYMMDD, for example 20240229. PIC 9 means 9.',
      ),
    );
    expect(await check('"20251399"')).toEqual(
      refused('Invalid month in 20251399: 13 is not between 01 and 12. No reform of the calendar has been filed.'),
    );
    expect(await check('"20251299"')).toEqual(
      refused(
        'Invalid day in 20251299: December 2025 has 31 days, so 99 is not between 01 and 31. The calendar is not negotiable.',
      ),
    );
  });

  it.each(['20240229', '20000229', '16000229', '00040229', '99960229'])('D2: %s is a leap day', async (date) => {
    expect((await check(`"${date}"`)).data).toMatchObject({ leap_year: true, month: 2, day: 29, day_of_year: 60 });
  });

  it.each(['20250229', '19000229', '21000229', '00010229'])('D2, D4: %s is not', async (date) => {
    const year = date.slice(0, 4);
    expect(await check(`"${date}"`)).toEqual(
      refused(
        `Invalid day in ${date}: ${year} is not a leap year, so February ends on the 28th. It was checked twice.`,
      ),
    );
  });

  it('D3: a valid date is called valid, with its facts', async () => {
    expect(await check('"20250115"')).toEqual({
      text: '20250115 is a valid date: Wednesday, day 15 of 365. Certified without a committee.',
      data: {
        date: '20250115',
        year: 2025,
        month: 1,
        day: 15,
        weekday: 'Wednesday',
        day_of_year: 15,
        leap_year: false,
      },
    });
    expect((await check('"20241231"')).text).toBe(
      '20241231 is a valid date: Tuesday, day 366 of 366. Certified without a committee.',
    );
  });

  it.each([
    ['20250001', 'Invalid month in 20250001: 00 is not between 01 and 12. No reform of the calendar has been filed.'],
    [
      '20250431',
      'Invalid day in 20250431: April 2025 has 30 days, so 31 is not between 01 and 30. The calendar is not negotiable.',
    ],
    [
      '20250100',
      'Invalid day in 20250100: January 2025 has 31 days, so 00 is not between 01 and 31. The calendar is not negotiable.',
    ],
    [
      '20240230',
      'Invalid day in 20240230: February 2024 has 29 days, so 30 is not between 01 and 29. The calendar is not negotiable.',
    ],
    [
      '00010230',
      'Invalid day in 00010230: February 0001 has 28 days, so 30 is not between 01 and 28. The calendar is not negotiable.',
    ],
  ])('D4: %s', async (date, text) => {
    expect(await check(`"${date}"`)).toEqual(refused(text));
  });

  it.each([
    ['" 20250115"', 9],
    ['"20250115 "', 9],
    ['"202501150"', 9],
    ['"20250115Z"', 9],
    ['"20250115\\n"', 9],
    ['"20250115T00"', 11],
    ['""', 0],
  ])('D5: nothing is trimmed from %s', async (json, length) => {
    expect(await check(json)).toEqual(
      refused(
        `Invalid date ${json}: expected exactly 8 digits, YYYYMMDD, but ${length} characters came. The columns on the card are there for a reason.`,
      ),
    );
  });

  it('D5: one character is one character', async () => {
    expect((await check('"2"')).text).toContain('but 1 character came.');
  });

  it('D6: year 0000 is a leap year, reckoned by a calendar that came later', async () => {
    const reckoned = 'reckoned by the Gregorian calendar although it began in 1582';
    expect(await check('"00000229"')).toMatchObject({
      text: `00000229 is a valid date: Tuesday, day 60 of 366, ${reckoned}. Certified without a committee.`,
      data: { year: 0, leap_year: true },
    });
    expect((await check('"15821014"')).text).toContain(reckoned);
    expect((await check('"15821015"')).text).toBe(
      '15821015 is a valid date: Friday, day 288 of 365. Certified without a committee.',
    );
  });

  it('D7: a number of eight digits is accepted', async () => {
    expect(await check('20250115')).toEqual(await check('"20250115"'));
    expect((await check('20250229')).isError).toBe(true);
  });

  it.each([
    ['2025011', '2025011'],
    ['202501150', '202501150'],
    ['-2025011', '-2025011'],
    ['20250115.5', '20250115.5'],
    ['20250115.0', '20250115.0'],
    ['2.0250115e7', '2.0250115e7'],
    ['null', 'null'],
    ['true', 'true'],
    ['["20250115"]', 'an array'],
    ['{}', 'an object'],
  ])('D7: %s is not', async (json, shown) => {
    expect(await check(json)).toEqual(
      refused(
        `Invalid argument "date": received ${shown}; expected a string of eight digits, YYYYMMDD, for example "20240229".`,
      ),
    );
  });

  it('K4: a missing date is named', async () => {
    expect(await call(validateDate, '{}')).toEqual(
      refused('Missing argument "date"; expected a string of eight digits, YYYYMMDD, for example "20240229".'),
    );
  });

  it('D8: every row of date.json', async () => {
    const begins: Record<string, RegExp> = {
      valid: /^\S+ is a valid date: /,
      length: /^Invalid date .*: expected exactly 8 digits, /s,
      'non-digit': /^Invalid date .*: character \d, .* is not a digit; /s,
      month: /^Invalid month in \d{8}: /,
      day: /^Invalid day in \d{8}: \w+ \d{4} has \d\d days, /,
      'not-leap': /^Invalid day in \d{8}: \d{4} is not a leap year, /,
    };
    const wrong: unknown[] = [];
    for (const { date, valid, reason } of readDateRows()) {
      const { text, isError } = await check(JSON.stringify(date));
      if (!begins[reason]?.test(text) || (isError === undefined) !== valid) wrong.push({ date, reason, text });
      if (valid && /invalid/i.test(text)) wrong.push({ date, text });
    }
    expect(wrong).toEqual([]);
  });

  it('D8: length is counted in characters', async () => {
    expect((await check('"🙂🙂🙂🙂"')).text).toContain('but 4 characters came');
    expect((await check('"2025🙂115"')).text).toContain('character 5, "🙂", is not a digit');
  });

  it('K5: a long or strange date is shown in part, and escaped', async () => {
    expect((await check(JSON.stringify('9'.repeat(10_000)))).text).toBe(
      `Invalid date "${'9'.repeat(59)}…": expected exactly 8 digits, YYYYMMDD, but 10000 characters came. The columns on the card are there for a reason.`,
    );
    expect((await check('"2025\\u0000115"')).text).toContain('"2025\\u0000115": character 5, "\\u0000", is not');
  });
});
