const FORM = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|([+-])(\d\d):(\d\d)))?$/;
const MINUTE_MS = 60_000;

/** The moment that an ISO 8601 date or date-time with offset names, in milliseconds; undefined when it names none. */
export function parseMoment(text: string): number | undefined {
  const parts = FORM.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const [fraction = '0', sign = '+', offsetHours = '0', offsetMinutes = '0'] = parts.slice(7);
  if (hour > 23 || minute > 59 || second > 59 || Number(offsetHours) > 23 || Number(offsetMinutes) > 59)
    return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1);
  const ofDay = (hour * 60 + minute - offset) * MINUTE_MS + second * 1000 + Number(`0${fraction}`) * 1000;
  return date.getTime() + ofDay;
}

/** Whether a text that names a moment names a day. */
export function isDay(text: string): boolean {
  return text.length === '2026-01-31'.length;
}
