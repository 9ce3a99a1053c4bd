import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_TEXT } from '../../../src/toolsets/oj/testing/samples.ts';
import { json } from '../../harness/oj/judge-answers.ts';
import { JUDGE_CERTIFICATE, JudgeServer } from '../../harness/oj/judge-server.ts';
import { OjServer } from '../../harness/oj/oj-server.ts';
import { startProxy } from '../../harness/oj/proxy.ts';

const judge = await JudgeServer.start();
const secure = await JudgeServer.start('https');
const proxy = await startProxy();
judge.answers(json(TWO_SUM));
secure.answers(json(TWO_SUM));
beforeEach(() => proxy.forget());
afterAll(async () => {
  await judge.close();
  await secure.close();
  await proxy.close();
});

const problem = { source: 'leetcode', id: '1' };
const fine = { text: TWO_SUM_TEXT, isError: false };

/** Asks once, in such an environment. */
async function ask(origin: string, env: Record<string, string>) {
  const oj = new OjServer(['--base-url', origin, '--token', 'secret'], {
    NODE_EXTRA_CA_CERTS: JUDGE_CERTIFICATE,
    ...env,
  });
  const answer = await oj.call('get_problem', problem);
  const ended = await oj.process.end();
  const { result, error } = answer;
  return { told: result && { text: result.content[0].text, isError: result.isError === true }, error, ended };
}

describe('R14: proxies of the environment', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('R14: %s is used for an http judge', async (name) => {
    const { told } = await ask(judge.origin, { [name]: proxy.origin });
    expect(told).toEqual(fine);
    expect(proxy.targets).toEqual([new URL(judge.origin).host]);
  });

  it('R14: an http judge is asked without a tunnel, which many proxies refuse', async () => {
    await ask(judge.origin, { HTTP_PROXY: proxy.origin });
    expect(proxy.tunnels).toBe(0);
  });

  it.each(['HTTPS_PROXY', 'https_proxy'])(
    'R14: %s is used for an https judge, which sees the token alone',
    async (name) => {
      const { told } = await ask(secure.origin, { [name]: proxy.origin });
      expect(told).toEqual(fine);
      expect(proxy.targets).toEqual([new URL(secure.origin).host]);
      expect(proxy.tunnels).toBe(1);
      expect(JSON.stringify(proxy.headers)).not.toContain('secret');
    },
  );

  it('R14: HTTPS_PROXY is no business of an http judge', async () => {
    expect((await ask(judge.origin, { HTTPS_PROXY: proxy.origin })).told).toEqual(fine);
    expect(proxy.targets).toEqual([]);
  });

  it.each(['127.0.0.1', '*', 'example.com, 127.0.0.1'])('R14: NO_PROXY=%s goes past it', async (hosts) => {
    expect((await ask(judge.origin, { HTTP_PROXY: proxy.origin, NO_PROXY: hosts })).told).toEqual(fine);
    expect(proxy.targets).toEqual([]);
  });

  it('R14: NO_PROXY of another host does not', async () => {
    expect((await ask(judge.origin, { HTTP_PROXY: proxy.origin, no_proxy: 'example.com' })).told).toEqual(fine);
    expect(proxy.targets).toHaveLength(1);
  });

  it('R14, R19: a proxy that is down is a protocol error', async () => {
    const { error, ended } = await ask(judge.origin, { HTTP_PROXY: 'http://127.0.0.1:1' });
    expect(error?.code).toBe(-32603);
    expect(ended.code).toBe(0);
  });

  it('R14, R19: so is one that is no URL, and its password is not shown', async () => {
    const { error, ended } = await ask(judge.origin, { HTTP_PROXY: 'http://user:hunter2@[' });
    expect(error?.code).toBe(-32603);
    expect(error?.message).not.toContain('hunter2');
    expect(ended.stderr).not.toContain('hunter2');
    expect(ended.code).toBe(0);
  });
});
