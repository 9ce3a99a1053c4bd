import { diffIndices } from 'node-diff3';

/** Lines `start` to `end` of the old text became lines `newStart` to `newEnd` of the new one; ends are not included. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Beyond this many pairs of lines the search for what they share would stop the page. */
const MOST_PAIRS = 16_000_000;

/** Where two texts differ, line by line. */
export function diffLines(before: readonly string[], after: readonly string[]): Hunk[] {
  const shared = Math.min(before.length, after.length);
  let head = 0;
  while (head < shared && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shared - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  if (old.length === 0 && fresh.length === 0) return [];
  if (old.length * fresh.length > MOST_PAIRS) {
    return [{ start: head, end: head + old.length, newStart: head, newEnd: head + fresh.length }];
  }
  return diffIndices(old, fresh).map(({ buffer1: [start, length], buffer2: [newStart, newLength] }) => ({
    start: head + start,
    end: head + start + length,
    newStart: head + newStart,
    newEnd: head + newStart + newLength,
  }));
}

export function linesOf(text: string): string[] {
  return text.split('\n');
}
