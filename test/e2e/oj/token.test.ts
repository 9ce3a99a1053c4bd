import { afterAll, describe, expect, it } from 'vitest';
import { TWO_SUM } from '../../../src/toolsets/oj/testing/samples.ts';
import { json, send } from '../../harness/oj/judge-answers.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';
import { OjServer, runOj } from '../../harness/oj/oj-server.ts';

const SECRET = '3f0c7a52-9d1e-4c53-b8a7-6a5de2f3c0ff';
const TOO_LATE = 'http://127.0.0.1:9';

const judge = await JudgeServer.start();
afterAll(() => judge.close());

/** Asks once and gives back the request's Authorization header. */
async function sentBy(args: string[], env: Record<string, string> = {}): Promise<string | undefined> {
  judge.forget();
  judge.answers(json(TWO_SUM));
  const oj = new OjServer(['--base-url', judge.origin, ...args], env);
  await oj.told('get_problem', { source: 'leetcode', id: '1' });
  await oj.process.end();
  expect(judge.requests).toHaveLength(1);
  return judge.requests[0]?.headers.authorization;
}

describe('R5: the token', () => {
  it('R5, S1.2: is sent as a bearer', async () => {
    expect(await sentBy(['--token', SECRET])).toBe(`Bearer ${SECRET}`);
  });

  it('R5: may begin with a dash', async () => {
    expect(await sentBy(['--token=-x'])).toBe('Bearer -x');
  });

  it('R5: may hold any printable character', async () => {
    expect(await sentBy(['--token', `a=b&c"d'e\\f%g~!*`])).toBe(`Bearer a=b&c"d'e\\f%g~!*`);
  });

  it('R5: may come from OJ_TOKEN, and the flag wins', async () => {
    expect(await sentBy([], { OJ_TOKEN: SECRET })).toBe(`Bearer ${SECRET}`);
    expect(await sentBy(['--token', 'flag'], { OJ_TOKEN: SECRET })).toBe('Bearer flag');
  });

  it.each<[string, string[]]>([
    ['absent', []],
    ['empty', ['--token', '']],
    ['blank', ['--token', '  ']],
  ])('R5, S1.2: %s: no header at all', async (_, args) => {
    expect(await sentBy(args)).toBeUndefined();
  });

  it.each([
    ['CR', '\r'],
    ['LF', '\n'],
    ['CR LF', '\r\n'],
  ])('R5: %s within, before or after it is refused without echo', async (_, bad) => {
    for (const token of [`sec${bad}ret`, `secret${bad}`, `${bad}secret`]) {
      const { code, stdout, stderr } = await runOj(['--base-url', TOO_LATE, `--token=${token}`]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('--token must');
      expect(stderr).not.toMatch(/sec|ret/);
    }
  });

  it('R5, S2.1: every request of a session carries it', async () => {
    judge.forget();
    judge.answers(send(404, ''));
    const oj = new OjServer(['--base-url', judge.origin, '--token', SECRET]);
    await oj.told('get_daily_challenge');
    await oj.told('get_problem', { source: 'a', id: 'b' });
    await oj.told('find_similar_problems', { query: 'graphs' });
    await oj.told('resolve_problem', { query: 'two-sum' });
    await oj.told('get_platform_status');
    await oj.process.end();
    const sent = judge.requests.map(({ headers }) => headers.authorization);
    expect(sent).toEqual(Array.from({ length: 5 }, () => `Bearer ${SECRET}`));
  });
});

describe('R8: the token stays secret', () => {
  it('R8, S1.1, S6.3: at trace level, in good and bad calls', async () => {
    judge.answers(json('{"cut'));
    const oj = new OjServer(['--base-url', judge.origin, '--token', SECRET], { RUST_LOG: 'trace' });
    await oj.refused('get_problem', { source: 'leetcode', id: '1' });
    judge.answers(send(401, 'no'));
    await oj.told('get_platform_status');
    judge.answers(json(TWO_SUM));
    await oj.told('get_problem', { source: 'leetcode', id: '1' });
    await oj.told('no_such_tool', { token: SECRET });
    const { stdout, stderr } = await oj.process.end();
    expect(stderr).toContain('token: configured');
    expect(stderr + stdout).not.toContain(SECRET);
  });

  it('R8: when the judge cannot be reached', async () => {
    const oj = new OjServer(['--base-url', TOO_LATE, '--token', SECRET], { RUST_LOG: 'trace' });
    await oj.refused('get_platform_status');
    const { stdout, stderr } = await oj.process.end();
    expect(stderr + stdout).not.toContain(SECRET);
  });

  it.each<[string, string[]]>([
    ['given twice', ['--token', SECRET, '--token', SECRET]],
    ['beside an unknown flag', ['--token', SECRET, '--nope']],
    ['in a mistyped flag', [`--tokn=${SECRET}`]],
    ['after a mistyped flag', ['--tokn', SECRET]],
    ['in a flag with one dash', [`-token=${SECRET}`]],
    ['glued to a short flag', [`-t${SECRET}`]],
    ['with a quote in it', [`--tokn=it's${SECRET}`]],
    ['as a positional', [SECRET]],
    ['without a base URL', ['--token', SECRET]],
    ['as the base URL', ['--base-url', SECRET]],
  ])('R8: in a usage error: %s', async (_, args) => {
    const { code, stdout, stderr } = await runOj(args, { RUST_LOG: 'trace' });
    expect(code).toBeGreaterThan(0);
    expect(stdout).toBe('');
    expect(stderr).not.toContain(SECRET);
  });
});
