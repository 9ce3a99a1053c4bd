import { Minimatch, type MinimatchOptions } from 'minimatch';
import { type BookFailure, invalid } from '../failures.ts';

const MAX_LENGTH = 1000;
const MAX_ALTERNATIVES = 1000;
const OPTIONS: MinimatchOptions = {
  platform: 'linux',
  noext: true,
  nonegate: true,
  nocomment: true,
  // One more than allowed, so that an expansion that was cut short is noticed.
  braceExpandMax: MAX_ALTERNATIVES + 1,
};

/** A test for book-relative paths: `*` and `?` stay inside a folder, `**` does not, `[abc]`, `{a,b}`; dot files never match. */
export function compileGlob(pattern: string): (path: string) => boolean {
  if (pattern === '') throw refused('The pattern is empty. Example: content/**/*.md');
  if (pattern.length > MAX_LENGTH) throw refused(`The pattern is longer than ${MAX_LENGTH} characters.`);
  if (pattern.includes('\0')) throw refused('The pattern contains a NUL character.');
  const alternatives = new Minimatch(pattern, { ...OPTIONS, optimizationLevel: 0 }).globSet;
  if (alternatives.length > MAX_ALTERNATIVES) {
    throw refused(`The braces stand for more than ${MAX_ALTERNATIVES} patterns. Use * or fewer alternatives.`);
  }
  if (alternatives.some((one) => one.startsWith('/') || /^[A-Za-z]:[\\/]/.test(one))) {
    throw refused('The pattern is absolute. Start it with content/ or static/, relative to the book.');
  }
  if (alternatives.some((one) => one.split('/').includes('..'))) {
    throw refused('The pattern contains "..". A search never leaves the book.');
  }
  const glob = new Minimatch(pattern, OPTIONS);
  return (path) => !/(?:^|\/)\./.test(path) && glob.match(path);
}

function refused(sentence: string): BookFailure {
  return invalid('INVALID_GLOB', 'pattern', sentence);
}
