import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { expect, it } from 'vitest';
import { clientOf } from './clients.ts';
import { entriesIn, withEntries, withoutEntries } from './edit.ts';
import { parseJsonConfig } from './json-edit.ts';
import { parseTomlConfig } from './toml-edit.ts';

const ENTRIES = {
  quartet: { command: '/usr/bin/node', args: ['/opt/q "x".js', 'all'] },
  'quartet-oj': { url: 'http://x/mcp' },
};
const NAMES = Object.keys(ENTRIES);
const OURS = { 'quartet-oj': { command: 'old', args: ['quartet'], note: 1 } };

/** Whether one text can be had from another by leaving characters out, blanks aside. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  const wanted = part.replaceAll(/\s/g, '');
  for (const character of whole) if (character === wanted[at]) at++;
  return at === wanted.length;
}

/** A value written by somebody with habits: comments, line ends, indentation, trailing commas. */
function written(value: unknown, noise: readonly string[], { eol, unit, trailing }: Habits): string {
  let turn = 0;
  const comment = () => noise[turn++ % noise.length] ?? '';
  const write = (one: unknown, indent: string): string => {
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const [open, close] = Array.isArray(one) ? '[]' : '{}';
    const inner = indent + unit;
    const items = Object.entries(one).map(
      ([key, item]) => `${Array.isArray(one) ? '' : `${JSON.stringify(key)}${comment()}: `}${write(item, inner)}`,
    );
    if (items.length === 0) return `${open}${comment()}${close}`;
    const lines = items.map((item, at) => {
      const comma = at < items.length - 1 || trailing ? ',' : '';
      return `${eol}${inner}${item}${comment()}${comma}${comment()}`;
    });
    return `${open}${comment()}${lines.join('')}${eol}${indent}${close}`;
  };
  return `${comment()}${write(value, '')}${comment()}`;
}

interface Habits {
  readonly eol: string;
  readonly unit: string;
  readonly trailing: boolean;
}

const servers = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
const config = fc
  .tuple(
    fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    fc.option(servers, { nil: undefined }),
    fc.boolean(),
  )
  .map(([rest, others, hasOurs]) => {
    delete rest.mcpServers;
    const given = hasOurs ? { ...others, ...OURS } : others;
    return given === undefined ? rest : { ...rest, mcpServers: given };
  });
const lineComment = fc.constantFrom('', ' ', '/* a } , " */', ' /* b\n{ */ ', ' // c }, \n');
const habits = fc.record({
  eol: fc.constantFrom('\n', '\r\n', ' ', ''),
  unit: fc.constantFrom('  ', '\t', '    ', ''),
  trailing: fc.boolean(),
});

it('JSON: whatever stands in a configuration stays there, and uninstalling brings the bytes back', () => {
  const client = clientOf('cursor');
  fc.assert(
    fc.property(config, fc.array(lineComment, { minLength: 1, maxLength: 9 }), habits, (value, noise, style) => {
      const text = written(value, noise, style);
      const before = parseJsonConfig(text) as Record<string, object>;
      const after = withEntries(client, text, ENTRIES);
      const { mcpServers, ...rest } = parseJsonConfig(after) as Record<string, object>;
      const { mcpServers: had = {}, ...restBefore } = before;
      expect(JSON.stringify(rest)).toBe(JSON.stringify(restBefore));
      const kept = (some: object) => JSON.stringify(Object.entries(some).filter(([name]) => !NAMES.includes(name)));
      expect(kept(mcpServers ?? {})).toBe(kept(had));
      expect(entriesIn(client, after)).toMatchObject(ENTRIES);
      if (!('quartet-oj' in had)) {
        expect(isWithin(text, after)).toBe(true);
        expect(withoutEntries(client, after, NAMES, text)).toBe(text);
      }
      const rest2 = withoutEntries(client, after, NAMES, undefined);
      expect(kept(entriesIn(client, rest2))).toBe(kept(had));
      expect(withoutEntries(client, `${after} `, NAMES, text)).not.toContain('quartet.js');
    }),
    { numRuns: 400 },
  );
});

const tomlValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.string({ maxLength: 12 }),
    fc.constantFrom('"""', "'''", '[mcp_servers.quartet]', 'a # b', 'two\nlines', '\\'),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), tie('value'), { maxKeys: 3 }),
  ),
})).value;

it('TOML: the same', () => {
  const client = clientOf('codex');
  const tables = fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), tomlValue, { maxKeys: 4 });
  const entry = fc.record({ command: fc.string(), args: fc.array(fc.string(), { maxLength: 3 }) });
  const others = fc.option(fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), entry, { maxKeys: 3 }), {
    nil: undefined,
  });
  const ends = fc.constantFrom('', '\n', '\n\n', '\n# the end', ' # the end');
  fc.assert(
    fc.property(tables, others, ends, fc.boolean(), (rest, mcp_servers, end, crlf) => {
      delete rest.mcp_servers;
      const plain = `${stringify({ ...rest, ...(mcp_servers && { mcp_servers }) }).trimEnd()}${end}`;
      // A line break within a text would become another text.
      const text = crlf && !plain.includes('"""') ? plain.replaceAll('\n', '\r\n') : plain;
      const after = withEntries(client, text, ENTRIES);
      expect(after.startsWith(text)).toBe(true);
      expect(entriesIn(client, after)).toMatchObject(ENTRIES);
      expect(withoutEntries(client, after, NAMES, text)).toBe(text);
      const without = withoutEntries(client, `${after}\n`, NAMES, text);
      expect(JSON.stringify(parseTomlConfig(without))).toBe(JSON.stringify(parseTomlConfig(text)));
    }),
    { numRuns: 400 },
  );
});
