const TOKEN =
  /\\(?<escape>.)|(?<set>\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\])|(?<counted>\{\d+(?:,\d*)?\})|(?<special>[.^$*+?{}()|[\]])|(?<plain>.)/suy;

/**
 * Texts without one of which no line can match: the longest one of each alternative. None when there is an alternative
 * without any to be sure of.
 */
export function requiredLiterals(pattern: string): string[] {
  // Flags such as (?i) change what a letter means; \Q, \x41 or \pL what the characters behind them mean.
  if (/\(\?(?!:|P?<)|\\[^\W\d_dDwWsSbB]|\\\d/.test(pattern.replace(/\\\\/g, ''))) return [];
  const found: string[] = [];
  let best = '';
  let run = '';
  let last = '';
  let depth = 0;
  const flush = () => {
    if (run.length > best.length) best = run;
    run = '';
    last = '';
  };
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(pattern); token; token = TOKEN.exec(pattern)) {
    const { escape, special, counted, plain } = token.groups ?? {};
    if (special === '(') depth++;
    if (special === ')') depth--;
    const character = plain ?? (escape && /[^\w]/u.test(escape) ? escape : undefined);
    if (character !== undefined && depth === 0) {
      run += character;
      last = character;
      continue;
    }
    // A quantifier belongs to the last character only, and may allow none of it.
    if (last && (counted || /^[*?{]$/.test(special ?? ''))) run = run.slice(0, -last.length);
    flush();
    if (special !== '|' || depth > 0) continue;
    found.push(best);
    best = '';
  }
  flush();
  found.push(best);
  return found.includes('') ? [] : found;
}
