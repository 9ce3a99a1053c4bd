import type { Client, Entry } from './clients.ts';
import { parseJsonConfig, removeJsonEntry, setJsonEntry } from './json-edit.ts';
import { BrokenConfig, InstallProblem } from './problem.ts';
import { parseTomlConfig, removeTomlEntry, setTomlEntry, tomlTable } from './toml-edit.ts';

/** Servers by the names that the client knows them by. */
export type Entries = Readonly<Record<string, Entry>>;

type Kind = Pick<Client, 'format' | 'section'>;
type Values = Readonly<Record<string, unknown>>;

/** What to paste into an empty configuration. */
export function snippet({ format, section }: Kind, entries: Entries): string {
  if (format === 'json') return JSON.stringify({ [section]: entries }, undefined, 2);
  return Object.entries(entries)
    .map(([name, entry]) => tomlTable(section, name, entry))
    .join('\n\n');
}

/** The servers that a configuration has. */
export function entriesIn(kind: Kind, text: string): Values {
  const servers = parse(kind, text)[kind.section];
  return isTable(servers) ? servers : {};
}

/** The configuration with these servers. What a person has added to an entry of the same name stays in it. */
export function withEntries(kind: Kind, text: string, entries: Entries): string {
  const { format, section } = kind;
  const set = format === 'json' ? setJsonEntry : setTomlEntry;
  let result = text;
  for (const [name, entry] of Object.entries(entries)) {
    const old = entriesIn(kind, result)[name];
    const value = isTable(old) ? merged(old, entry) : entry;
    if (isTable(old) && isSame(old, value)) continue;
    result = set(result, section, name, value);
    const written = entriesIn(kind, result)[name];
    if (!isTable(written) || !isSame(written, value)) throw notEditable(section);
  }
  return checked(kind, text, result, Object.keys(entries));
}

/**
 * The configuration without these servers. `before` is the text that an installation has found, if it has found one: where
 * nothing else was changed since, exactly that comes back.
 */
export function withoutEntries(kind: Kind, text: string, names: readonly string[], before: string | undefined): string {
  const there = entriesIn(kind, text);
  const gone = Object.fromEntries(names.map((name) => [name, there[name] as Entry]));
  for (const earlier of [before ?? '', '']) if (isBefore(kind, earlier, gone, text)) return earlier;
  const { format, section } = kind;
  const dropSection = before !== undefined && !(section in parse(kind, before));
  const remove = format === 'json' ? removeJsonEntry : removeTomlEntry;
  const result = names.reduce((rest, name) => remove(rest, section, name, dropSection), text);
  if (names.some((name) => name in entriesIn(kind, result))) throw notEditable(section);
  return checked(kind, text, result, names);
}

function isBefore(kind: Kind, earlier: string, gone: Entries, text: string): boolean {
  try {
    const there = entriesIn(kind, earlier);
    return !Object.keys(gone).some((name) => name in there) && withEntries(kind, earlier, gone) === text;
  } catch {
    return false;
  }
}

/** How a server is reached, which only one entry of the two can say. */
const WAYS = ['type', 'command', 'args', 'env', 'url', 'serverUrl', 'httpUrl', 'headers', 'bearer_token_env_var'];

function merged(old: Values, entry: Entry): Entry {
  if ('command' in old !== 'command' in entry) {
    const others = Object.entries(old).filter(([key]) => !WAYS.includes(key));
    return { ...entry, ...Object.fromEntries(others) };
  }
  const env = isTable(old.env) && isTable(entry.env) ? { env: { ...old.env, ...entry.env } } : {};
  return { ...old, ...entry, ...env };
}

/** The result, if it differs from the text in nothing but these entries. */
function checked(kind: Kind, text: string, result: string, names: readonly string[]): string {
  if (others(kind, text, names) === others(kind, result, names)) return result;
  throw notEditable(kind.section);
}

function others(kind: Kind, text: string, names: readonly string[]): string {
  const { section } = kind;
  const { [section]: servers, ...rest } = parse(kind, text);
  if (!isTable(servers)) return JSON.stringify([rest, servers]);
  const kept = Object.entries(servers).filter(([name]) => !names.includes(name));
  return JSON.stringify([rest, kept.length === 0 ? undefined : kept]);
}

function notEditable(section: string): InstallProblem {
  return new InstallProblem(
    `its ${section} are written in a way that Quartet does not edit. Add the text of --print by hand.`,
  );
}

function parse({ format }: Kind, text: string): Values {
  const value = format === 'json' ? parseJsonConfig(text) : parseTomlConfig(text);
  if (isTable(value)) return value;
  throw new BrokenConfig('the file does not hold an object', 1, 1);
}

/** Order does not matter: clients write their files anew as they like. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isTable(one) || !isTable(other)) return JSON.stringify(one) === JSON.stringify(other);
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.every((key) => isSame(one[key], other[key]));
}

function isTable(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
