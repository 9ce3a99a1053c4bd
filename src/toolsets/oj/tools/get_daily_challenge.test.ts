import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, refusedWith } from './testing/call.ts';

const pathOf = async (args: unknown, now?: string) =>
  (await ask('get_daily_challenge', args, { body: { id: '1' }, ...(now && { now }) })).paths[0];

describe('the domain', () => {
  it.each<[unknown, string]>([
    ['COM', '"COM"'],
    ['Cn', '"Cn"'],
    ['', '""'],
    ['com ', '"com "'],
    ['com&date=x', '"com&date=x"'],
    [5, '5'],
    [true, 'true'],
    [['com'], 'an array'],
  ])('R35, C20: %j is refused', async (domain, shown) => {
    expect(await ask('get_daily_challenge', { domain })).toEqual(
      refusedWith(`Invalid argument "domain": received ${shown}; expected one of "com", "cn".`),
    );
  });

  it('R33, R35: absent and null mean com', async () => {
    for (const args of [undefined, null, {}, { domain: null }]) {
      expect(await pathOf(args)).toBe('/api/v1/daily?domain=com&date=2026-01-01');
    }
  });
});

describe('the date', () => {
  it.each([
    '2026-1-5',
    '+2026-01-05',
    ' 2026-01-05',
    '2026-01-05 ',
    '2026-01-05\n',
    '2026- 01- 05',
    '2026/01/05',
    '20260105',
    '2026-02-29',
    '2026-02-30',
    '2100-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '12026-01-01',
    '-2026-01-01',
    '2026-01-05&domain=cn',
    '٢٠٢٦-٠١-٠٥',
    'today',
    '',
  ])('R36, C9: %j is refused', async (date) => {
    expect(await ask('get_daily_challenge', { date })).toEqual(
      refusedWith(
        `Argument "date" is not a date: received ${JSON.stringify(date)}; expected YYYY-MM-DD, such as 2026-02-28.`,
      ),
    );
  });

  it.each(['2026-01-05', '2024-02-29', '2000-02-29', '0000-01-01', '0000-02-29', '9999-12-31'])(
    'R36: %s is sent',
    async (date) => {
      expect(await pathOf({ date, domain: 'cn' })).toBe(`/api/v1/daily?domain=cn&date=${date}`);
    },
  );

  it('R36: exactly the days of the calendar are sent', async () => {
    const parts = fc.record({
      year: fc.integer({ min: 0, max: 9999 }),
      month: fc.integer({ min: 0, max: 14 }),
      day: fc.integer({ min: 0, max: 33 }),
    });
    await fc.assert(
      fc.asyncProperty(parts, async ({ year, month, day }) => {
        const two = (number: number) => String(number).padStart(2, '0');
        const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
        const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
        expect(await pathOf({ date })).toBe(exists ? `/api/v1/daily?domain=com&date=${date}` : undefined);
      }),
      { numRuns: 500 },
    );
  });

  it('R36: a long one is not repeated in full', async () => {
    const { result } = await ask('get_daily_challenge', { date: '2'.repeat(1_000_000) });
    expect(result.content[0]?.text).toBe(
      `Argument "date" is not a date: received "${'2'.repeat(59)}…"; expected YYYY-MM-DD, such as 2026-02-28.`,
    );
  });

  it('R36, T1: absent and null mean the UTC day of now', async () => {
    expect(await pathOf({}, '2026-03-31T23:59:59.999Z')).toBe('/api/v1/daily?domain=com&date=2026-03-31');
    expect(await pathOf({ date: null }, '2026-04-01T00:00:00+14:00')).toBe('/api/v1/daily?domain=com&date=2026-03-31');
  });
});

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

describe('the source', () => {
  it.each([{}, { source: null }])('R37: %j is leetcode', async (source) => {
    const { result } = await ask('get_daily_challenge', {}, { body: { id: '1', ...source } });
    expect(result.structuredContent).toEqual({
      status: 'ready',
      problem: { source: 'leetcode', id: '1', statement: 'No description available.' },
    });
  });
});
