import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { CLIENTS } from '../../src/cli/commands/install/clients.ts';
import { CONFIGURATIONS } from '../../src/cli/commands/install/testing/configurations.ts';
import { ServeProcess } from '../harness/http-server.ts';
import { runQuartet } from '../harness/run-quartet.ts';
import { QUARTET } from '../harness/server-process.ts';
import { CTRL_C, HAS_TERMINAL, TerminalProcess } from '../harness/terminal.ts';

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

/** A home of its own, with what a client may have in it. */
function freshHome(): { home: string; env: Record<string, string>; fileOf: (id: string) => string } {
  const home = mkdtempSync(join(tmpdir(), 'quartet-install-'));
  homes.push(home);
  const moved = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GEMINI_CLI_HOME'];
  const env = { HOME: home, QUARTET_LOG: 'off', ...Object.fromEntries(moved.map((name) => [name, ''])) };
  const fileOf = (id: string) => {
    const [file = ''] =
      CLIENTS.find((client) => client.id === id)?.files({ platform: process.platform, home, env }) ?? [];
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  return { home, env, fileOf };
}

describe.each(CLIENTS)('$label', ({ id }) => {
  it('is told of a server that answers, and gets back the same bytes', async () => {
    const { env, fileOf } = freshHome();
    const file = fileOf(id);
    const before = `\uFEFF${CONFIGURATIONS[id]?.trimEnd()}`;
    writeFileSync(file, before, { mode: 0o640 });
    const installed = await runQuartet(['install', id, 'cobol', '--yes'], env);
    expect(installed).toMatchObject({ code: 0, stderr: '' });
    expect(installed.stdout).toContain('Checked: quartet-cobol answers, with 3 tools.');
    expect(readFileSync(`${file}.quartet-backup`, 'utf8')).toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const again = await runQuartet(['install', id, 'cobol', '--no-check'], env);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('already installed') });
    expect(await runQuartet(['uninstall', id, '--yes'], env)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('gets a file if it has none, which goes again with the server', async () => {
    const { env, fileOf } = freshHome();
    const file = fileOf(id);
    expect(await runQuartet(['install', id, '--yes', '--no-check'], env)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toContain('quartet.js');
    expect(await runQuartet(['uninstall', id, '--yes'], env)).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
  });

  it('has a broken file refused with its place, and a read-only one', async () => {
    const { env, fileOf } = freshHome();
    const file = fileOf(id);
    writeFileSync(file, `${CONFIGURATIONS[id]}\n]`);
    const broken = await runQuartet(['install', id, '--yes'], env);
    expect(broken).toMatchObject({ code: 1, stdout: '' });
    expect(broken.stderr).toMatch(/^quartet: ~\/.*: line \d+, column \d+: .* Nothing was written\.\n$/);
    rmSync(file);
    writeFileSync(file, CONFIGURATIONS[id] ?? '', { mode: 0o444 });
    const readOnly = await runQuartet(['install', id, '--yes'], env);
    expect(readOnly).toMatchObject({ code: 1, stderr: expect.stringContaining('it is read-only') });
    expect(readdirSync(dirname(file)).filter((name) => name.includes('quartet'))).toEqual([]);
  });
});

describe('quartet install', () => {
  it('writes nothing where nobody can be asked, but shows what it would', async () => {
    const { env, fileOf } = freshHome();
    const file = fileOf('cursor');
    const { code, stdout, stderr } = await runQuartet(['install', 'cursor'], env);
    expect([code, stdout]).toEqual([2, expect.stringContaining('+    "quartet": {')]);
    expect(stderr).toContain('nothing was written, as nobody can be asked here. Give --yes to write this.');
    expect(existsSync(file)).toBe(false);
  });

  it('follows the link of those who manage their configuration', async () => {
    const { home, env, fileOf } = freshHome();
    const target = join(home, 'dotfiles.json');
    writeFileSync(target, '{}');
    const file = fileOf('cursor');
    symlinkSync(target, file);
    await runQuartet(['install', 'cursor', '--yes', '--no-check'], env);
    expect(readFileSync(target, 'utf8')).toContain('"quartet"');
    expect(readdirSync(dirname(file))).toEqual(['mcp.json']);
  });

  it('passes the options of a server on, and says when they do not work', async () => {
    const { home, env, fileOf } = freshHome();
    const file = fileOf('windsurf');
    const works = await runQuartet(['install', 'windsurf', 'books', '--yes', '--', '--root', join(home, 'b')], env);
    expect(works).toMatchObject({ code: 0, stdout: expect.stringContaining('with 12 tools') });
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers['quartet-books'].args).toEqual([
      QUARTET,
      'books',
      '--root',
      join(home, 'b'),
    ]);
    const fails = await runQuartet(['install', 'windsurf', 'books', '--yes', '--', '--storage-backend', 'tape'], env);
    expect(fails).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/quartet-books ended with code 1. It said:\n.*backend/),
    });
  });

  it('connects with a server at an address, and names the variable of its token', async () => {
    const { env, fileOf } = freshHome();
    const token = 'boss-token-0123456789';
    const server = await ServeProcess.start(['--toolsets', 'cobol'], { ...env, QUARTET_TOKENS: `boss ${token} *` });
    onTestFinished(async () => {
      await server.stop();
    });
    const url = ['--url', `${server.url}/mcp`];
    const refused = await runQuartet(['install', 'codex', ...url, '--yes'], env);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('wants a token (401)') });
    const named = [...url, '--token-variable', 'MY_TOKEN', '--yes'];
    const works = await runQuartet(['install', 'codex', ...named], { ...env, MY_TOKEN: token });
    expect(works).toMatchObject({ code: 0, stdout: expect.stringContaining('quartet answers, with 3 tools') });
    expect(readFileSync(fileOf('codex'), 'utf8')).toContain('bearer_token_env_var = "MY_TOKEN"');
    const zed = await runQuartet(['install', 'zed', ...named], env);
    expect(zed).toMatchObject({ code: 2, stderr: expect.stringContaining('Zed reads no token from a variable') });
  });

  it('writes the file of a project, where the client has one', async () => {
    const { home, env } = freshHome();
    const words = [QUARTET, 'install', 'vs-code', 'cobol', '--project', '--yes', '--no-check'];
    execFileSync(process.execPath, words, { cwd: home, env: { ...process.env, ...env } });
    const { servers } = JSON.parse(readFileSync(join(home, '.vscode', 'mcp.json'), 'utf8'));
    expect(servers['quartet-cobol']).toMatchObject({ type: 'stdio', args: [QUARTET, 'cobol'] });
  });

  it('lists clients, and what they have', async () => {
    const { env, fileOf } = freshHome();
    writeFileSync(
      fileOf('cursor'),
      '{"mcpServers":{"mine":{"command":"quartet","args":["oj"]},"other":{"url":"http://x"}}}',
    );
    writeFileSync(fileOf('zed'), '{');
    const { stdout } = await runQuartet(['install', '--list', '--json'], env);
    const { clients } = JSON.parse(stdout) as { clients: { id: string }[] };
    expect(clients.find(({ id }) => id === 'cursor')).toMatchObject({ here: true, exists: true, servers: ['mine'] });
    expect(clients.find(({ id }) => id === 'zed')).toMatchObject({
      here: true,
      problem: expect.stringContaining('line 1'),
    });
    expect(clients.find(({ id }) => id === 'codex')).toMatchObject({ here: false, servers: [] });
    expect((await runQuartet(['install', '--list'], env)).stdout).toMatch(
      /^cursor +mine {2}\(~\/.cursor\/mcp.json\)$/m,
    );
  });

  it.each([
    [['install'], 2, 'name a client'],
    [['install', 'emacs'], 2, "unknown client 'emacs'"],
    [['install', 'cursor', 'cobl'], 2, 'Did you mean cobol?'],
    [['install', 'cursor', '--json'], 2, '--json belongs to --list'],
    [['install', 'cursor', '--list'], 2, 'name none'],
    [['install', 'zed', '--project'], 2, 'Zed has no configuration for a single project'],
    [['install', 'cursor', '--project', '--config', 'x'], 2, 'not both'],
    [['install', 'cursor', '--url', 'nonsense'], 2, '--url must be an address'],
    [['install', 'cursor', '--url', 'http://u:p@h/mcp'], 2, 'must not hold a password'],
    [['install', 'cursor', '--token-variable', 'X'], 2, 'belongs to --url'],
    [['install', 'cursor', '--url', 'http://h/mcp', '--token-variable', 's3cr-t'], 2, 'not the token'],
    [['install', 'cursor', 'oj', '--', '--token', 'SECRET'], 2, 'writes no secret'],
    [['uninstall'], 2, "missing required argument 'client'"],
    [['uninstall', 'cursor', '--', '--root', 'x'], 2, 'no options of theirs'],
  ])('%j is refused in a line', async (args, code, told) => {
    const { env } = freshHome();
    const ended = await runQuartet(args, env);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(told) });
    expect(ended.stderr).not.toContain('SECRET');
  });

  it('an entry of the same name that is not ours is not taken away', async () => {
    const { env, fileOf } = freshHome();
    writeFileSync(fileOf('cursor'), '{"mcpServers":{"quartet":{"command":"strings","args":["viola"]}}}');
    const { code, stderr } = await runQuartet(['uninstall', 'cursor', '--yes'], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('does not start Quartet and stays')]);
  });

  it('a server that does not answer is told, whatever stands in its entry', async () => {
    const { env, fileOf } = freshHome();
    writeFileSync(fileOf('cursor'), '{"mcpServers":{"quartet":{"command":"x","env":{"QUARTET_TOOLSETS":"nonsense"}}}}');
    const { code, stderr } = await runQuartet(['install', 'cursor', '--yes'], env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("quartet ended with code 2. It said:\n  quartet: unknown toolset 'nonsense'"),
    ]);
  });
});

describe.skipIf(!HAS_TERMINAL)('at a terminal', () => {
  it('asks, in colours, and takes only a yes for one', async () => {
    const { env, fileOf } = freshHome();
    const file = fileOf('cursor');
    const start = () => new TerminalProcess(['install', 'cursor', 'cobol'], env);
    for (const [keys, code] of [
      ['\r', 1],
      ['nein\r', 1],
      [CTRL_C, 130],
    ] as const) {
      const asked = start();
      await asked.until('Write this? [y/N]');
      expect(asked.said).toContain('\u001b[32m+    "quartet-cobol": {\u001b[0m');
      asked.type(keys);
      expect(await asked.ended).toBe(code);
      expect(asked.said).toContain('Nothing was written.');
      expect(existsSync(file)).toBe(false);
    }
    const asked = start();
    await asked.until('Write this? [y/N]');
    asked.type('y\r');
    expect(await asked.ended).toBe(0);
    expect(asked.said).toContain('answers, with 3 tools');
    expect(existsSync(file)).toBe(true);
  });
});
