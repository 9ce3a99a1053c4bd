import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/version.ts';
import { runOj } from '../../harness/oj/oj-server.ts';
import { INITIALIZE, ServerProcess } from '../../harness/server-process.ts';

const URL_FLAG = ['--base-url', 'http://127.0.0.1:9'];

describe.concurrent('R1: --base-url is mandatory', () => {
  it.each<[string, string[]]>([
    ['absent', []],
    ['absent beside another flag', ['--token', 'x']],
    ['without a value', ['--base-url']],
    ['given twice', [...URL_FLAG, ...URL_FLAG]],
    ['given twice, once with =', [...URL_FLAG, '--base-url=http://127.0.0.1:10']],
  ])('R1: %s: exit 2, words on stderr, nothing on stdout', async (_, args) => {
    const { code, stdout, stderr } = await runOj(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--base-url');
  });

  it('R1: no handshake takes place', async () => {
    const server = new ServerProcess(['oj'], { OJ_BASE_URL: '' });
    expect(await server.write(INITIALIZE).end()).toMatchObject({ code: 2, answers: [] });
  });

  it('R1: OJ_BASE_URL is its twin, and the flag wins', async () => {
    const byVariable = await runOj([], { OJ_BASE_URL: 'http://127.0.0.1:10' });
    expect(byVariable).toMatchObject({ code: 0, stdout: '' });
    expect(byVariable.stderr).toContain('http://127.0.0.1:10');
    const byFlag = await runOj(URL_FLAG, { OJ_BASE_URL: 'not a url' });
    expect(byFlag.code).toBe(0);
    expect(byFlag.stderr).toContain('http://127.0.0.1:9');
  });
});

describe.concurrent('R2: what is no origin is refused', () => {
  it.each([
    'https://example.com/api/v1',
    'https://example.com?foo=1',
    'ftp://example.com',
    'not a url',
    '',
    'example.com',
    'https://',
    'https://example.com?',
    'https://example.com/?',
    'https://example.com#',
    'https://example.com/#',
    'https://example.com#top',
    'https://example.com//',
    'https://example.com:99999',
    'file:///etc',
  ])('R2: %j: exit 1 before any handshake', async (url) => {
    const { code, stdout, stderr } = await runOj(['--base-url', url]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^quartet: --base-url is not an origin: .*\nSee quartet oj --help\.\n$/);
  });

  it('R2, C8: user information is refused and not echoed', async () => {
    const { code, stderr } = await runOj(['--base-url', 'https://someone:hunter2@example.com']);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/hunter2|someone/);
    expect(stderr).toContain('user name or password');
  });
});

describe.concurrent('R3: the stored form', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://host:8080/', 'https://host:8080'],
    ['HTTP://EXAMPLE.com:80/', 'http://example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://127.1', 'http://127.0.0.1'],
    ['  https://example.com  ', 'https://example.com'],
    ['https:example.com', 'https://example.com'],
    ['https://example.com/.', 'https://example.com'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
  ])('R3: %j is stored as %j', async (given, stored) => {
    const { code, stdout, stderr } = await runOj(['--base-url', given]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ baseUrl: stored, msg: `judge ${stored}, token: not configured` });
  });
});

describe.concurrent('R6: version and help', () => {
  it.each(['--version', '-V'])('R6, S1.3: %s prints one line, also without --base-url', async (flag) => {
    expect(await runOj([flag])).toEqual({ code: 0, stdout: `oj-mcp-rs ${VERSION}\n`, stderr: '' });
  });

  it.each(['--help', '-h'])('R6: %s prints the flags', async (flag) => {
    const { code, stdout, stderr } = await runOj([flag]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['--base-url', '--token', 'OJ_BASE_URL', 'OJ_TOKEN']) expect(stdout).toContain(name);
  });
});

describe.concurrent('R7: what is not known', () => {
  it.each<[string, string[]]>([
    ['a flag', ['--no-such-flag']],
    ['a short flag', ['-z']],
    ['a positional', ['positional']],
  ])('R7: %s: exit 2, a way to the help on stderr', async (_, args) => {
    const { code, stdout, stderr } = await runOj([...URL_FLAG, ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^quartet: .+\nSee quartet oj --help\.\n$/);
  });
});
