import { describe, expect, it } from 'vitest';
import { painter } from '../../../lib/paint.ts';
import { type BannerFacts, banner } from './banner.ts';

const plain = painter(false);
const url = 'http://127.0.0.1:8000';
const FACTS: BannerFacts = {
  version: '1.2.3',
  console: `${url}/`,
  mcp: `${url}/mcp`,
  servers: ['/mcp/oj', '/mcp/cobol', '/mcp/books', '/mcp/spotlight'],
  data: [
    ['Books', '~/.local/share/quartet/library'],
    ['Files', '~'],
    ['Judge', 'embedded, in ~/.local/share/quartet/judge.db'],
  ],
  absent: [],
  client: `${url}/mcp`,
};
const SECRET = 'x'.repeat(43);
const OWN = {
  token: 'kept in ~/.local/share/quartet/token; this link brings it along:',
  own: { link: `${url}/#token=${SECRET}`, header: `Authorization: Bearer ${SECRET}` },
};

describe('the banner', () => {
  it('says what is served, where the data is, how to connect and how to stop', () => {
    expect(banner(FACTS, plain, 80)).toBe(`
Quartet 1.2.3

  Console  http://127.0.0.1:8000/
  MCP      http://127.0.0.1:8000/mcp   (each server: /mcp/oj, /mcp/cobol, …)
  Books    ~/.local/share/quartet/library
  Files    ~
  Judge    embedded, in ~/.local/share/quartet/judge.db

  Connect  claude mcp add --transport http quartet http://127.0.0.1:8000/mcp
  Ctrl-C stops it.

`);
  });

  it('names no console that is not served, and only servers that are', () => {
    const text = banner({ ...FACTS, console: undefined, servers: ['/mcp/cobol'], data: [] }, plain, 80);
    expect(text).toMatch(
      /^\nQuartet 1\.2\.3\n\n {2}MCP {6}http:\/\/127\.0\.0\.1:8000\/mcp {3}\(each server: \/mcp\/cobol\)\n\n/,
    );
    expect(text).not.toContain('Console');
  });

  it('says why toolsets are absent', () => {
    const absent = [
      'oj is not configured: the server needs --base-url (or OJ_BASE_URL), or --embedded.',
      'b is left out.',
    ];
    expect(banner({ ...FACTS, absent }, plain, 80)).toContain(`
  Absent   oj is not configured: the server needs --base-url (or OJ_BASE_URL),
           or --embedded.
           b is left out.
`);
  });

  it('gives the link and the command with the token that the server has made', () => {
    expect(banner({ ...FACTS, ...OWN }, plain, 80)).toContain(`
  Token    kept in ~/.local/share/quartet/token; this link brings it along:
  http://127.0.0.1:8000/#token=${SECRET}
  Connect  claude mcp add --transport http quartet http://127.0.0.1:8000/mcp \\
  --header "Authorization: Bearer ${SECRET}"
`);
  });

  it('shows where a token goes that only its owner knows', () => {
    expect(banner({ ...FACTS, token: 'from --token-file' }, plain, 80)).toContain(`
  Token    from --token-file
  Connect  claude mcp add --transport http quartet http://127.0.0.1:8000/mcp \\
  --header "Authorization: Bearer TOKEN"
`);
  });

  it.each([80, 120])('fits into %i columns and 18 lines, also at its longest', (columns) => {
    const far = 'http://127.0.0.1:65535';
    const reason =
      'spotlight shows the files of this machine, so a server for others serves it only if --toolsets names it.';
    const longest = {
      ...FACTS,
      ...OWN,
      console: `${far}/`,
      mcp: `${far}/mcp`,
      client: `${far}/mcp`,
      own: { link: `${far}/mcp#token=${SECRET}`, header: OWN.own.header },
      absent: [reason],
    };
    const lines = banner(longest, plain, columns).trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(18);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  });

  it('puts the servers below an address that leaves no room beside it', () => {
    expect(banner({ ...FACTS, mcp: 'http://machine.department.example.com:8000/mcp' }, plain, 80)).toContain(`
  MCP      http://machine.department.example.com:8000/mcp
           (each server: /mcp/oj, /mcp/cobol, …)
`);
  });

  it.each([undefined, 0])('takes a terminal with %s columns for a usual one', (columns) => {
    expect(banner(FACTS, plain, columns)).toBe(banner(FACTS, plain, 80));
  });

  it('breaks neither links nor commands on a narrow terminal', () => {
    const text = banner({ ...FACTS, ...OWN }, plain, 20);
    expect(text).toContain(`${url}/#token=${SECRET}\n`);
    expect(text).toContain('claude mcp add --transport http quartet http://127.0.0.1:8000/mcp \\\n');
    expect(text).toContain(
      '  Token    kept in\n           ~/.local/share/quartet/token;\n           this link brings it along:\n',
    );
  });

  it('has colours only if told', () => {
    expect(banner(FACTS, painter(true), 80)).toContain('\x1b[1mQuartet\x1b[0m 1.2.3\n');
    expect(banner(FACTS, plain, 80)).not.toContain('\x1b');
  });

  it('shows no path that steers the terminal', () => {
    const text = banner({ ...FACTS, data: [['Books', '/a\x1b[2J\rb']], absent: ['x\ny'] }, plain, 80);
    expect(text).toContain('  Books    /a\\u001b[2J\\u000db\n  Absent   x\\u000ay\n');
  });
});
