import type { Paint } from '../../lib/paint.ts';
import { paintLine, type Span, widthOf, wrapSpans } from './spans.ts';

export interface Column {
  readonly title: string;
  readonly right?: boolean;
}

type Cell = readonly Span[];

const GAP = 2;
const LEAST = 6;

/** A table of at most so many columns of text: cells that are too long go on below. Nothing when not even narrow columns have room. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  paint: Paint,
): string[] | undefined {
  const wanted = columns.map(({ title }, at) =>
    Math.max(widthOf([{ text: title }]), ...rows.map((row) => widthOf(row[at] ?? []))),
  );
  const widths = shared(wanted, width - GAP * (columns.length - 1));
  if (widths === undefined) return undefined;
  const head = columns.map(({ title }): Cell => [{ text: title, look: 'bold' }]);
  const rule = columns.map((_, at): Cell => [{ text: '─'.repeat(widths[at] ?? 0), look: 'dim' }]);
  return [head, rule, ...rows].flatMap((row) => rowLines(row, columns, widths, paint));
}

function rowLines(row: readonly Cell[], columns: readonly Column[], widths: readonly number[], paint: Paint): string[] {
  const cells = columns.map((_, at) => wrapSpans(row[at] ?? [], widths[at] ?? 1));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const parts = cells.map((lines, at) => {
      const spans = lines[line] ?? [];
      const blanks = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(spans)));
      const text = paintLine(spans, paint);
      return columns[at]?.right ? blanks + text : text + blanks;
    });
    return parts.join(' '.repeat(GAP)).trimEnd();
  });
}

/** Gives narrow columns what they want; the others share the rest. */
function shared(wanted: readonly number[], width: number): number[] | undefined {
  const given = [...wanted];
  let open = wanted.map((_, at) => at);
  let left = width;
  for (;;) {
    const share = Math.floor(left / Math.max(1, open.length));
    const content = open.filter((at) => (wanted[at] ?? 0) <= share);
    if (open.length === 0 || content.length === open.length) return given;
    if (content.length === 0) {
      if (share < LEAST) return undefined;
      for (const at of open) given[at] = share;
      return given;
    }
    for (const at of content) left -= wanted[at] ?? 0;
    open = open.filter((at) => !content.includes(at));
  }
}
