import { describe, expect, it } from 'vitest';
import { CLIENTS, type Setup } from './clients.ts';
import { hasSecret, placeholdersIn, targetOf } from './target.ts';

const OPEN = {
  origin: 'http://127.0.0.1:8000',
  toolset: '',
  tokens: false,
  token: undefined,
  program: { command: 'node', args: ['/opt/quartet/bin/quartet.js'] },
};
const CLOSED = { ...OPEN, origin: 'https://mcp.example.com', tokens: true };
const SECRET = 'pT3v9u-secret-token';

const shown = ({ snippets, link, notes }: Setup) =>
  [
    ...snippets.map(({ title, language, text }) => `── ${title} (${language})\n${text}`),
    ...(link === undefined ? [] : [`── link\n${link}`]),
    ...notes.map((note) => `── note\n${note}`),
  ].join('\n');

describe.each(CLIENTS)('$label', ({ http, stdio, hasLink = false }) => {
  it('over HTTP, all servers, without tokens', () => expect(shown(http(targetOf(OPEN)))).toMatchSnapshot());

  it('over HTTP, one server, with a token to fill in', () => {
    const target = targetOf({ ...CLOSED, toolset: 'books' });
    expect(shown(http(target))).toMatchSnapshot();
  });

  it('over HTTP, with the token put in', () => {
    expect(shown(http(targetOf({ ...CLOSED, token: SECRET })))).toMatchSnapshot();
  });

  it('over stdio', () => expect(shown(stdio(targetOf(OPEN)))).toMatchSnapshot());

  it('over stdio, one server, where the place of the program is not known', () => {
    const setup = stdio(targetOf({ ...CLOSED, toolset: 'cobol', program: undefined }));
    expect(shown(setup)).toMatchSnapshot();
    expect(setup.link).toBeUndefined();
  });

  it('no text has a token that was not asked for, and stdio never has one', () => {
    const all = [http(targetOf(CLOSED)), stdio(targetOf(CLOSED)), stdio(targetOf({ ...CLOSED, token: SECRET }))];
    for (const setup of all) expect(shown(setup)).not.toContain(SECRET);
    for (const { text } of stdio(targetOf(CLOSED)).snippets) expect(placeholdersIn(text)).toEqual([]);
    expect(shown(http(targetOf({ ...CLOSED, token: SECRET })))).toContain(SECRET);
  });

  it(`can be opened by a link: ${hasLink}`, () => {
    for (const setup of [http(targetOf(OPEN)), stdio(targetOf(OPEN)), http(targetOf({ ...CLOSED, token: SECRET }))]) {
      expect(setup.link !== undefined).toBe(hasLink);
    }
  });

  it('JSON is JSON, and names every server only once', () => {
    for (const setup of [http(targetOf(OPEN)), http(targetOf(CLOSED)), stdio(targetOf(OPEN))]) {
      for (const { language, text } of setup.snippets) if (language === 'json') JSON.parse(text);
    }
  });
});

it('the judge is told to use its own problems, and the command of Gemini to leave that to it', () => {
  const target = targetOf({ ...OPEN, toolset: 'oj' });
  expect(target.args).toEqual(['/opt/quartet/bin/quartet.js', 'oj', '--embedded']);
  const gemini = CLIENTS.find(({ id }) => id === 'gemini-cli');
  expect(gemini?.stdio(target).snippets[0]?.text).toBe(
    'gemini mcp add --scope user quartet-oj node /opt/quartet/bin/quartet.js oj -- --embedded',
  );
});

it('a bridge to a plain address that is not this machine’s must be told that it may', () => {
  const [desktop] = CLIENTS;
  const args = (origin: string) =>
    JSON.parse(desktop?.http(targetOf({ ...OPEN, origin })).snippets[0]?.text ?? '').mcpServers.quartet.args;
  expect(args('http://127.0.0.1:8000')).toEqual(['-y', 'mcp-remote', 'http://127.0.0.1:8000/mcp']);
  expect(args('http://localhost:8000')).not.toContain('--allow-http');
  expect(args('https://mcp.example.com')).not.toContain('--allow-http');
  expect(args('http://10.0.0.5:8000')).toContain('--allow-http');
  expect(args('http://[::1]:8000')).toContain('--allow-http');
});

it('knows a token from what stands for one', () => {
  expect([hasSecret(targetOf(OPEN)), hasSecret(targetOf(CLOSED))]).toEqual([false, false]);
  expect(hasSecret(targetOf({ ...CLOSED, token: SECRET }))).toBe(true);
});
