import { diffIndices } from 'node-diff3';
import { harmless } from '../../../lib/harmless.ts';
import type { Paint } from '../../../lib/paint.ts';

const CONTEXT = 3;
/** Configurations in one line are shown around what changes. */
const LONGEST_LINE = 240;
const AROUND = 60;

/** The change of a text as a unified diff; undefined stands for a file that is not there. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined, paint: Paint): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const hunks = hunksOf(old, now).map((hunk) => shownHunk(hunk, old, now, paint));
  const head = [
    `--- ${before === undefined ? '/dev/null' : harmless(path)}`,
    `+++ ${after === undefined ? '/dev/null' : harmless(path)}`,
  ];
  return `${[...head.map((line) => paint(line, 'bold')), ...hunks].join('\n')}\n`;
}

/** A stretch of both texts: first line and length in each. */
interface Range {
  readonly from: readonly [start: number, length: number];
  readonly to: readonly [start: number, length: number];
}

/** Changes, joined where less than two contexts lie between them. */
function hunksOf(old: readonly string[], now: readonly string[]): Range[][] {
  const hunks: Range[][] = [];
  for (const { buffer1, buffer2 } of diffIndices([...old], [...now])) {
    const last = hunks.at(-1)?.at(-1);
    const change = { from: buffer1, to: buffer2 };
    if (last && change.from[0] - (last.from[0] + last.from[1]) <= 2 * CONTEXT) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function shownHunk(changes: readonly Range[], old: readonly string[], now: readonly string[], paint: Paint): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return '';
  const start = Math.max(0, first.from[0] - CONTEXT);
  const end = Math.min(old.length, last.from[0] + last.from[1] + CONTEXT);
  const shift = first.to[0] - first.from[0];
  const length = end - start + changes.reduce((sum, { from, to }) => sum + to[1] - from[1], 0);
  const lines = [paint(`@@ -${spot(start, end - start)} +${spot(start + shift, length)} @@`, 'dim')];
  let at = start;
  for (const { from, to } of changes) {
    lines.push(...old.slice(at, from[0]).map((line) => ` ${cut(line)}`));
    const [gone, come] = [old.slice(from[0], from[0] + from[1]), now.slice(to[0], to[0] + to[1])];
    const shown = gone.length === 1 && come.length === 1 ? around(gone[0] ?? '', come[0] ?? '') : undefined;
    lines.push(...(shown ? [shown[0]] : gone.map(cut)).map((line) => paint(`-${line}`, 'red')));
    lines.push(...(shown ? [shown[1]] : come.map(cut)).map((line) => paint(`+${line}`, 'green')));
    at = from[0] + from[1];
  }
  lines.push(...old.slice(at, end).map((line) => ` ${cut(line)}`));
  return lines.join('\n');
}

function spot(start: number, length: number): string {
  return `${length === 0 ? start : start + 1},${length}`;
}

/** Two long lines that share their beginning and end, cut to where they differ. */
function around(gone: string, come: string): [string, string] | undefined {
  if (Math.max(gone.length, come.length) <= LONGEST_LINE) return undefined;
  let start = 0;
  while (start < gone.length && gone[start] === come[start]) start++;
  let tail = 0;
  while (tail < gone.length - start && gone.at(-1 - tail) === come.at(-1 - tail)) tail++;
  const from = Math.max(0, start - AROUND);
  const window = (line: string) => {
    const until = Math.min(line.length, line.length - tail + AROUND);
    return `${from > 0 ? '…' : ''}${harmless(line.slice(from, until))}${until < line.length ? '…' : ''}`;
  };
  return [window(gone), window(come)];
}

function cut(line: string): string {
  return harmless(line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line);
}

/** Line ends are no part of lines: that of the whole file stays as it is. */
function linesOf(text: string | undefined): string[] {
  const lines = text?.split(/\r\n|\n|\r/) ?? [];
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
