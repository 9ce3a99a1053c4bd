import { afterAll, describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_TEXT } from '../../../src/toolsets/oj/testing/samples.ts';
import { drip, json, send } from '../../harness/oj/judge-answers.ts';
import { JUDGE_CERTIFICATE, JudgeServer } from '../../harness/oj/judge-server.ts';
import { judgeAndOj, OjServer } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj();
const problem = { source: 'leetcode', id: '1' };
const fine = { text: TWO_SUM_TEXT, isError: false };

describe('a request', () => {
  it('R4: goes to the origin and a literal absolute path', async () => {
    judge.answers(json(TWO_SUM));
    expect(await oj.told('get_problem', problem)).toEqual(fine);
    expect(judge.requests).toMatchObject([{ method: 'GET', url: '/api/v1/problems/leetcode/1' }]);
    expect(judge.requests[0]?.headers.host).toBe(judge.origin.slice('http://'.length));
  });

  it('R5, R13: carries neither a token that was not given nor a wish for compression', async () => {
    judge.answers(json(TWO_SUM));
    await oj.told('get_problem', problem);
    expect(judge.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(judge.requests[0]?.headers).not.toHaveProperty('accept-encoding');
  });

  it('R9: reuses the connection', async () => {
    judge.answers(json(TWO_SUM));
    await oj.told('get_problem', problem);
    const before = judge.connections;
    for (let count = 0; count < 5; count++) await oj.told('get_problem', problem);
    expect(judge.connections).toBe(before);
  });

  it('R9: many at once are all answered, each with its own', async () => {
    judge.answers((response, request) => json({ ...TWO_SUM, title: request.url ?? '' })(response, request));
    const ids = Array.from({ length: 50 }, (_, index) => oj.send('get_problem', { source: 'x', id: String(index) }));
    const answers = await Promise.all(ids.map((id) => oj.answerTo(id)));
    expect(answers.map(({ result }) => result.structuredContent.title)).toEqual(
      ids.map((_, index) => `/api/v1/problems/x/${index}`),
    );
  });
});

describe('R12, S2.3: the content type', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'APPLICATION/JSON;charset=UTF-8',
    'application/problem+json',
    'application/jsonp',
  ])('R12: %s is parsed', async (type) => {
    judge.answers(send(200, JSON.stringify(TWO_SUM), { 'content-type': type }));
    expect(await oj.told('get_problem', problem)).toEqual(fine);
  });

  it.each(['text/html', 'text/plain', 'application/xml', 'text/json', 'x-application/json', ''])(
    'R12, C1: %j is shown as it is, also on 200',
    async (type) => {
      judge.answers(send(200, '{"title": "Two Sum"}', { 'content-type': type }));
      expect(await oj.told('get_problem', problem)).toEqual({ text: '[200] {"title": "Two Sum"}', isError: true });
    },
  );

  it('R12, C1: no content type at all', async () => {
    judge.answers(send(200, '<html>...</html>'));
    expect(await oj.told('get_problem', problem)).toEqual({ text: '[200] <html>...</html>', isError: true });
  });

  it('R12, C2: an error without JSON type is never parsed', async () => {
    const body = '{"title":"Not Found","status":404,"detail":"gone"}';
    judge.answers(send(404, body, { 'content-type': 'text/html' }));
    expect(await oj.told('get_problem', problem)).toEqual({ text: `[404] ${body}`, isError: true });
  });
});

describe('an answer that takes its time', () => {
  it('R9: may come byte by byte', async () => {
    judge.answers(drip(JSON.stringify({ ...TWO_SUM, content: 'ünï 😀' }), 1));
    const { text } = await oj.told('get_problem', problem);
    expect(text.endsWith('ünï 😀')).toBe(true);
  });

  it('may be preceded by an interim answer', async () => {
    judge.answers((response, request) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      json(TWO_SUM)(response, request);
    });
    expect(await oj.told('get_problem', problem)).toEqual(fine);
  });

  it('may begin with a byte order mark', async () => {
    judge.answers(json(`\ufeff${JSON.stringify(TWO_SUM)}`));
    expect(await oj.told('get_problem', problem)).toEqual(fine);
  });
});

describe('TLS', async () => {
  const secure = await JudgeServer.start('https');
  secure.answers(json(TWO_SUM));
  afterAll(() => secure.close());

  it('a judge with a trusted certificate is asked', async () => {
    const client = new OjServer(['--base-url', secure.origin], { NODE_EXTRA_CA_CERTS: JUDGE_CERTIFICATE });
    expect(await client.told('get_problem', problem)).toEqual(fine);
    await client.process.end();
  });

  it('R19: an unknown certificate is a protocol error, and no request is made', async () => {
    secure.forget();
    const client = new OjServer(['--base-url', secure.origin, '--token', 'secret'], { NODE_EXTRA_CA_CERTS: '' });
    const error = await client.refused('get_problem', problem);
    expect(error.code).toBe(-32603);
    expect(error.message).toContain(`The judge at ${secure.origin} could not be reached:`);
    expect(error.message).toMatch(/self[- ]signed certificate/);
    expect(secure.requests).toEqual([]);
    await client.process.end();
  });
});
