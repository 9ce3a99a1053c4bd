const MAX_WIDTH = 500;
const MAX_ALTERNATIVES = 16;
const MAX_CHOICES = 4;

const LINE_START = '(?<=^|\\n)';
const LINE_END = '(?=$|\\n)';
const STARTS_WITH = /^\(\?<=\^\|\\n\)(\\x[0-9a-f]{2}|[\w ])(?![?{])/;
const CLASS_ESCAPES: Record<string, string> = { d: '0-9', w: '0-9A-Za-z_', s: '\\t\\f\\r ' };
const TOKEN = new RegExp(
  [
    /\[(?<not>\^?)(?<items>(?:\\[dws]|\\[!-/:-@[-`{-~]|[A-Za-z0-9]-[A-Za-z0-9]|[^-\\[\]^&~|\n\r])+)\]/,
    /\\(?<escape>[dwsDWSb])/,
    /\\(?<quoted>[!-/:-@[-`{-~])/,
    /(?<special>[.^$|)]|\((?:\?:)?)/,
    /(?<plain>[^\\[\](){}*+?|^$.\n\r])/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
  'uy',
);
const REPEAT = /\{(\d{1,3})\}|\?|[+*]\??/y;

/**
 * The pattern as a native expression that finds the same lines in whole texts and never matches a line end, or undefined. Only for patterns
 * without unbounded repetition, other than at their ends, and with few choices, for which backtracking costs at most a constant for each character.
 */
export function flatten(pattern: string): RegExp | undefined {
  const folded = pattern.startsWith('(?i)');
  let at = folded ? 4 : 0;
  let source = '';
  let width = 0;
  let alternatives = 1;
  let choices = 0;
  let depth = 0;
  while (at < pattern.length) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(pattern)?.groups;
    const atom = groups && translate(groups, folded);
    if (groups === undefined || atom === undefined) return undefined;
    at = TOKEN.lastIndex;
    REPEAT.lastIndex = at;
    const [repeat = '', times = '1'] = REPEAT.exec(pattern) ?? [];
    if (repeat && !isRepeatable(groups, repeat)) return undefined;
    at += repeat.length;
    if (/^[+*]/.test(repeat)) {
      // At either end of a pattern that may match anywhere in a line, more of the same changes nothing.
      if (depth > 0 || (source !== '' && at < pattern.length)) return undefined;
      if (repeat.startsWith('+')) source += atom;
      continue;
    }
    source += atom + repeat;
    width += Number(times);
    if (atom === '(?:') depth++;
    if (atom === ')' && --depth < 0) return undefined;
    if (atom === '|' && depth === 0) alternatives++;
    else if (atom === '|' || repeat === '?') choices++;
  }
  if (depth > 0 || width > MAX_WIDTH || alternatives > MAX_ALTERNATIVES || choices > MAX_CHOICES) return undefined;
  // An engine that knows the first character looks for that, and asks then whether a line starts there: ten times as fast.
  source = source.replace(STARTS_WITH, `$1(?<=(?:^|\\n)$1)`);
  // Without "u" V8 looks for plain ASCII text much faster; it is needed where an atom may be more than one unit.
  return new RegExp(source, folded ? 'giu' : /^[\w ]*$/.test(source) ? 'g' : 'gu');
}

function translate(groups: Record<string, string | undefined>, folded: boolean): string | undefined {
  const { not, items, escape, quoted, special, plain } = groups;
  if (items !== undefined) return translateClass(not !== '', items, folded);
  // Under "i" and "u" a native \w also means two letters beyond ASCII, and \b follows it.
  if (escape !== undefined) return folded && /[wWb]/.test(escape) ? undefined : translateEscape(escape);
  if (quoted !== undefined) return literal(quoted);
  if (plain !== undefined) return literal(plain);
  if (special?.startsWith('(')) return '(?:';
  return special === '.' ? '[^\\n]' : special === '^' ? LINE_START : special === '$' ? LINE_END : special;
}

function translateEscape(escape: string): string {
  if (escape === 'b') return '\\b';
  const members = CLASS_ESCAPES[escape.toLowerCase()];
  return escape === escape.toLowerCase() ? `[${members}]` : `[^${members}\\n]`;
}

function translateClass(not: boolean, items: string, folded: boolean): string | undefined {
  if (folded && items.includes('\\w')) return undefined;
  for (const [range, from = '', to = ''] of items.matchAll(/\\.|([A-Za-z0-9])-([A-Za-z0-9])/gu)) {
    if (range.length === 3 && from > to) return undefined;
  }
  const translated = items.replace(/\\(.)|[A-Za-z0-9]-[A-Za-z0-9]|./gu, (item, escaped?: string) => {
    if (escaped === undefined) return item.length === 3 ? item : literal(item);
    return CLASS_ESCAPES[escaped] ?? literal(escaped);
  });
  return not ? `[^${translated}\\n]` : `[${translated}]`;
}

function literal(character: string): string {
  return /^[!-/:-@[-`{-~]$/.test(character) ? `\\x${character.charCodeAt(0).toString(16)}` : character;
}

function isRepeatable({ escape, special }: Record<string, string | undefined>, repeat: string): boolean {
  if (special === ')') return repeat === '?';
  return escape !== 'b' && (special === undefined || special === '.');
}
