import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { runQuartet, startQuartet } from '../../test/harness/built-program.ts';
import { parseAndRun } from './program.ts';
import { captured } from './testing/output.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

describe('the command line', () => {
  it.each(['--help', '-h'])('%s prints every command', async (flag) => {
    const { code, stdout, stderr } = await runQuartet([flag]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: quartet \[options\] \[command\]\n/);
    for (const command of ['cobol', 'spotlight', 'all', 'tools', 'call', 'find'])
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  it.each([
    [
      ['cobol', '--help'],
      ['--log-level', '--tools', '--exclude-tools', '--read-only', '--extras', 'QUARTET_EXTRAS'],
    ],
    [
      ['all', '--help'],
      ['--toolsets', '--read-only', '--extras'],
    ],
    [
      ['spotlight', '--help'],
      ['--allow', '--budget', '--engine', '--all', '--no-watch', 'QUARTET_SPOTLIGHT_ALLOW'],
    ],
    [
      ['find', '--help'],
      ['--in', '--kind', '--since', '--limit', '-0, --print0', '--json', '--all'],
    ],
    [
      ['tools', '--help'],
      ['--json', '--toolsets', '--extras'],
    ],
    [
      ['call', '--help'],
      ['--json', '--read-only', '--extras'],
    ],
    [
      ['serve', '--help'],
      ['--port', '--token-file', '--extras'],
    ],
  ])('%j tells the options', async (args, options) => {
    const { code, stdout } = await runQuartet(args);
    expect(code).toBe(0);
    for (const option of options) expect(stdout).toContain(option);
  });

  it.each(['--version', '-V'])('%s prints the version alone', async (flag) => {
    expect(await runQuartet([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('without a command it says in few lines what there is to try', async () => {
    const { code, stdout, stderr } = await runQuartet([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('quartet call add a=0.1 b=0.2');
    expect(stdout.split('\n').length).toBeLessThan(16);
  });

  it.each([
    [['colbol'], "quartet: unknown command 'colbol'. Did you mean cobol?\nSee quartet --help.\n"],
    [['colbol', '--tools', 'x'], "quartet: unknown command 'colbol'. Did you mean cobol?\nSee quartet --help.\n"],
    [
      ['cobol', '--read-olny'],
      "quartet: unknown option '--read-olny'. Did you mean --read-only?\nSee quartet cobol --help.\n",
    ],
    [['call', 'ad'], "quartet: unknown tool 'ad'. Did you mean add?\nSee quartet call --help.\n"],
    [
      ['tools', 'colbol'],
      "quartet: unknown toolset or tool 'colbol'. Did you mean cobol?\nSee quartet tools --help.\n",
    ],
    [['cobol', '--tools', 'ad'], "quartet: unknown tool 'ad'. Did you mean add?\nSee quartet cobol --help.\n"],
    [['cobol', '--exclude-tools', 'ad'], "quartet: unknown tool 'ad'. Did you mean add?\nSee quartet cobol --help.\n"],
    [
      ['tools', '--toolsets', 'colbol'],
      "quartet: unknown toolset 'colbol'. Did you mean cobol?\nSee quartet tools --help.\n",
    ],
  ])('%j gets a suggestion and exit code 2', async (args, stderr) => {
    expect(await runQuartet(args)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('tools cobol --json prints what a client would get', async () => {
    const { code, stdout, stderr } = await runQuartet(['tools', 'cobol', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`;
    const served = await runQuartet(['cobol'], { input });
    expect(JSON.parse(stdout)).toEqual({ tools: (JSON.parse(served.stdout) as ListAnswer).result.tools });
  });

  it('settings come from the environment too', async () => {
    const env = { QUARTET_EXCLUDE_TOOLS: 'add', QUARTET_LOG: 'debug' };
    expect((await runQuartet(['tools', 'cobol'], { env })).stdout).not.toContain('add ');
    const { stderr } = await runQuartet(['call', 'validate_date', 'date=20250101'], { env });
    expect(JSON.parse(stderr)).toMatchObject({ level: 'debug', tool: 'validate_date' });
  });
});

interface ListAnswer {
  readonly result: { readonly tools: unknown[] };
}

it('a reader that goes away is no failure', async () => {
  const child = startQuartet(['call', 'add', 'a=1', 'b=2']);
  child.stdout.destroy();
  expect(await Promise.all([text(child.stderr), once(child, 'close')])).toEqual(['', [0, null]]);
});

describe('parseAndRun', () => {
  it.each([
    [['--version'], 0],
    [['tools', 'cobol'], 0],
    [['call', 'add', 'a=1', 'b=2', '--log-level', 'off'], 0],
    [['call', 'add', 'a=1', 'b=x', '--log-level', 'off'], 1],
    [['tools', '--nonsense'], 2],
  ])('%j gives %i', async (args, code) => {
    expect((await captured(() => parseAndRun(args))).value).toBe(code);
  });
});
