const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const DAY = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/;

/** A day that is written in numbers, as people say it: `20260114T093000` is of `14 January 2026`. Undefined when it is none. */
export function spokenDay(text: string): string | undefined {
  const [, year, month, day] = DAY.exec(text) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? undefined : `${Number(day)} ${name} ${year}`;
}
