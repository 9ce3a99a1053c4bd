/** What was typed, as the regular expression that the server searches for. */
export function patternFor(query: string, { isRegex, isExact }: { isRegex: boolean; isExact: boolean }): string {
  const pattern = isRegex ? query : query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return isExact ? pattern : `(?i)${pattern}`;
}
