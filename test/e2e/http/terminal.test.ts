import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { VERSION } from '../../../src/version.ts';
import { JSON_HEADERS, ServeProcess } from '../../harness/http-server.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';
import { INITIALIZE } from '../../harness/server-process.ts';
import { CTRL_C, CTRL_D, HAS_TERMINAL, TerminalProcess } from '../../harness/terminal.ts';

const home = mkdtempSync(join(tmpdir(), 'quartet-terminal-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const env = { HOME: home, XDG_DATA_HOME: '', NO_COLOR: '1' };

/** A server at a terminal, with its banner shown. */
async function serve(args: readonly string[] = [], more: NodeJS.ProcessEnv = {}, columns = 80) {
  const server = new TerminalProcess(['serve', '--port', '0', ...args], { ...env, ...more }, columns);
  onTestFinished(() => void server.child.kill('SIGKILL'));
  await server.until(/Ctrl-C stops it\./);
  return server;
}

function call(server: TerminalProcess, name: string, args: object): Promise<string> {
  const url = /http:\/\/\S+\/mcp/.exec(server.said)?.[0] ?? '';
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  return fetch(url, { method: 'POST', headers: JSON_HEADERS, body }).then(
    (response) => response.text(),
    () => 'cut off',
  );
}

// A terminal is made by util-linux's `script`; without it there is none to look at.
describe.skipIf(!HAS_TERMINAL)('quartet serve at a terminal', () => {
  it('shows a banner, and says that it has stopped', async () => {
    const server = await serve(['--log-level', 'warn']);
    const [, console = ''] = /Console {2}(\S+)/.exec(server.said) ?? [];
    expect((await fetch(console)).headers.get('content-type')).toContain('text/html');
    server.type(CTRL_C);
    expect(await server.ended).toBe(0);
    expect(server.said.replace(/:\d{4,5}\//g, ':PORT/')).toBe(`
Quartet ${VERSION}

  Console  http://127.0.0.1:PORT/
  MCP      http://127.0.0.1:PORT/mcp   (each server: /mcp/oj, /mcp/cobol, …)
  Books    ~/.local/share/quartet/library
  Files    ~
  Judge    embedded, in ~/.local/share/quartet/judge.db

  Connect  claude mcp add --transport http quartet http://127.0.0.1:PORT/mcp
  Ctrl-C stops it.

^C
Quartet has stopped.
`);
  });

  it('names no console that is not served', async () => {
    const server = await serve(['--no-console', '--token', 'auto']);
    expect(server.said).not.toContain('Console');
    expect(server.said).toMatch(/\n {2}http:\/\/127\.0\.0\.1:\d+\/mcp#token=[\w-]{43}\n/);
    server.type(CTRL_C);
    await server.ended;
  });

  it.each([80, 120])('fits into %i columns', async (columns) => {
    const server = await serve(['--token', 'auto', '--log-level', 'off'], {}, columns);
    const lines = server.said.trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(18);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    server.type(CTRL_C);
    await server.ended;
  });

  it('has colours unless NO_COLOR says no', async () => {
    const server = await serve([], { NO_COLOR: '' });
    expect(server.said).toContain('\x1b[1mQuartet\x1b[0m');
    server.type(CTRL_C);
    await server.ended;
    expect((await serve()).said).not.toContain('\x1b');
  });

  it('logs as text, and no name of a tool writes a line or steers the terminal', async () => {
    const server = await serve(['--log-level', 'info']);
    await call(server, 'add', { a: 424_242, b: 1 });
    await call(server, 'x\x1b[2J\r\n12:00:00 ERROR forged\u009b1A', {});
    await server.until('forged');
    server.type(CTRL_C);
    await server.ended;
    expect(server.said).toMatch(/\n\d\d:\d\d:\d\d POST \/mcp tools\/call add 200 [\d.]+ ms\n/);
    expect(server.said).toMatch(
      /\n\d\d:\d\d:\d\d POST \/mcp tools\/call "x\\u001b\[2J\\r\\n12:00:00 ERROR forged\\u009b1A" 200 [\d.]+ ms\n/,
    );
    for (const never of ['\x1b', '\x9b', '424242']) expect(server.said).not.toContain(never);
  });

  it('logs as JSON if told', async () => {
    const server = await serve(['--log-format', 'json']);
    await call(server, 'add', { a: 1, b: 2 });
    await server.until('"msg":"request"');
    server.type(CTRL_C);
    await server.ended;
  });

  it.each([
    ['1', 'cut off'],
    ['20', 'finished'],
  ])('tells after Ctrl-C what became of a call, with a grace of %s s: %s', async (grace, fate) => {
    const judge = await JudgeServer.start();
    let finish = () => {};
    judge.answers((response) => {
      finish = () => response.writeHead(404).end();
    });
    const server = await serve(['--base-url', judge.origin, '--shutdown-grace', grace]);
    const asked = call(server, 'get_problem', { source: 'leetcode', id: '1' });
    await expect.poll(() => judge.requests.length).toBe(1);
    server.type(CTRL_C);
    await server.until(`\nFinishing 1 call, for ${grace} s at most; Ctrl-C again stops at once.\n`);
    if (fate === 'finished') finish();
    expect(await server.ended).toBe(0);
    expect(server.said).toMatch(new RegExp(`\\nQuartet has stopped; 1 call was ${fate}\\.\\n$`));
    expect(await asked).toContain(fate === 'finished' ? '"isError":true' : 'cut off');
    await judge.close();
  });

  it('stops at once after a second Ctrl-C', async () => {
    const judge = await JudgeServer.start();
    judge.answers(() => {});
    const server = await serve(['--base-url', judge.origin, '--shutdown-grace', '600']);
    const asked = call(server, 'get_problem', { source: 'leetcode', id: '1' });
    await expect.poll(() => judge.requests.length).toBe(1);
    server.type(CTRL_C);
    await server.until('Finishing 1 call');
    server.type(CTRL_C);
    expect(await server.ended).not.toBe(0);
    expect(await asked).toBe('cut off');
    await judge.close();
  });
});

describe.skipIf(!HAS_TERMINAL)('a stdio server at a terminal', () => {
  it('names commands that work', async () => {
    const server = new TerminalProcess(['cobol'], env);
    await server.until('Ctrl-D ends the server.');
    server.type(CTRL_D);
    expect(await server.ended).toBe(0);
    const [, install = '', client = '', list = '', call = ''] =
      /\n {4}(.* install .*)\n.*\n {4}(.* cobol)\n[^]*\n {4}(.* tools)\n {4}(.* call )TOOL/.exec(server.said) ?? [];
    const run = (line: string, input = '') =>
      execFileSync('sh', ['-c', line], { encoding: 'utf8', input, env: { ...process.env, ...env } });
    expect(run(`${install} --print`)).toContain('"quartet-cobol"');
    expect(run(client, `${JSON.stringify(INITIALIZE)}\n`)).toContain('"name":"cobol-mcp-server"');
    expect(run(list)).toContain('validate_date');
    expect(run(`${call} add a=1 b=2`)).toBe('COBOL reports: ADD 1 TO 2 GIVING 3\n');
  });
});

describe('quartet serve in a pipe', () => {
  it('says what it always said, and logs JSON', async () => {
    const server = await ServeProcess.start(['--token', 'auto'], { ...env, QUARTET_LOG: 'info' });
    await server.call('/mcp', 'add', {});
    expect(await server.stop('SIGINT')).toBe(0);
    const file = join(home, '.local', 'share', 'quartet', 'token');
    expect(server.stdout).toBe(`Quartet serves MCP at ${server.url}/mcp\nClients need the token in ${file}\n`);
    const lines = server.stderr.trimEnd().split('\n');
    const { http, status, ...rest } = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request') ?? {};
    expect([http, status, Object.keys(rest).slice(0, 5)]).toEqual([
      'POST',
      401,
      ['level', 'time', 'name', 'id', 'client'],
    ]);
  });

  it('logs text if told', async () => {
    const server = await ServeProcess.start(['--log-format', 'text'], env);
    await server.call('/mcp', 'add', { a: 1, b: 2 });
    await server.stop();
    expect(server.stderr).toMatch(/(^|\n)\d\d:\d\d:\d\d POST \/mcp tools\/call add 200 [\d.]+ ms\n/);
    expect(server.stderr).not.toContain('\x1b');
  });
});
