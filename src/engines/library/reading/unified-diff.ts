import { invalid } from '../model/failures.ts';
import { diffLines, type LineChange } from './line-diff.ts';

const CONTEXT = 3;
/** A line that is longer is cut where it is shown. */
const LONGEST_SHOWN = 2000;
const MOST_LINES = 200_000;
const LF = 0x0a;
const NO_NEWLINE = '\\ No newline at end of file';

/** One side of a comparison. */
export interface DiffSide {
  /** What stands in the head of the diff. */
  readonly label: string;
  readonly bytes: Buffer;
}

export interface UnifiedDiff {
  readonly added: number;
  readonly removed: number;
  /** The lines of the diff, made one by one; none when both are equal. */
  lines(): Iterable<string>;
}

/** The difference of two texts as a unified diff. */
export async function unifiedDiff(from: DiffSide, to: DiffSide, signal?: AbortSignal): Promise<UnifiedDiff> {
  const [old, now] = [linesOf(from.bytes), linesOf(to.bytes)];
  const changes = await diffLines(old, now, signal);
  const sum = (side: 'from' | 'to') => changes.reduce((all, change) => all + change[side][1] - change[side][0], 0);
  const lines = function* () {
    if (changes.length === 0) return;
    yield `--- ${from.label}`;
    yield `+++ ${to.label}`;
    for (const hunk of hunksOf(changes)) yield* shownHunk(hunk, old, now);
  };
  return { added: sum('to'), removed: sum('from'), lines };
}

/** Lines with their ends, so that a change of a line end is one too. */
function linesOf(bytes: Buffer): string[] {
  let count = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count++;
  if (count > MOST_LINES) {
    const sentence = `A version has ${count} lines; at most ${MOST_LINES} are compared. Read both with read_content instead.`;
    throw invalid('VALIDATION_ERROR', 'path', sentence);
  }
  const lines = bytes.toString('utf8').split(/(?<=\n)/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Changes, joined where less than two contexts lie between them. */
function hunksOf(changes: readonly LineChange[]): LineChange[][] {
  const hunks: LineChange[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last && change.from[0] - last.from[1] <= 2 * CONTEXT) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function* shownHunk(changes: readonly LineChange[], old: readonly string[], now: readonly string[]): Generator<string> {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return;
  const before = Math.min(CONTEXT, first.from[0]);
  const after = Math.min(CONTEXT, old.length - last.from[1]);
  const spot = (side: 'from' | 'to') => range(first[side][0] - before, last[side][1] + after);
  yield `@@ -${spot('from')} +${spot('to')} @@`;
  let at = first.from[0] - before;
  for (const { from, to } of changes) {
    yield* shown(' ', old, at, from[0]);
    yield* shown('-', old, from[0], from[1]);
    yield* shown('+', now, to[0], to[1]);
    at = from[1];
  }
  yield* shown(' ', old, at, last.from[1] + after);
}

function* shown(sign: string, lines: readonly string[], start: number, end: number): Generator<string> {
  for (const line of lines.slice(start, end)) {
    const isWhole = line.endsWith('\n');
    const text = isWhole ? line.slice(0, -1) : line;
    const cut = text.length - LONGEST_SHOWN;
    yield sign + (cut > 0 ? `${text.slice(0, LONGEST_SHOWN)}… (${cut} more characters)` : text);
    if (!isWhole) yield NO_NEWLINE;
  }
}

function range(start: number, end: number): string {
  const length = end - start;
  if (length === 1) return String(start + 1);
  return `${length === 0 ? start : start + 1},${length}`;
}
