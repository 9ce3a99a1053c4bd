/** A line that matches: the index of its file in the page, its number and the line. */
export type Line = readonly [file: number, number: number, line: string];

export const MAX_LINE = 2000;

/** A line as it is shown. */
export function cut(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const last = line.charCodeAt(MAX_LINE - 1);
  return line.slice(0, last >= 0xd800 && last < 0xdc00 ? MAX_LINE - 1 : MAX_LINE);
}
