import { diffLines, linesOf } from '../merge/diff-lines.ts';

/** A row of two texts beside each other; a side is absent where only the other has a line. */
export type DiffRow =
  | {
      readonly kind: 'same' | 'changed';
      readonly left: NumberedLine | undefined;
      readonly right: NumberedLine | undefined;
    }
  | { readonly kind: 'fold'; readonly lines: number };

export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

const CONTEXT = 3;
const WORTH_FOLDING = 4;

/** Two texts row by row: what differs, with a few lines around it. */
export function diffRows(before: string, after: string): DiffRow[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const rows: DiffRow[] = [];
  const line = (lines: readonly string[], at: number, end: number) =>
    at < end ? { number: at + 1, text: lines[at] ?? '' } : undefined;
  let [left, right] = [0, 0];
  const sameUntil = (end: number, isLast: boolean) => {
    const length = end - left;
    const head = left === 0 ? 0 : CONTEXT;
    const tail = isLast ? 0 : CONTEXT;
    const hidden = length - head - tail;
    for (let at = 0; at < length; at++) {
      if (hidden >= WORTH_FOLDING && at === head) {
        rows.push({ kind: 'fold', lines: hidden });
        at += hidden - 1;
      } else
        rows.push({ kind: 'same', left: line(old, left + at, end), right: line(fresh, right + at, right + length) });
    }
    left = end;
    right += length;
  };
  for (const { start, end, newStart, newEnd } of diffLines(old, fresh)) {
    sameUntil(start, false);
    for (let at = 0; at < Math.max(end - start, newEnd - newStart); at++) {
      rows.push({ kind: 'changed', left: line(old, start + at, end), right: line(fresh, newStart + at, newEnd) });
    }
    left = end;
    right = newEnd;
  }
  sameUntil(old.length, true);
  return rows;
}
