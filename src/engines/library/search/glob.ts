import { braceExpand, Minimatch, type MinimatchOptions, type ParseReturnFiltered } from 'minimatch';
import { type BookFailure, invalid } from '../model/failures.ts';

const MAX_LENGTH = 1000;
const MAX_ALTERNATIVES = 1000;
/** To compile as many characters takes a moment that nobody notices. */
const MAX_EXPANDED = 20_000;
const SHORT_RANGE = 99;
const RANGE = /(?<![\\$])\{(-?\d+)\.\.(-?\d+)\}/g;
/** Stands for a long range. */
const MARK = '\uf8ff';
const OPTIONS: MinimatchOptions = {
  platform: 'linux',
  noext: true,
  nonegate: true,
  nocomment: true,
  // One more than allowed, so that an expansion that was cut short is noticed.
  braceExpandMax: MAX_ALTERNATIVES + 1,
};

export interface Glob {
  /** The folders below which everything is that may match, sorted, none within another: `content/01-Part/`. */
  readonly folders: readonly string[];
  matches(path: string): boolean;
}

/** A test for book-relative paths: `*` and `?` stay inside a folder, `**` does not, `[abc]`, `{a,b}`; dot files never match. */
export function compileGlob(pattern: string): Glob {
  if (pattern === '') throw refused('The pattern is empty. Example: content/**/*.md');
  if (pattern.length > MAX_LENGTH) throw refused(`The pattern is longer than ${MAX_LENGTH} characters.`);
  if (pattern.includes('\0')) throw refused('The pattern contains a NUL character.');
  checkBraces(pattern);
  const glob = new Minimatch(pattern, OPTIONS);
  const alternatives = glob.globSet;
  if (alternatives.some((one) => one.startsWith('/') || /^[A-Za-z]:[\\/]/.test(one))) {
    throw refused('The pattern is absolute. Start it with content/ or static/, relative to the book.');
  }
  if (alternatives.some((one) => one.split('/').includes('..'))) {
    throw refused('The pattern contains "..". A search never leaves the book.');
  }
  return {
    folders: outermost(glob.set.map(literalFolder)),
    matches: (path) => !/(?:^|\/)\./.test(path) && glob.match(path),
  };
}

/** The folders that a pattern names in so many words before its first wildcard. */
function literalFolder(parts: ParseReturnFiltered[]): string {
  const folders = parts.slice(0, -1);
  const end = folders.findIndex((part) => typeof part !== 'string' || !PLAIN_NAME.test(part));
  return folders
    .slice(0, end < 0 ? undefined : end)
    .map((name) => `${name as string}/`)
    .join('');
}

/** What a folder can be called on every system. */
const PLAIN_NAME = /^(?!\.)[^\\<>:"|?*\0]*[^\\<>:"|?*\0. ]$/;
/** Where a book has files that can be found. */
const AREAS = ['content/', 'static/'];
// Braces can name many folders: then one walk is cheaper than many.
const MOST_FOLDERS = 64;

function outermost(folders: readonly string[]): string[] {
  const inAreas = folders.flatMap((folder) => AREAS.flatMap((area) => narrower(folder, area)));
  const sorted = [...new Set(inAreas)].sort();
  const outer: string[] = [];
  for (const folder of sorted) if (!outer.some((one) => folder.startsWith(one))) outer.push(folder);
  return outer.length <= MOST_FOLDERS ? outer : AREAS.filter((area) => outer.some((one) => one.startsWith(area)));
}

/** What two folders have in common: the one that is within the other, if any. */
function narrower(folder: string, area: string): string[] {
  if (folder.startsWith(area)) return [folder];
  return area.startsWith(folder) ? [area] : [];
}

/** Before anything is compiled, which takes its time for each alternative. */
function checkBraces(pattern: string): void {
  const marked = pattern.replace(RANGE, (range, from: string, to: string) =>
    isMatchedAsOne(Number(from), Number(to)) ? MARK : range,
  );
  const few = braceExpand(marked, OPTIONS);
  const alternatives = few.some(hasRangeBehindBracket) ? braceExpand(pattern, OPTIONS) : few;
  const length = alternatives.reduce((sum, one) => sum + one.length, 0);
  if (alternatives.length > MAX_ALTERNATIVES) {
    throw refused(`The braces stand for more than ${MAX_ALTERNATIVES} patterns. Use * or fewer alternatives.`);
  }
  if (length > MAX_EXPANDED) {
    throw refused(`The braces stand for more than ${MAX_EXPANDED} characters. Use * or fewer alternatives.`);
  }
}

/** Minimatch does not expand a long range of numbers, unless it might be in a set of characters: then it expands them all. */
function isMatchedAsOne(from: number, to: number): boolean {
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && Math.abs(to - from) >= SHORT_RANGE;
}

function hasRangeBehindBracket(alternative: string): boolean {
  return alternative.split('/').some((name) => name.includes('[') && name.indexOf('[') < name.lastIndexOf(MARK));
}

function refused(sentence: string): BookFailure {
  return invalid('INVALID_GLOB', 'pattern', sentence);
}
