import { describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_FIELDS, TWO_SUM_TEXT } from '../../../src/toolsets/oj/testing/samples.ts';
import { json } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj();

describe('T4: the request', () => {
  it.each<[string, string]>([
    ['https://leetcode.com/problems/two-sum/', 'https%3A%2F%2Fleetcode.com%2Fproblems%2Ftwo-sum%2F'],
    ['https://x.example/a?b=c#d', 'https%3A%2F%2Fx.example%2Fa%3Fb%3Dc%23d'],
    ['leetcode:1', 'leetcode%3A1'],
    [' two-sum ', 'two-sum'],
    ['../../status', '..%2F..%2Fstatus'],
    ['...', '...'],
    ['CF 1920 A', 'CF%201920%20A'],
    ['%2e%2e', '%252e%252e'],
  ])('R31, R43, T4: %j is one segment', async (query, segment) => {
    judge.answers(json({ source: 'leetcode', id: '1', problem: TWO_SUM }));
    await oj.told('resolve_problem', { query });
    expect(judge.urls).toEqual([`/api/v1/resolve/${segment}`]);
  });
});

describe('T4: the answer', () => {
  it('R44, R46, T4: is made of the nested problem alone', async () => {
    judge.answers(json({ source: 'outer', id: '999', problem: TWO_SUM }));
    expect((await oj.call('resolve_problem', { query: 'two-sum' })).result).toEqual({
      content: [{ type: 'text', text: TWO_SUM_TEXT }],
      structuredContent: TWO_SUM_FIELDS,
    });
  });

  it.each<[object, string, string]>([
    [{ source: 'codeforces', id: '9999Z', problem: null }, '9999Z', 'codeforces'],
    [{ source: 'codeforces', id: '9999Z' }, '9999Z', 'codeforces'],
    [{ source: null, id: null, problem: null }, 'unknown', 'unknown'],
  ])('R44, C16, D4: %j is told with source and id', async (answer, id, source) => {
    judge.answers(json(answer));
    expect(await oj.told('resolve_problem', { query: 'CF9999Z' })).toEqual({
      text: `The judge takes this for problem ${id} of ${source}, but does not have it. Check the spelling, or try find_similar_problems.`,
      isError: true,
    });
  });
});
