import { afterAll, describe, expect, it } from 'vitest';
import { TWO_SUM } from '../../../src/toolsets/oj/testing/samples.ts';
import { json } from '../../harness/oj/judge-answers.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';
import { OjServer, runOj } from '../../harness/oj/oj-server.ts';
import { INITIALIZE } from '../../harness/server-process.ts';

const UNREACHABLE = ['--base-url', 'http://127.0.0.1:1'];
const judge = await JudgeServer.start();
judge.answers(json(TWO_SUM));
afterAll(() => judge.close());

interface Line {
  level: string;
  time: string;
  name: string;
  msg: string;
}

/** The log of a session that makes one good call, if the judge is up, and one that fails. */
async function logOf(env: Record<string, string>, args: string[] = ['--base-url', judge.origin]) {
  const oj = new OjServer(args, env);
  await oj.call('get_problem', { source: 'leetcode', id: '1' });
  await oj.call('get_problem', { source: '', id: '' });
  return (await oj.process.end()).stderr;
}

const lines = (stderr: string) =>
  stderr
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const levels = async (env: Record<string, string>, args?: string[]) => [
  ...new Set(lines(await logOf(env, args)).map((line) => line.level)),
];

describe.concurrent('R29, S6.2: the level', () => {
  it('R29: is info by default', async () => {
    expect(await levels({})).toEqual(['info']);
  });

  it.each<[string, string[]]>([
    ['off', []],
    ['error', []],
    ['warn', ['warn']],
    ['info', ['info', 'warn']],
    ['debug', ['info', 'warn', 'debug']],
    ['trace', ['info', 'warn', 'debug']],
    ['DEBUG', ['info', 'warn', 'debug']],
    ['oj_mcp_rs=debug', ['info', 'warn', 'debug']],
    ['hyper=trace', ['info', 'warn']],
    ['warn,oj_mcp_rs=debug', ['info', 'warn', 'debug']],
    ['oj_mcp_rs=debug,warn', ['info', 'warn', 'debug']],
    ['oj_mcp_rs=off,debug', []],
    ['hyper=off,debug', ['info', 'warn', 'debug']],
  ])('R29, C18: RUST_LOG=%s lets pass %j', async (value, passing) => {
    expect(new Set(await levels({ RUST_LOG: value }, UNREACHABLE))).toEqual(new Set(passing));
  });

  it('R29, S6.1: off leaves stderr empty', async () => {
    expect(await logOf({ RUST_LOG: 'off' })).toBe('');
    expect(await logOf({ RUST_LOG: 'off' }, UNREACHABLE)).toBe('');
  });

  it('R29: an unknown directive is ignored with a notice', async () => {
    const stderr = await logOf({ RUST_LOG: 'nonsense' });
    expect(lines(stderr)[0]).toMatchObject({
      level: 'warn',
      msg: "RUST_LOG: 'nonsense' is not a log directive and is ignored",
    });
    expect(lines(stderr)[1]?.level).toBe('info');
  });

  it('R29: the known directives beside it still count', async () => {
    expect(new Set(await levels({ RUST_LOG: 'a=b=c,debug' }))).toEqual(new Set(['warn', 'info', 'debug']));
  });

  it('R29: QUARTET_LOG wins over RUST_LOG, and --log-level over both', async () => {
    expect(await logOf({ RUST_LOG: 'trace', QUARTET_LOG: 'off' })).toBe('');
    const env = { RUST_LOG: 'off', QUARTET_LOG: 'off' };
    expect(await levels(env, ['--base-url', judge.origin, '--log-level', 'debug'])).toContain('debug');
  });
});

describe.concurrent('R30: what is logged', () => {
  it.each<[string, string[], string]>([
    ['without a token', [], 'token: not configured'],
    ['with a token', ['--token', 'secret123'], 'token: configured'],
  ])('R30, S6.3: %s: base URL and presence of the token', async (_, args, words) => {
    const { stderr } = await runOj([...UNREACHABLE, ...args]);
    expect(lines(stderr)).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        name: 'oj-mcp-rs',
        baseUrl: 'http://127.0.0.1:1',
        msg: `judge http://127.0.0.1:1, ${words}`,
      },
    ]);
  });

  it('R30: single lines with a time and without colour', async () => {
    const stderr = await logOf({ RUST_LOG: 'trace', FORCE_COLOR: '1' }, UNREACHABLE);
    expect(stderr.includes('\u001b')).toBe(false);
    expect(stderr.endsWith('\n')).toBe(true);
    for (const line of lines(stderr)) expect(Number.isNaN(Date.parse(line.time))).toBe(false);
  });

  it('never the arguments', async () => {
    const oj = new OjServer(UNREACHABLE, { RUST_LOG: 'trace' });
    await oj.refused('get_problem', { source: 'private-source', id: 'private-id' });
    await oj.told('find_similar_problems', { query: 'private-query', limit: 99 });
    expect((await oj.process.end()).stderr).not.toContain('private-');
  });
});

it('R17, S6.1: at trace level stdout still holds JSON-RPC only', async () => {
  const oj = new OjServer(['--base-url', judge.origin], { RUST_LOG: 'trace' });
  oj.process.write(INITIALIZE);
  oj.send('get_problem', { source: 'leetcode', id: '1' });
  const { stdout, answers } = await oj.process.end();
  expect(stdout.split('\n').filter(Boolean)).toHaveLength(2);
  expect(answers.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
    ['2.0', 'init'],
    ['2.0', 1],
  ]);
});
