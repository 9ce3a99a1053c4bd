import type { Snippet } from '../engine.ts';

const LONGEST = 240;
const BEFORE = 80;

/** The line or lines around a match in the source text, white space made single. */
export function snippetAround(text: string, start: number, end: number): Snippet {
  const from = Math.max(lineStart(text, start), whole(text, start - BEFORE));
  const matched = oneSpaced(text.slice(start, Math.min(end, start + LONGEST)));
  const to = Math.min(lineEnd(text, end), whole(text, Math.max(end, from + LONGEST)));
  const before = oneSpaced(text.slice(from, start)).trimStart();
  const after = end > start + LONGEST ? '' : oneSpaced(text.slice(end, to)).trimEnd();
  return { text: before + matched + after, start: before.length, end: before.length + matched.length };
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at, at + LONGEST).search(/[\r\n]/);
  return end === -1 ? text.length : at + end;
}

// Not between the halves of a surrogate pair.
function whole(text: string, at: number): number {
  if (at <= 0) return 0;
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 ? at + 1 : at;
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ');
}
