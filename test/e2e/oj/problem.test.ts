import { describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_FIELDS, TWO_SUM_TEXT } from '../../../src/toolsets/oj/testing/samples.ts';
import { json } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj();
const ask = async (problem: object) => {
  judge.answers(json(problem));
  return oj.told('get_problem', { source: 'leetcode', id: '1' });
};

describe('T2: the request', () => {
  it.each<[string, string, string]>([
    ['a/b', 'c d', 'a%2Fb/c%20d'],
    ['codeforces', '1920/A', 'codeforces/1920%2FA'],
    [' leetcode ', '\t1\n', 'leetcode/1'],
    ["!'()*", '-_.~', '%21%27%28%29%2A/-_.~'],
    ['é日😀', 'A?b#c:d@e&f=g+h%i', '%C3%A9%E6%97%A5%F0%9F%98%80/A%3Fb%23c%3Ad%40e%26f%3Dg%2Bh%25i'],
    ['..a', 'b..', '..a/b..'],
    ['%2e%2e', '%2F', '%252e%252e/%252F'],
    ['a\\b', 'c\td\ne\u0000f', 'a%5Cb/c%09d%0Ae%00f'],
  ])('R31, R38, T2, C21: source %j and id %j', async (source, id, path) => {
    judge.answers(json(TWO_SUM));
    await oj.told('get_problem', { source, id });
    expect(judge.urls).toEqual([`/api/v1/problems/${path}`]);
  });

  it('R31: half a surrogate pair becomes U+FFFD', async () => {
    judge.answers(json(TWO_SUM));
    oj.process.write(
      '{"jsonrpc":"2.0","id":"half","method":"tools/call","params":{"name":"get_problem","arguments":{"source":"a\\ud800b","id":"1"}}}',
    );
    await oj.told('get_problem', { source: 'a', id: '1' });
    expect(judge.urls).toContain('/api/v1/problems/a%EF%BF%BDb/1');
  });

  it('R33: further arguments are ignored', async () => {
    judge.answers(json(TWO_SUM));
    expect((await oj.told('get_problem', { source: 'leetcode', id: '1', slug: 'x', limit: -1 })).isError).toBe(false);
  });
});

describe('R46, T2: the answer', () => {
  it('R46, R51, R53: text and structure', async () => {
    judge.answers(json(TWO_SUM));
    expect((await oj.call('get_problem', { source: 'leetcode', id: '1' })).result).toEqual({
      content: [{ type: 'text', text: TWO_SUM_TEXT }],
      structuredContent: TWO_SUM_FIELDS,
    });
  });

  const unknown = `# N/A

- Source: spoj | ID: SP1 | Difficulty: N/A
- Tags: N/A
- Link: N/A
- AC Rate: N/A

---

No description available.`;
  const nulls = { title: null, difficulty: null, tags: null, link: null, ac_rate: null, content: null };

  it.each<[string, object]>([
    ['missing', {}],
    ['null', nulls],
    ['null, tags empty, content blank', { ...nulls, tags: [], content: ' \n\t ' }],
    ['null, content empty', { ...nulls, content: '', content_cn: '' }],
  ])('R50, R55, C15, C16: what is %s shows as N/A', async (_, fields) => {
    judge.answers(json({ source: 'spoj', id: 'SP1', ...fields }));
    expect((await oj.call('get_problem', { source: 'spoj', id: 'SP1' })).result).toEqual({
      content: [{ type: 'text', text: unknown }],
      structuredContent: { source: 'spoj', id: 'SP1', statement: 'No description available.' },
    });
  });

  it('R49: line breaks of the title collapse', async () => {
    const { text } = await ask({ ...TWO_SUM, title: 'Two\r\nSum\u2028II' });
    expect(text.split('\n')[0]).toBe('# Two Sum II');
  });

  it.each<[number, string]>([
    [57, '57.0%'],
    [0, '0.0%'],
    [100, '100.0%'],
    [12.25, '12.2%'],
    [12.35, '12.3%'],
    [99.95, '100.0%'],
    [-0.25, '-0.2%'],
  ])('R51, R53: an AC rate of %d is %s', async (ac_rate, shown) => {
    const { text } = await ask({ ...TWO_SUM, ac_rate });
    expect(text.split('\n')[5]).toBe(`- AC Rate: ${shown}`);
  });

  it('R51: a rate written as 57.10 keeps its value', async () => {
    judge.answers(json(JSON.stringify(TWO_SUM).replace('57.05', '57.10')));
    const { result } = await oj.call('get_problem', { source: 'leetcode', id: '1' });
    expect(result.content[0].text).toContain('- AC Rate: 57.1%\n');
    expect(result.structuredContent.ac_rate).toBe(57.1);
  });
});

describe('the statement', () => {
  const statement = async (content: string | null, content_cn: string | null = null) =>
    (await ask({ source: 'a', id: '1', content, content_cn })).text.split('---\n\n')[1];

  it.each<[string, string, string]>([
    ['R56', '<p>Hello <em>there</em></p>', 'Hello *there*'],
    ['R59', '<p>1 &lt;= n &lt;= 10<sup>5</sup>, a<sub>i</sub></p>', '1 <= n <= 10^5, a_i'],
    ['R58', 'plain, with a<p and p>q, *as* it is', 'plain, with a<p and p>q, *as* it is'],
    ['R58', 'Already **Markdown**\n\n- $a_i * b_i$', 'Already **Markdown**\n\n- $a_i * b_i$'],
    ['R56, C12', '<p> </p>', 'No description available.'],
  ])('%s: %j', async (_, content, markdown) => {
    expect(await statement(content)).toBe(markdown);
  });

  it('R59: the Chinese one stands in when there is no other', async () => {
    expect(await statement(' ', '<p>两数之和</p>')).toBe('两数之和');
    expect(await statement('<p>Two</p>', '<p>两</p>')).toBe('Two');
  });
});
