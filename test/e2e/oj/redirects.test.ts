import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_TEXT } from '../../../src/toolsets/oj/testing/samples.ts';
import { endless, inTurn, json, never, redirect, redirects, send } from '../../harness/oj/judge-answers.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';
import { judgeAndOj } from '../../harness/oj/oj-server.ts';

const SECRET = 'token-for-one-origin-only';
const { judge, oj } = await judgeAndOj(['--token', SECRET]);
const other = await JudgeServer.start();
beforeEach(() => other.forget());
afterAll(() => other.close());

const problem = { source: 'leetcode', id: '1' };
const fine = { text: TWO_SUM_TEXT, isError: false };
const tokens = (server: JudgeServer) => server.requests.map(({ headers }) => headers.authorization);

describe('R9: how many redirects', () => {
  it('R9: ten are followed', async () => {
    judge.answers(redirects(10, json(TWO_SUM)));
    expect(await oj.told('get_problem', problem)).toEqual(fine);
    expect(judge.requests).toHaveLength(11);
  });

  it('R9, R19: the eleventh is a protocol error', async () => {
    judge.answers(redirects(11, json(TWO_SUM)));
    expect(await oj.refused('get_problem', problem)).toEqual({
      code: -32603,
      message: `The judge at ${judge.origin} could not be reached: more than 10 redirects. Check --base-url and the network, then try again.`,
    });
    expect(judge.requests).toHaveLength(11);
  });

  it('R9: a loop ends', async () => {
    judge.answers((response, request) => redirect(request.url ?? '')(response, request));
    expect((await oj.refused('get_problem', problem)).message).toContain('more than 10 redirects');
    expect(judge.requests).toHaveLength(11);
  });

  it.each([301, 302, 303, 307, 308])('R9: status %i is followed with GET', async (status) => {
    judge.answers(inTurn(redirect('/elsewhere?a=1#top', status), json(TWO_SUM)));
    expect(await oj.told('get_problem', problem)).toEqual(fine);
    expect(judge.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/problems/leetcode/1',
      'GET /elsewhere?a=1',
    ]);
  });

  it.each([300, 304, 305])('R24: status %i is not followed', async (status) => {
    judge.answers(redirect('/elsewhere', status));
    expect(await oj.told('get_problem', problem)).toEqual({ text: `[${status}] `, isError: true });
  });

  it('R24: a redirect that leads nowhere is an ordinary answer', async () => {
    judge.answers(send(302, 'where to?'));
    expect(await oj.told('get_problem', problem)).toEqual({ text: '[302] where to?', isError: true });
  });
});

describe('R10: a redirect to another origin', () => {
  it('R10: the token survives within the origin', async () => {
    judge.answers(inTurn(redirect('/a'), redirect(`${judge.origin}/b`), json(TWO_SUM)));
    expect(await oj.told('get_problem', problem)).toEqual(fine);
    expect(tokens(judge)).toEqual([`Bearer ${SECRET}`, `Bearer ${SECRET}`, `Bearer ${SECRET}`]);
  });

  it('R10: to another port is refused, and that port is not asked', async () => {
    judge.answers(redirect(`${other.origin}/there`));
    other.answers(json(TWO_SUM));
    expect(await oj.refused('get_problem', problem)).toEqual({
      code: -32603,
      message: `The judge at ${judge.origin} could not be reached: it redirects to ${other.origin}, and only redirects within its own origin are followed. Check --base-url and the network, then try again.`,
    });
    expect([other.urls, tokens(judge)]).toEqual([[], [`Bearer ${SECRET}`]]);
  });

  it('R10: to another name of the same host is refused', async () => {
    judge.answers(redirect(judge.origin.replace('127.0.0.1', 'localhost')));
    expect((await oj.refused('get_problem', problem)).message).toContain('within its own origin');
    expect(judge.requests).toHaveLength(1);
  });

  it('R10: is refused after a detour within the origin, and the next call goes to the judge with its token', async () => {
    judge.answers(inTurn(redirect('/detour'), redirect(`${other.origin}/there`), json(TWO_SUM)));
    expect((await oj.refused('get_problem', problem)).message).toContain('within its own origin');
    expect(await oj.told('get_problem', problem)).toEqual(fine);
    expect(tokens(judge)).toEqual([`Bearer ${SECRET}`, `Bearer ${SECRET}`, `Bearer ${SECRET}`]);
    expect(other.urls).toEqual([]);
  });
});

describe('R19: redirects that lead astray are protocol errors', () => {
  it.each(['ftp://127.0.0.1/x', 'file:///etc/passwd', 'data:application/json,{}', 'http://', 'http://127.0.0.1:1/'])(
    'R19: to %s',
    async (location) => {
      judge.answers(redirect(location));
      const error = await oj.refused('get_problem', problem);
      expect(error.code).toBe(-32603);
      expect(error.message).not.toContain('passwd');
    },
  );
});

describe('the body of a redirect', () => {
  it('is not waited for, nor read to its end', async () => {
    judge.answers(inTurn(endless('', 'x', 302, { location: '/next' }), json(TWO_SUM)));
    expect(await oj.told('get_problem', problem)).toEqual(fine);
  });

  it('may never come', async () => {
    const headersOnly = (response: Parameters<typeof never>[0]) => {
      response.writeHead(302, { location: '/next', 'content-length': 10 }).flushHeaders();
    };
    judge.answers(inTurn(headersOnly, json(TWO_SUM)));
    expect(await oj.told('get_problem', problem)).toEqual(fine);
  });
});
