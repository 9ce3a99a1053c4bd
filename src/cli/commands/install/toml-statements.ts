/** A table's header, or a key with its value. */
export interface TomlStatement {
  readonly kind: 'table' | 'array' | 'pair';
  /** The parts of the name as it is written; that of a pair is relative to its table. */
  readonly path: readonly string[];
  readonly start: number;
  /** Where the value of a pair begins. */
  readonly value: number;
  /** Comments and blanks behind it are not part of it. */
  readonly end: number;
}

const BLANK = /(?:\s|#[^\n]*)*/y;
const KEY = /[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))[ \t]*(\.)?/y;
const TOKEN =
  /"""(?:[^\\]|\\[^])*?"""(?:"{0,2})|'''[^]*?'''(?:'{0,2})|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]|[^"'#[\]{}\n]+/y;

/** What a text in TOML says, in order, with its place. The text must be valid. */
export function tomlStatements(text: string): TomlStatement[] {
  const statements: TomlStatement[] = [];
  for (let at = skipBlank(text, 0); at < text.length; at = skipBlank(text, at)) {
    const statement = text[at] === '[' ? header(text, at) : pair(text, at);
    statements.push(statement);
    at = statement.end;
  }
  return statements;
}

function skipBlank(text: string, at: number): number {
  BLANK.lastIndex = at;
  return BLANK.exec(text) ? BLANK.lastIndex : at;
}

function header(text: string, start: number): TomlStatement {
  const brackets = text.startsWith('[[', start) ? 2 : 1;
  const { path, end } = keyPath(text, start + brackets);
  return { kind: brackets === 2 ? 'array' : 'table', path, start, value: start, end: end + brackets };
}

function pair(text: string, start: number): TomlStatement {
  const { path, end } = keyPath(text, start);
  const equals = text.indexOf('=', end) + 1;
  const value = equals + (/^[ \t]*/.exec(text.slice(equals))?.[0].length ?? 0);
  return { kind: 'pair', path, start, value, end: endOfValue(text, value) };
}

function keyPath(text: string, start: number): { path: string[]; end: number } {
  const path: string[] = [];
  for (KEY.lastIndex = start; ; ) {
    const before = KEY.lastIndex;
    const [, basic, literal, bare, dot] = KEY.exec(text) ?? [];
    path.push(basic === undefined ? (literal ?? bare ?? '') : unescaped(basic));
    if (dot === undefined) return { path, end: KEY.lastIndex || before };
  }
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** A value ends with its line, unless a bracket is open. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let end = start;
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(text)?.[0]; token !== undefined; token = TOKEN.exec(text)?.[0]) {
    if (depth === 0 && (token === '\n' || token.startsWith('#'))) break;
    if ('[{'.includes(token)) depth++;
    else if (']}'.includes(token)) depth--;
    if (token.trim() !== '') end = TOKEN.lastIndex - (token.length - token.trimEnd().length);
  }
  return end;
}
