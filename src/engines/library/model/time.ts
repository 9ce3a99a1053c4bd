import { invalid } from './failures.ts';

const FORMAT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** The moment an ISO 8601 text names, as UTC text that sorts by time; a moment that does not exist is refused. */
export function instant(text: string): string {
  const day = FORMAT.exec(text)?.[1];
  const date = new Date(text);
  if (day === undefined || Number.isNaN(date.getTime()) || !isDay(day)) {
    const sentence = 'Expected a moment in ISO 8601 with seconds and offset, such as 2026-01-31T12:00:00Z.';
    throw invalid('INVALID_TIMESTAMP', 'since', sentence);
  }
  return date.toISOString();
}

/** `Date` takes 31 February for a day in March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
