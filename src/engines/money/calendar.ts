const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const MONTHS = [
  { name: 'January', days: 31 },
  { name: 'February', days: 28 },
  { name: 'March', days: 31 },
  { name: 'April', days: 30 },
  { name: 'May', days: 31 },
  { name: 'June', days: 30 },
  { name: 'July', days: 31 },
  { name: 'August', days: 31 },
  { name: 'September', days: 30 },
  { name: 'October', days: 31 },
  { name: 'November', days: 30 },
  { name: 'December', days: 31 },
] as const;

export type Weekday = (typeof WEEKDAYS)[number];
export type MonthName = (typeof MONTHS)[number]['name'];

export interface ValidDate {
  readonly valid: true;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly monthName: MonthName;
  readonly weekday: Weekday;
  readonly dayOfYear: number;
  readonly leapYear: boolean;
}

export type InvalidDate =
  | { readonly valid: false; readonly reason: 'length'; readonly length: number }
  | { readonly valid: false; readonly reason: 'non-digit'; readonly character: string; readonly position: number }
  | { readonly valid: false; readonly reason: 'month'; readonly month: number }
  | {
      readonly valid: false;
      readonly reason: 'day' | 'not-leap';
      readonly year: number;
      readonly month: number;
      readonly day: number;
      readonly monthName: MonthName;
      readonly lastDay: number;
    };

export type DateVerdict = ValidDate | InvalidDate;

/** Checks a YYYYMMDD date in the proleptic Gregorian calendar, where year 0000 exists and is a leap year. */
export function checkDate(text: string): DateVerdict {
  const length = countCodePoints(text);
  if (length !== 8) return { valid: false, reason: 'length', length };

  const stranger = /[^0-9]/u.exec(text);
  if (stranger) return { valid: false, reason: 'non-digit', character: stranger[0], position: stranger.index + 1 };

  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(4, 6));
  const day = Number(text.slice(6, 8));
  const facts = MONTHS[month - 1];
  if (facts === undefined) return { valid: false, reason: 'month', month };

  const leapYear = isLeapYear(year);
  const lastDay = leapYear && month === 2 ? 29 : facts.days;
  if (day < 1 || day > lastDay) {
    const reason = month === 2 && day === 29 ? 'not-leap' : 'day';
    return { valid: false, reason, year, month, day, monthName: facts.name, lastDay };
  }

  const dayOfYear = daysBeforeMonth(month, leapYear) + day;
  const weekday = weekdayOf(year, dayOfYear);
  return { valid: true, year, month, day, monthName: facts.name, weekday, dayOfYear, leapYear };
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysBeforeMonth(month: number, leapYear: boolean): number {
  const days = MONTHS.slice(0, month - 1).reduce((sum, { days }) => sum + days, 0);
  return leapYear && month > 2 ? days + 1 : days;
}

function weekdayOf(year: number, dayOfYear: number): Weekday {
  const leapDays = Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
  // Day 1 of year 0000 was a Saturday, the last of the seven.
  const daysSinceSunday = 365 * year + leapDays + dayOfYear - 2 + WEEKDAYS.length;
  return WEEKDAYS[daysSinceSunday % WEEKDAYS.length] ?? 'Sunday';
}
