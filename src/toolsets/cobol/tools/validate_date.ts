import * as z from 'zod';
import { checkDate, type InvalidDate, type ValidDate } from '../../../engines/money/calendar.ts';
import { ToolFailure } from '../../../kernel/errors.ts';
import { preview } from '../../../kernel/text.ts';
import { defineTool, pure } from '../../../kernel/tool.ts';

export const validateDate = defineTool({
  name: 'validate_date',
  title: 'Validate a date',
  description:
    'Checks a YYYYMMDD date against the Gregorian calendar, leap years included, and tells its weekday and day of the year. ' +
    'Four-digit years since well before the year 2000 made them fashionable.',
  input: z.object({
    date: z
      .unknown()
      .transform((raw, context) => {
        if (typeof raw === 'string') return raw;
        if (typeof raw === 'number' && /^\d{8}$/.test(String(raw))) return String(raw);
        context.addIssue({ code: 'custom', message: 'a string of eight digits, YYYYMMDD, for example "20240229"' });
        return z.NEVER;
      })
      .meta({ type: 'string', description: 'Eight digits, YYYYMMDD', pattern: '^[0-9]{8}$' }),
  }),
  output: z.object({
    date: z.string(),
    year: z.int(),
    month: z.int(),
    day: z.int(),
    weekday: z.string(),
    day_of_year: z.int(),
    leap_year: z.boolean(),
  }),
  annotations: pure,
  exactNumbers: true,
  run: ({ date }) => {
    const verdict = checkDate(date);
    if (!verdict.valid) throw new ToolFailure(explain(date, verdict));
    const { year, month, day, weekday, dayOfYear, leapYear } = verdict;
    return {
      text: `${date} is a valid date: ${facts(verdict)}. Certified without a committee.`,
      data: { date, year, month, day, weekday, day_of_year: dayOfYear, leap_year: leapYear },
    };
  },
});

function facts({ year, month, day, weekday, dayOfYear, leapYear }: ValidDate): string {
  const beforeReform = year * 10_000 + month * 100 + day < 15_821_015;
  const reckoning = beforeReform ? ', reckoned by the Gregorian calendar although it began in 1582' : '';
  return `${weekday}, day ${dayOfYear} of ${leapYear ? 366 : 365}${reckoning}`;
}

function explain(date: string, verdict: InvalidDate): string {
  switch (verdict.reason) {
    case 'length':
      return `Invalid date ${preview(date)}: expected exactly 8 digits, YYYYMMDD, but ${count(verdict.length, 'character')} came. The columns on the card are there for a reason.`;
    case 'non-digit':
      return `Invalid date ${preview(date)}: character ${verdict.position}, ${preview(verdict.character)}, is not a digit; expected YYYYMMDD, for example 20240229. PIC 9 means 9.`;
    case 'month':
      return `Invalid month in ${date}: ${pad(verdict.month)} is not between 01 and 12. No reform of the calendar has been filed.`;
    case 'day':
      return `Invalid day in ${date}: ${verdict.monthName} ${pad(verdict.year, 4)} has ${verdict.lastDay} days, so ${pad(verdict.day)} is not between 01 and ${verdict.lastDay}. The calendar is not negotiable.`;
    case 'not-leap':
      return `Invalid day in ${date}: ${pad(verdict.year, 4)} is not a leap year, so February ends on the 28th. It was checked twice.`;
  }
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}
