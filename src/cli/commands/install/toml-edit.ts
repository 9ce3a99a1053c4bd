import { parse, TomlError } from 'smol-toml';
import { BrokenConfig } from './problem.ts';
import { type TomlStatement, tomlStatements } from './toml-statements.ts';

export function parseTomlConfig(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [, reason = 'not TOML'] = /^Invalid TOML document: (.*)/.exec(error.message) ?? [];
    throw new BrokenConfig(reason, error.line, error.column);
  }
}

/** The text with a table `[section.name]` that has these values; all else stays as it is. */
export function setTomlEntry(text: string, section: string, name: string, value: object): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = blocksOf(text).find(({ header }) => isPath(header.path, [section, name]));
  if (table === undefined) return appended(text, tomlTable(section, name, value).replaceAll('\n', eol), eol);
  const old = (parseTomlConfig(text) as Record<string, Record<string, object>>)[section]?.[name] ?? {};
  return changed(text, table, old as Record<string, unknown>, value as Record<string, unknown>, eol);
}

/** The text without that table and the tables below it. */
export function removeTomlEntry(text: string, section: string, name: string): string {
  const gone = blocksOf(text).filter(({ header }) => isPath(header.path.slice(0, 2), [section, name]));
  return gone.toReversed().reduce((rest, { header, last }) => {
    const before = rest.slice(0, header.start).replace(/[ \t]*$/, '');
    const behind = rest.slice(last.end).replace(/^[^\n]*/, '');
    // With the table goes the empty line before it, or behind it where it is the first.
    if (before.trim() === '') return before + behind.replace(/^\s*\n/, '');
    const kept = before.replace(/(\r?\n)[ \t]*\r?\n$/, '$1');
    return behind === '' ? kept.replace(/\r?\n$/, '') : kept + behind.slice(1);
  }, text);
}

export function tomlTable(section: string, name: string, value: object): string {
  const lines = Object.entries(value).map(([key, one]) => `${tomlKey(key)} = ${tomlValue(one)}`);
  return [`[${section}.${tomlKey(name)}]`, ...lines].join('\n');
}

/** A header with what stands below it. */
interface Block {
  readonly header: TomlStatement;
  readonly pairs: readonly TomlStatement[];
  readonly last: TomlStatement;
}

function blocksOf(text: string): Block[] {
  const statements = tomlStatements(text);
  return statements.flatMap((header, at) => {
    if (header.kind === 'pair') return [];
    const next = statements.findIndex(({ kind }, index) => index > at && kind !== 'pair');
    const pairs = statements.slice(at + 1, next === -1 ? undefined : next);
    return [{ header, pairs, last: pairs.at(-1) ?? header }];
  });
}

/** A table of its own at the end, whatever stands before it; a text without a last line break stays so. */
function appended(text: string, table: string, eol: string): string {
  if (text.trim() === '') return `${text}${table}${eol}`;
  if (!text.endsWith('\n')) return `${text}${eol}${eol}${table}`;
  return `${text}${/\n[ \t]*\r?\n$/.test(text) ? '' : eol}${table}${eol}`;
}

/** Only the values that are others are written anew; of a value that is gone, its line goes. */
function changed(
  text: string,
  { header, pairs, last }: Block,
  old: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  eol: string,
): string {
  const differs = (key: string) => JSON.stringify(old[key]) !== JSON.stringify(value[key]);
  const missing = Object.keys(value).filter((key) => !(key in old));
  const added = missing.map((key) => `${eol}${tomlKey(key)} = ${tomlValue(value[key])}`).join('');
  let result = text.slice(0, last.end) + added + text.slice(last.end);
  for (const { path, start, value: from, end } of pairs.toReversed()) {
    const [key = ''] = path;
    if (path.length > 1 || !differs(key)) continue;
    const rest = result.slice(end);
    if (key in value) result = `${result.slice(0, from)}${tomlValue(value[key])}${rest}`;
    else result = result.slice(0, Math.max(header.end, start)).replace(/[ \t]*$/, '') + rest.replace(/^[^\n]*\n?/, '');
  }
  return result;
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : tomlText(key);
}

/** Texts, lists of them and tables of them: all that entries hold. */
function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? tomlText(value) : String(value);
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${tomlKey(key)} = ${tomlValue(one)}`)
    .join(', ')} }`;
}

/** The escapes of a text are those of JSON, and one more. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007F');
}

function isPath(path: readonly string[], wanted: readonly string[]): boolean {
  return path.length === wanted.length && path.every((part, at) => part === wanted[at]);
}
