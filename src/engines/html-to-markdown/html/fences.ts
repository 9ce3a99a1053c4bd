import { longestRun } from './render.ts';
import type { Attributes } from './tokens.ts';
import type { Writer } from './writer.ts';

/** Writes code as a fenced block, its fence longer than any run of backticks in it. */
export function writeFence(writer: Writer, code: string, language = ''): void {
  const lines = codeLines(code);
  if (lines.length === 0) return;
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  writer.complex = true;
  writer.block([fence + language, ...lines, fence]);
}

/** The language that a class such as `language-cpp` names. */
export function languageOf({ class: classes }: Attributes): string | undefined {
  return classes === undefined ? undefined : /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,30})(?:\s|$)/.exec(classes)?.[1];
}

function codeLines(code: string): string[] {
  const clean = code.replaceAll('\0', '').replaceAll('\u00a0', ' ');
  if (clean.trim() === '') return [];
  // A line break after the tag, and one before the end, belong to the markup.
  const inside = clean.replace(/^(?:\r\n|[\r\n])/, '').replace(/(?:\r\n|[\r\n])[ \t]*$/, '');
  return inside.split(/\r\n|[\r\n]/).map((line) => line.trimEnd());
}
