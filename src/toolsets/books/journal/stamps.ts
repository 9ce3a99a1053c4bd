/** Before every stamp. */
export const EPOCH = '1970-01-01T00:00:00.000Z';

/** The next stamp of a book: the clock's, yet later than the last one even when the clock has gone back. */
export function stampAfter(last: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(last) + 1)).toISOString();
}

/** A stamp that may equal the last one: for what changes nothing. */
export function stampNotBefore(last: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(last))).toISOString();
}

/** An instant with any offset in the one form in which text order is time order. */
export function instant(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new RangeError('Not a point in time.');
  // Years beyond four digits start with a sign, which does not sort.
  if (time > END) return new Date(END).toISOString();
  return new Date(Math.max(time, START)).toISOString();
}

const START = Date.parse('0000-01-01T00:00:00.000Z');
const END = Date.parse('9999-12-31T23:59:59.999Z');
