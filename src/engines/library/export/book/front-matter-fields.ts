/** A plain or quoted value of front matter; undefined where there is none, or one of another kind. */
export function fieldOf(matter: string, name: string): string | undefined {
  const line = matter.split(/\r\n?|\n/).find((text) => text.startsWith(`${name}:`));
  return line === undefined ? undefined : scalar(line.slice(name.length + 1).trim());
}

function scalar(text: string): string | undefined {
  const [, double] = /^"((?:[^"\\]|\\.)*)"[ \t]*(?:#.*)?$/.exec(text) ?? [];
  if (double !== undefined) return unescaped(double);
  const [, single] = /^'((?:[^']|'')*)'[ \t]*(?:#.*)?$/.exec(text) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  return PLAIN.test(text) ? text.replace(/[ \t]+#.*$/, '').trim() || undefined : undefined;
}

const PLAIN = /^[^\s"'[\]{}|>&*!%@`#?,-]/;

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text.replaceAll(/\p{Cc}/gu, ' ')}"`));
  } catch {
    return text;
  }
}

const VALUE = String.raw`(?:"(?:[^"\\]|\\["\\/bfnrt])*"|'(?:[^']|'')*'|\[[\w .\-/,]*\]|[^\s"'[\]{}|>&*!%@\x60#?,:-](?:(?!: |:$| #).)*|-?\d[\d.]*)`;
const FIELD = new RegExp(String.raw`^[A-Za-z_][\w-]*:(?:[ ]+${VALUE})?[ ]*(?:[ ]#.*)?$`, 'u');
const ITEM = new RegExp(String.raw`^[ ]*-[ ]+${VALUE}[ ]*$`, 'u');

/**
 * Whether every reader of YAML takes front matter for the same plain fields and lists: one that cannot be read would keep a whole site
 * from being built.
 */
export function isPlainMatter(matter: string): boolean {
  const lines = matter.split(/\r\n?|\n/).slice(1, -2);
  const names = new Set<string>();
  let isListAllowed = false;
  return lines.every((line) => {
    if (/^[ ]*(?:#.*)?$/.test(line)) return true;
    if (ITEM.test(line)) return isListAllowed;
    isListAllowed = /^[\w-]+:[ ]*$/.test(line);
    const name = line.slice(0, line.indexOf(':'));
    if (names.has(name)) return false;
    names.add(name);
    return FIELD.test(line);
  });
}
