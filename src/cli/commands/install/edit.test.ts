import { describe, expect, it } from 'vitest';
import { CLIENTS, clientOf } from './clients.ts';
import { entriesIn, snippet, withEntries, withoutEntries } from './edit.ts';
import { CONFIGURATIONS } from './testing/configurations.ts';

const PROGRAM = { command: '/usr/bin/node', args: ['/opt/quartet/bin/quartet.js', 'cobol'] };

describe.each(CLIENTS)('$label', (client) => {
  const entries = {
    'quartet-cobol': client.stdio(PROGRAM),
    quartet: client.stdio({ ...PROGRAM, env: { PATH: '/bin' } }),
  };
  const names = Object.keys(entries);
  const text = CONFIGURATIONS[client.id] ?? expect.fail('has no configuration');

  it('gets its servers, and every line that was there stays', () => {
    const after = withEntries(client, text, entries);
    expect(entriesIn(client, after)).toMatchObject(entries);
    expect(after).toMatchSnapshot();
    expect(withEntries(client, after, entries)).toBe(after);
  });

  it('gets back the same bytes, also when nobody knows them', () => {
    const after = withEntries(client, text, entries);
    expect(withoutEntries(client, after, names, text)).toBe(text);
    const rest = withoutEntries(client, after, names, undefined);
    const bare = (some: string) => some.replace(`"${client.section}": {}`, '').replaceAll(/[\s,]/g, '');
    expect(bare(rest)).toBe(bare(text));
  });

  it('loses one of two and keeps the other', () => {
    const both = withEntries(client, text, entries);
    const [first = ''] = names;
    const one = withoutEntries(client, both, [first], text);
    expect(Object.keys(entriesIn(client, one))).toContain('quartet');
    expect(withEntries(client, text, { quartet: entries.quartet })).toBe(one);
  });

  it('of a file that is not there is what is printed', () => {
    expect(withEntries(client, '', entries)).toBe(`${snippet(client, entries)}\n`);
    expect(withoutEntries(client, withEntries(client, '', entries), names, undefined)).toBe('');
  });

  it('keeps what a person has added to the entry', () => {
    const own = { 'quartet-cobol': { ...client.stdio(PROGRAM), timeout: 5, env: { MINE: 'yes' } } };
    const before = withEntries(client, text, own);
    const moved = { 'quartet-cobol': client.stdio({ ...PROGRAM, args: ['/elsewhere.js', 'cobol'] }) };
    expect(entriesIn(client, withEntries(client, before, moved))['quartet-cobol']).toMatchObject({
      args: ['/elsewhere.js', 'cobol'],
      timeout: 5,
      env: { MINE: 'yes' },
    });
  });

  it('forgets the command when the server is at an address, and the other way round', () => {
    const remote = client.http({ url: 'http://127.0.0.1:8000/mcp' }, { command: 'npx', args: ['mcp-remote'] });
    const started = { quartet: client.stdio(PROGRAM) };
    const there = withEntries(client, withEntries(client, text, started), { quartet: remote ?? {} });
    expect(entriesIn(client, there).quartet).toEqual(remote);
    expect(withEntries(client, there, started)).toBe(withEntries(client, text, started));
  });
});

describe('JSON', () => {
  const cursor = clientOf('cursor');
  const entries = { quartet: { command: 'q' } };
  it.each([
    ['{}', '{\n  "mcpServers": {\n    "quartet": {\n      "command": "q"\n    }\n  }\n}'],
    ['{"a":1}', '{"a":1,"mcpServers":{"quartet":{"command":"q"}}}'],
    ['{ "a": 1 }', '{ "a": 1, "mcpServers": {"quartet":{"command":"q"}} }'],
    ['{ "a": 1 /* one */ }', '{ "a": 1, /* one */ "mcpServers": {"quartet":{"command":"q"}} }'],
    [
      '{ "a": 1 // one\n}',
      '{ "a": 1, // one\n  "mcpServers": {\n    "quartet": {\n      "command": "q"\n    }\n  }\n}',
    ],
    [
      '{\n\t"mcpServers": {\n\t\t// none\n\t}\n}',
      '{\n\t"mcpServers": {\n\t\t// none\n\t\t"quartet": {\n\t\t\t"command": "q"\n\t\t}\n\t}\n}',
    ],
    ['// nothing yet', '// nothing yet\n{\n  "mcpServers": {\n    "quartet": {\n      "command": "q"\n    }\n  }\n}\n'],
  ])('%j becomes %j', (before, after) => {
    expect(withEntries(cursor, before, entries)).toBe(after);
    expect(withoutEntries(cursor, after, ['quartet'], before)).toBe(before);
  });

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', /line 3, column 3: comma expected/],
    ['{\n  "mcpServers": []\n}', /line 2, column 3: "mcpServers" is not an object/],
    ['[]', /line 1, column 1: the file does not hold an object/],
    ['{"mcpServers": {', /line 1, column 17: close brace expected/],
  ])('%j is refused with its place', (text, told) => {
    expect(() => withEntries(cursor, text, entries)).toThrow(told);
  });
});

describe('TOML', () => {
  const codex = clientOf('codex');
  const entries = { quartet: { command: 'q', args: ['a'] } };
  it.each([
    'model = "x"',
    'model = "x"\n',
    'model = "x"\r\n\r\n[tui]\r\na = 1\r\n',
    '[mcp_servers]\n',
    '# only a comment',
    '\n\n',
  ])('%j comes back', (before) => {
    const after = withEntries(codex, before, entries);
    expect(after.startsWith(before)).toBe(true);
    expect(after.endsWith('\n')).toBe(before.endsWith('\n'));
    expect(withoutEntries(codex, after, ['quartet'], before)).toBe(before);
    if (before.trim() !== '') expect(withoutEntries(codex, after, ['quartet'], undefined)).toBe(before);
  });

  it('changes only the values that differ, and takes the tables below away too', () => {
    const text = `[mcp_servers.quartet]
command = "old" # mine
args = ["a"]
url = 'http://x'
startup_timeout_sec = 20
[mcp_servers.quartet.tools.add]
approval_mode = "approve"

[other]
`;
    const after = withEntries(codex, text, entries);
    expect(after).toBe(text.replace('"old"', '"q"'));
    expect(withoutEntries(codex, after, ['quartet'], undefined)).toBe('[other]\n');
  });

  it.each([
    ['mcp_servers = { quartet = { command = "old" } }\n'],
    ['mcp_servers.quartet.command = "old"\n'],
    ['[mcp_servers]\nquartet = { command = "old" }\n'],
    ['mcp_servers = {}\n'],
  ])('%j is left to the person', (text) => {
    expect(() => withEntries(codex, text, entries)).toThrow(/by hand|line \d+/);
  });

  it('is refused with its place when it is none', () => {
    expect(() => withEntries(codex, 'a = 1\nb = \n', entries)).toThrow(/line 2, column \d+: /);
  });
});
