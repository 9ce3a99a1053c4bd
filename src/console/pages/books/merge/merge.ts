import { diffLines, type Hunk, linesOf } from './diff-lines.ts';

/** A piece of a merge: lines that are settled, or a place where both have written something else. */
export type Piece =
  | { readonly kind: 'same' | 'mine' | 'theirs' | 'agreed'; readonly lines: readonly string[] }
  | Conflict;

export interface Conflict {
  readonly kind: 'conflict';
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** How a conflict is settled: one of the sides, both one after the other, or a text by hand. */
export type Choice = 'mine' | 'theirs' | 'both' | { readonly text: string };

type Side = 'mine' | 'theirs';
type SidedHunk = Hunk & { readonly side: Side };

/**
 * Merges two texts that both came from a third. Changes of different lines are both taken, also when the lines are neighbours; where the
 * same lines were changed differently, or different lines were put into the same place, there is a conflict.
 */
export function merge(base: string, mine: string, theirs: string): Piece[] {
  const lines = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
  const hunks: SidedHunk[] = (['mine', 'theirs'] as const)
    .flatMap((side) => diffLines(lines.base, lines[side]).map((hunk) => ({ ...hunk, side })))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: Piece[] = [];
  let reached = 0;
  for (let at = 0; at < hunks.length; ) {
    const group = groupAt(hunks, at);
    at += group.length;
    const start = group[0]?.start ?? 0;
    const end = group.reduce((last, hunk) => Math.max(last, hunk.end), start);
    if (start > reached) pieces.push({ kind: 'same', lines: lines.base.slice(reached, start) });
    pieces.push(pieceOf(group, start, end, lines));
    reached = end;
  }
  if (reached < lines.base.length) pieces.push({ kind: 'same', lines: lines.base.slice(reached) });
  return pieces;
}

/** The merged text; undefined while a conflict is not settled. Choices are by the number of the piece. */
export function settled(pieces: readonly Piece[], choices: ReadonlyMap<number, Choice>): string | undefined {
  const lines: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    const choice = choices.get(at);
    if (piece.kind === 'conflict' && choice === undefined) return undefined;
    for (const line of piece.kind === 'conflict' ? chosen(piece, choice) : piece.lines) lines.push(line);
  }
  return lines.join('\n');
}

/** The lines that a choice makes of a conflict. */
export function chosen({ mine, theirs }: Conflict, choice: Choice | undefined): readonly string[] {
  if (choice === undefined) return [];
  if (choice === 'mine') return mine;
  if (choice === 'theirs') return theirs;
  if (choice === 'both') return [...mine, ...theirs];
  return choice.text === '' ? [] : linesOf(choice.text);
}

export function conflictsIn(pieces: readonly Piece[]): number[] {
  return pieces.flatMap(({ kind }, at) => (kind === 'conflict' ? at : []));
}

/** The hunks from one on that touch the same lines. */
function groupAt(hunks: readonly SidedHunk[], first: number): SidedHunk[] {
  const group: SidedHunk[] = [];
  let end = -1;
  for (let at = first; at < hunks.length; at++) {
    const hunk = hunks[at] as SidedHunk;
    if (group.length > 0 && !overlaps(group, hunk, end)) break;
    group.push(hunk);
    end = Math.max(end, hunk.end);
  }
  return group;
}

function overlaps(group: readonly SidedHunk[], hunk: SidedHunk, end: number): boolean {
  if (hunk.start < end) return true;
  const isInsertion = ({ start, end: stop }: Hunk) => start === stop;
  return isInsertion(hunk) && group.some((other) => isInsertion(other) && other.start === hunk.start);
}

type Lines = Readonly<Record<'base' | Side, readonly string[]>>;

function pieceOf(group: readonly SidedHunk[], start: number, end: number, lines: Lines): Piece {
  const sideOf = (side: Side) => replacement(group, side, start, end, lines);
  const [first, ...others] = group;
  if (first !== undefined && others.length === 0) return { kind: first.side, lines: sideOf(first.side) };
  const [mine, theirs] = [sideOf('mine'), sideOf('theirs')];
  if (mine.length === theirs.length && mine.every((line, at) => line === theirs[at])) {
    return { kind: 'agreed', lines: mine };
  }
  return { kind: 'conflict', base: lines.base.slice(start, end), mine, theirs };
}

/** What one side made of a range of lines: its changes, and between them what it left. */
function replacement(group: readonly SidedHunk[], side: Side, start: number, end: number, lines: Lines): string[] {
  const made: (readonly string[])[] = [];
  let reached = start;
  for (const hunk of group) {
    if (hunk.side !== side) continue;
    made.push(lines.base.slice(reached, hunk.start), lines[side].slice(hunk.newStart, hunk.newEnd));
    reached = hunk.end;
  }
  made.push(lines.base.slice(reached, end));
  return made.flat();
}
