/** What was typed, as the regular expression that the server searches for. */
export function patternFor(query: string, { isRegex, isExact }: { isRegex: boolean; isExact: boolean }): string {
  const pattern = isRegex ? query : query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return isExact ? pattern : `(?i)${pattern}`;
}

/** A text cut where it holds what was looked for, whatever its case: every second part is a match. */
export function marked(text: string, query: string): string[] {
  if (query === '') return [text];
  const parts: string[] = [];
  const [line, wanted] = [text.toLowerCase(), query.toLowerCase()];
  // Where small letters are longer than large ones, places would not fit.
  if (line.length !== text.length) return [text];
  let at = 0;
  for (let next = line.indexOf(wanted); next !== -1; next = line.indexOf(wanted, at)) {
    parts.push(text.slice(at, next), text.slice(next, next + wanted.length));
    at = next + wanted.length;
  }
  return [...parts, text.slice(at)];
}
