import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problem } from '../store/testing/problems.ts';
import { temporaryJudge } from '../testing/judge.ts';
import { detect } from './detect.ts';

const cases: readonly (readonly [rule: string, text: string, source: string, id: string])[] = [
  ['B3.0', '   ', 'unknown', ''],
  ['B3.1', 'https://atcoder.jp/contests/abc300/tasks/ABC300_A?lang=en', 'atcoder', 'abc300_a'],
  ['B3.1', 'atcoder.jp/contests/dp/tasks/dp_a', 'atcoder', 'dp_a'],
  ['B3.2', 'https://leetcode.com/problems/two-sum/description/', 'leetcode', 'two-sum'],
  ['B3.2', 'https://leetcode.cn/contest/weekly-contest-1/problems/two-sum#x', 'leetcode', 'two-sum'],
  ['B3.2', 'HTTPS://WWW.LEETCODE.COM/PROBLEMS/two-sum', 'leetcode', 'two-sum'],
  ['B3.3', 'https://codeforces.com/contest/1920/problem/a', 'codeforces', '1920A'],
  ['B3.3', 'https://codeforces.com/problemset/problem/1920/F2', 'codeforces', '1920F2'],
  ['B3.4', 'https://www.luogu.com.cn/problem/p1001', 'luogu', 'P1001'],
  ['B3.4', 'https://www.luogu.com.cn/problem/CF1920A', 'codeforces', '1920A'],
  ['B3.4', 'https://www.luogu.com.cn/problem/AT_abc300_a', 'atcoder', 'abc300_a'],
  ['B3.4', 'https://www.luogu.com.cn/problem/AT1234', 'atcoder', 'at1234'],
  ['B3.4', 'https://www.luogu.com.cn/problem/SP1', 'spoj', 'SP1'],
  ['B3.5', 'https://example.com/problems/two-sum', 'unknown', 'https://example.com/problems/two-sum'],
  [
    'B3.5',
    'https://evilcodeforces.com/contest/1/problem/A',
    'unknown',
    'https://evilcodeforces.com/contest/1/problem/A',
  ],
  ['B3.6', 'LeetCode:Two-Sum', 'leetcode', 'Two-Sum'],
  ['B3.6', 'luogu:P1001', 'luogu', 'P1001'],
  ['B3.6', 'quartet:odd-sock', 'quartet', 'odd-sock'],
  ['B3.6', 'other:thing', 'leetcode', 'other:thing'],
  ['B3.6', 'leetcode:a:b', 'leetcode', 'leetcode:a:b'],
  ['B3.7', '42', 'leetcode', '42'],
  ['B3.8', 'ABC300_A', 'atcoder', 'abc300_a'],
  ['B3.8', 'arc100_f2', 'atcoder', 'arc100_f2'],
  ['B3.9', '1920a', 'codeforces', '1920A'],
  ['B3.9', 'CF1920F2', 'codeforces', '1920F2'],
  ['B3.10', 'sp42', 'spoj', 'SP42'],
  ['B3.11', 'p1001', 'luogu', 'P1001'],
  ['B3.11', 'B2002', 'luogu', 'B2002'],
  ['B3.11', 'CF1920', 'luogu', 'CF1920'],
  ['B3.12', 'two-sum', 'leetcode', 'two-sum'],
  ['B3.12', 'two_sum', 'leetcode', 'two_sum'],
  ['B3 gap', 'https://codeforces.com/gym/100001/problem/B', 'codeforces', '100001B'],
  ['B3 gap', 'https://mirror.codeforces.com/contest/1920/problem/A', 'codeforces', '1920A'],
  ['B3 gap', 'https://m1.codeforces.com/contest/1920/problem/A', 'codeforces', '1920A'],
  ['B3 gap', 'https://codeforc.es/contest/1920/problem/A', 'codeforces', '1920A'],
  ['B3 gap', 'https://acm.timus.ru/problem.aspx?space=1&num=1000', 'timus', '1000'],
  ['B3 gap', 'abc001_1', 'atcoder', 'abc001_1'],
  ['B3 gap', 'dp_a', 'atcoder', 'dp_a'],
  ['B3 gap', 'typical90_cl', 'atcoder', 'typical90_cl'],
  ['B3 gap', 'tessoku_book_bz', 'atcoder', 'tessoku_book_bz'],
  ['B3 gap', 'leetcode/two-sum', 'leetcode', 'two-sum'],
  ['B3 gap', '1920/A', 'codeforces', '1920A'],
  ['B3 gap', 'CF 1920 A', 'codeforces', '1920A'],
  ['B3 gap', 'codeforces/1920/a', 'codeforces', '1920A'],
  ['B3 gap', 'codeforces:1920/A', 'codeforces', '1920A'],
  ['B3 gap', 'AT_abc300_a', 'atcoder', 'abc300_a'],
  ['B3 gap', 'UVA100', 'luogu', 'UVA100'],
  ['B3 gap', 'uva:100', 'luogu', 'UVA100'],
  ['B3 gap', 'https://onlinejudge.org/external/1/100.pdf', 'luogu', 'UVA100'],
  ['B3 gap', 'https://www.spoj.com/problems/test/', 'spoj', 'TEST'],
];

describe('resolving', () => {
  test.each(cases)('%s: %s', (_, text, source, id) => {
    expect(detect(text)).toEqual({ source, id });
  });

  test('B3 any text names something, quickly', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => /^[a-z]+$/.test(detect(text).source)));
    for (const text of ['a_'.repeat(50_000), '1'.repeat(100_000), 'a'.repeat(100_000), ' '.repeat(100_000)])
      expect(detect(`${text}!`).source).toBe('leetcode');
  });
});

describe('B3 /api/v1/resolve/{anything}', () => {
  const stored = [
    problem({ id: '1', slug: 'two-sum' }),
    problem({ source: 'codeforces', id: '1920A', slug: '1920A' }),
    problem({ source: 'spoj', id: 'SP1', slug: 'TEST' }),
  ];
  const resolve = async (text: string) =>
    (await temporaryJudge(stored)).get(`/api/v1/resolve/${encodeURIComponent(text)}`);

  test('B3 a slug of LeetCode becomes the number', async () => {
    const { status, body } = await resolve('https://leetcode.com/problems/Two-Sum/');
    expect([status, body.source, body.id, body.problem]).toEqual([200, 'leetcode', '1', stored[0]]);
    expect((await resolve('Two Sum')).body.id).toBe('1');
  });

  test('B3 what is not stored is a 200 with null; an unknown slug stays', async () => {
    expect((await resolve('Three-Sum')).body).toEqual({ source: 'leetcode', id: 'three-sum', problem: null });
    expect((await resolve('https://example.com/x')).body.source).toBe('unknown');
    expect((await resolve(' ')).body).toEqual({ source: 'unknown', id: '', problem: null });
  });

  test('B3 the rest of the path may be given raw, and is decoded once', async () => {
    const judge = await temporaryJudge(stored);
    expect((await judge.get('/api/v1/resolve/1920/A')).body.problem).toEqual(stored[1]);
    expect((await judge.get('/api/v1/resolve/https://codeforces.com/contest/1920/problem/A')).body.id).toBe('1920A');
    expect((await judge.get('/api/v1/resolve/100%2525')).body.id).toBe('100%25');
  });

  test('B3 gap: a code of SPOJ and a name of the catalogue are found', async () => {
    expect((await resolve('https://www.spoj.com/problems/TEST/')).body.problem).toEqual(stored[2]);
    const { body } = await resolve('lighthouse-ledger');
    expect([body.source, body.id, body.problem.title]).toEqual(['quartet', '1', 'Lighthouse Ledger']);
    expect((await resolve('quartet:1')).body.problem.slug).toBe('lighthouse-ledger');
  });
});
