const MAX_WIDTH = 500;

const CLASS_ESCAPES: Record<string, string> = { d: '0-9', w: '0-9A-Za-z_', s: '\\t\\f\\r ' };
const TOKEN = new RegExp(
  [
    /\[(?<not>\^?)(?<items>(?:\\[dws]|\\[!-/:-@[-`{-~]|[A-Za-z0-9]-[A-Za-z0-9]|[^-\\[\]^&~|\n\r])+)\]/,
    /\\(?<escape>[dwsDWSb])/,
    /\\(?<quoted>[!-/:-@[-`{-~])/,
    /(?<special>[.^$|])/,
    /(?<plain>[^\\[\](){}*+?|^$.\n\r])/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
  'uy',
);
const REPEAT = /\{(\d{1,3})\}|[+*]\??/y;

/** An expression for lines, and the most steps that it takes for each character of one. */
export interface FixedShape {
  readonly expression: RegExp;
  readonly width: number;
}

/**
 * The pattern as a native expression that finds the same lines, or undefined. Only for a row of characters and classes, or
 * several rows of which one is enough: there is nothing to choose inside a row, so at each place it takes one step for each of them.
 */
export function fixedShape(pattern: string): FixedShape | undefined {
  let at = 0;
  let source = '';
  let width = 0;
  while (at < pattern.length) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(pattern)?.groups;
    const atom = groups && translate(groups);
    if (groups === undefined || atom === undefined) return undefined;
    at = TOKEN.lastIndex;
    REPEAT.lastIndex = at;
    const [repeat = '', times = '1'] = REPEAT.exec(pattern) ?? [];
    if (repeat && !isRepeatable(groups)) return undefined;
    at += repeat.length;
    if (/^[+*]/.test(repeat)) {
      // At either end of a pattern that may match anywhere in a line, more of the same changes nothing.
      if (source !== '' && at < pattern.length) return undefined;
      if (repeat.startsWith('*')) continue;
    }
    source += atom + (repeat.startsWith('{') ? repeat : '');
    width += Number(times);
  }
  if (width > MAX_WIDTH) return undefined;
  // Without "u" V8 looks for plain ASCII text much faster; it is needed where an atom may be more than one unit.
  return { expression: new RegExp(source, /^[\w ]*$/.test(source) ? '' : 'u'), width };
}

function translate({ not, items, escape, quoted, special, plain }: Record<string, string | undefined>) {
  if (items !== undefined) return translateClass(not !== '', items);
  if (escape !== undefined) return translateEscape(escape);
  const character = quoted ?? plain;
  if (character !== undefined) return literal(character);
  return special === '.' ? '[^\\n]' : special;
}

function translateEscape(escape: string): string {
  if (escape === 'b') return '\\b';
  const members = CLASS_ESCAPES[escape.toLowerCase()];
  return escape === escape.toLowerCase() ? `[${members}]` : `[^${members}]`;
}

function translateClass(not: boolean, items: string): string | undefined {
  for (const [range, from = '', to = ''] of items.matchAll(/\\.|([A-Za-z0-9])-([A-Za-z0-9])/gu)) {
    if (range.length === 3 && from > to) return undefined;
  }
  const translated = items.replace(/\\(.)|[A-Za-z0-9]-[A-Za-z0-9]|./gu, (item, escaped?: string) => {
    if (escaped === undefined) return item.length === 3 ? item : literal(item);
    return CLASS_ESCAPES[escaped] ?? literal(escaped);
  });
  return not ? `[^${translated}]` : `[${translated}]`;
}

function literal(character: string): string {
  return /^[!-/:-@[-`{-~]$/.test(character) ? `\\x${character.charCodeAt(0).toString(16)}` : character;
}

function isRepeatable({ escape, special }: Record<string, string | undefined>): boolean {
  return escape !== 'b' && (special === undefined || special === '.');
}
