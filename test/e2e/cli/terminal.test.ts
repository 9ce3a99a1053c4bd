import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { displayWidth } from '../../../src/cli/terminal/width.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { CTRL_C, HAS_TERMINAL, TerminalProcess } from '../../harness/terminal.ts';

const home = mkdtempSync(join(tmpdir(), 'quartet-at-terminal-'));
const env = { HOME: home, XDG_DATA_HOME: join(home, 'data') };
const LESSON = { book_id: 'hostile-book', path: 'content/01-Part/01-Chapter/01-lesson.md' };
const HOSTILE =
  '# Title\n\nRed \u001b[31mtext\u001b]0;title\u0007 and `\u009b2J`, 日本語.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
const pairs = (args: Record<string, string>) => Object.entries(args).map(([key, value]) => `${key}=${value}`);

beforeAll(async () => {
  const lesson = join(home, 'lesson.md');
  writeFileSync(lesson, HOSTILE);
  mkdirSync(join(home, 'papers'));
  writeFileSync(join(home, 'papers', 'note.txt'), 'a needle \u001b[31min the hay\n');
  const written = await runQuartet(['call', 'write_content', ...pairs(LESSON), `content=@${lesson}`], env);
  expect(written).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function atTerminal(args: readonly string[], more: NodeJS.ProcessEnv = {}, columns = 80) {
  const shown = new TerminalProcess(args, { ...env, ...more }, columns);
  onTestFinished(() => void shown.child.kill('SIGKILL'));
  return { code: await shown.ended, said: shown.said };
}

// A terminal is made by util-linux's `script`; without it there is none to look at.
describe.skipIf(!HAS_TERMINAL)('quartet call at a terminal', () => {
  it('shows a list as a table', async () => {
    expect(await atTerminal(['call', 'list_books'], { NO_COLOR: '1' })).toEqual({
      code: 0,
      said: 'book_id       storage_backend\n────────────  ───────────────\nhostile-book  fs\n',
    });
  });

  it('renders a lesson, in which nothing steers the terminal', async () => {
    const { said } = await atTerminal(['call', 'read_content', ...pairs(LESSON)], { NO_COLOR: '1' });
    expect(said).toContain('Title\n═════\n');
    expect(said).toContain('Red \\u001b[31mtext\\u001b]0;title\\u0007 and \\u009b2J, 日本語.\n');
    expect(said).toContain('a  b\n─  ─\n1  2\n');
    expect(said.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('shows files that were found, with the place', async () => {
    const args = ['call', 'search', 'query=needle', `scope=${join(home, 'papers')}`];
    const { said } = await atTerminal(args, { NO_COLOR: '1' });
    expect(said).toMatch(
      /^~\/papers\/note\.txt\n {4}1: a needle .*in the hay\n {4}.* · 25 bytes · .* UTC\n\n1 file\.\n$/,
    );
  });

  it.each([
    ['colours are there', {}, true],
    ['NO_COLOR takes them away', { NO_COLOR: '1' }, false],
    ['a dumb terminal gets none', { TERM: 'dumb' }, false],
  ])('%s', async (_, more, coloured) => {
    const { said } = await atTerminal(['call', 'list_books'], more);
    expect(said.includes('\u001b[1mbook_id')).toBe(coloured);
    expect(said.includes('\u001b')).toBe(coloured);
  });

  it.each([40, 80, 120])('keeps to %i columns', async (columns) => {
    const { said } = await atTerminal(['tools', 'format_currency'], { NO_COLOR: '1' }, columns);
    const long = said.split('\n').filter((line) => displayWidth(line) > columns);
    // A command is there to be copied: its words are not broken.
    expect(long.filter((line) => !line.includes('picture='))).toEqual([]);
  });

  it('says what went wrong, and where the help is', async () => {
    const { code, said } = await atTerminal(['call', 'add', 'a=1'], { NO_COLOR: '1' });
    expect(code).toBe(1);
    expect(said).toMatch(/^Missing argument "b"; expected a number[^]*\nWhat it takes: quartet call add --help\n$/);
  });

  it('gives a program JSON, and a pipe the text', async () => {
    const { said } = await atTerminal(['call', 'list_books', '--json']);
    expect(JSON.parse(said)).toMatchObject({ structuredContent: { result: [{ book_id: 'hostile-book' }] } });
    const piped = await runQuartet(['call', 'list_books'], env);
    expect(piped).toEqual({ code: 0, stdout: '[{"book_id":"hostile-book","storage_backend":"fs"}]\n', stderr: '' });
  });
});

describe.skipIf(!HAS_TERMINAL)('what takes long', () => {
  async function silentServer(): Promise<string> {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => server.close().closeAllConnections());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each<[string, (url: string) => string[], RegExp]>([
    [
      'a call',
      (url) => ['call', 'get_problem', 'source=x', 'id=1', '--base-url', url],
      /interrupted\. Nothing was changed\.\n$/,
    ],
    [
      'a sync',
      (url) => ['judge', 'sync', 'luogu', '--mirror', url],
      /interrupted\. Start it again to go on from here\.\n$/,
    ],
  ])('%s shows a spinner after a second, and Ctrl-C ends it with 130', async (_, argsFor, farewell) => {
    const shown = new TerminalProcess(argsFor(await silentServer()), env);
    onTestFinished(() => void shown.child.kill('SIGKILL'));
    await shown.until(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] \w+ 2 s/);
    shown.type(CTRL_C);
    expect(await shown.ended).toBe(130);
    expect(shown.said).toMatch(farewell);
  });

  it('a search that finds nothing says so', async () => {
    const { code, said } = await atTerminal(['find', 'haystack', '--in', join(home, 'papers')]);
    expect({ code, said }).toEqual({ code: 1, said: `quartet: nothing was found below ${join(home, 'papers')}.\n` });
  });
});
