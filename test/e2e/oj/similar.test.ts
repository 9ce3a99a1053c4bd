import { describe, expect, it } from 'vitest';
import { json } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj();
const NONE = { rewritten_query: 'none', results: [] };
const TWO = {
  source: 'leetcode',
  id: '167',
  title: 'Two Sum II',
  difficulty: 'Medium',
  similarity: 0.79,
  link: 'https://x.example/167',
};

/** The URL that a call asks for. */
async function urlOf(args: object): Promise<string | undefined> {
  judge.answers(json(NONE));
  await oj.told('find_similar_problems', args);
  expect(judge.requests).toHaveLength(1);
  return judge.urls[0];
}

describe('T3: by description', () => {
  it.each<[object, string]>([
    [{ query: 'arrays', source: 'leetcode', id: '1' }, '?q=arrays&limit=10&threshold=0'],
    [{ query: '  two words  ', source: '..', id: '' }, '?q=two%20words&limit=10&threshold=0'],
    [{ query: 'a&b=c#d/e?f+g', limit: 50, threshold: 1 }, '?q=a%26b%3Dc%23d%2Fe%3Ff%2Bg&limit=50&threshold=1'],
    [{ query: 'abc', limit: 1, threshold: 0.7 }, '?q=abc&limit=1&threshold=0.7'],
    [{ query: 'abc', source_filter: 'leetcode,a b' }, '?q=abc&limit=10&threshold=0&source=leetcode%2Ca%20b'],
    [{ query: 'abc', source_filter: ' atcoder ' }, '?q=abc&limit=10&threshold=0&source=atcoder'],
    [{ query: 'abc', source_filter: ' ' }, '?q=abc&limit=10&threshold=0'],
    [{ query: 'abc', limit: null, threshold: null, source_filter: null }, '?q=abc&limit=10&threshold=0'],
    [{ query: '...' }, '?q=...&limit=10&threshold=0'],
  ])('R40, R42, T3: %j', async (args, query) => {
    expect(await urlOf(args)).toBe(`/api/v1/similar${query}`);
  });

  it.each<[number, string]>([
    [0, '0'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [1e-21, '0.000000000000000000001'],
    [0.1, '0.1'],
    [0.30000000000000004, '0.30000000000000004'],
    [0.999999, '0.999999'],
  ])('R42: threshold %d is sent as %s', async (threshold, text) => {
    expect(await urlOf({ query: 'abc', threshold })).toBe(`/api/v1/similar?q=abc&limit=10&threshold=${text}`);
  });

  it('R42: numbers may be written with superfluous digits', async () => {
    judge.answers(json(NONE));
    oj.process.write(
      '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"find_similar_problems","arguments":{"query":"abc","limit":5.0,"threshold":0.70}}}',
    );
    await oj.told('find_similar_problems', { query: 'xyz' });
    expect(judge.urls).toContain('/api/v1/similar?q=abc&limit=5&threshold=0.7');
  });

  it.each<[string, string]>([
    ['3 letters', 'abc'],
    ['2000 letters', 'x'.repeat(2000)],
    ['2000 letters and blanks around', ` ${'x'.repeat(2000)} `],
    ['3 emoji', '😀😀😀'],
    ['2000 emoji, a URL of 24 KB', '😀'.repeat(2000)],
    ['667 CJK characters, 2001 bytes', '日'.repeat(667)],
  ])('R40, T3, C17: a query of %s is sent', async (_, query) => {
    expect(await urlOf({ query })).toBe(`/api/v1/similar?q=${encodeURIComponent(query.trim())}&limit=10&threshold=0`);
  });
});

describe('T3: by problem', () => {
  it.each<[object, string]>([
    [{ source: 'leetcode', id: '1' }, '/leetcode/1?limit=10&threshold=0'],
    [{ source: 'a b', id: 'c/d' }, '/a%20b/c%2Fd?limit=10&threshold=0'],
    [{ source: ' a ', id: ' b ', query: '  ' }, '/a/b?limit=10&threshold=0'],
    [{ source: 'a', id: 'b', query: null }, '/a/b?limit=10&threshold=0'],
    [{ source: 'a', id: 'b', limit: 3, threshold: 0.5, source_filter: 'x' }, '/a/b?limit=3&threshold=0.5&source=x'],
  ])('R41, R42, T3: %j', async (args, rest) => {
    expect(await urlOf(args)).toBe(`/api/v1/similar${rest}`);
  });
});

describe('R47: the answer', () => {
  it('R47, R52, T3: text and structure', async () => {
    const bare = { source: 'atcoder', id: 'abc300_a', title: null, difficulty: null, similarity: 1, link: null };
    judge.answers(json({ rewritten_query: 'pairs with a sum', results: [TWO, bare] }));
    expect((await oj.call('find_similar_problems', { query: 'pairs' })).result).toEqual({
      content: [
        {
          type: 'text',
          text: `# Similar Problems

Query: pairs with a sum

| # | Source | ID | Title | Difficulty | Similarity | Link |
|---|--------|----|-------|------------|------------|------|
| 1 | leetcode | 167 | Two Sum II | Medium | 79.0% | https://x.example/167 |
| 2 | atcoder | abc300_a | N/A | N/A | 100.0% | N/A |
`,
        },
      ],
      structuredContent: {
        rewritten_query: 'pairs with a sum',
        results: [TWO, { source: 'atcoder', id: 'abc300_a', similarity: 1 }],
      },
    });
  });

  it.each([{ rewritten_query: null, results: [] }, { results: [] }])(
    'R47, R50, C16: %j is a table without rows',
    async (answer) => {
      judge.answers(json(answer));
      expect((await oj.call('find_similar_problems', { query: 'pairs' })).result).toEqual({
        content: [
          {
            type: 'text',
            text: `# Similar Problems

Query: N/A

| # | Source | ID | Title | Difficulty | Similarity | Link |
|---|--------|----|-------|------------|------------|------|
`,
          },
        ],
        structuredContent: { results: [] },
      });
    },
  );

  it('R49: cells keep their pipes and lose their line breaks', async () => {
    judge.answers(json({ results: [{ ...TWO, title: 'a | b\r\nc\nd', link: 'x|y' }] }));
    const { text } = await oj.told('find_similar_problems', { query: 'pairs' });
    expect(text.split('\n')[6]).toBe('| 1 | leetcode | 167 | a \\| b c d | Medium | 79.0% | x\\|y |');
  });

  it.each<[number, string]>([
    [0.791, '79.1%'],
    [1, '100.0%'],
    [0, '0.0%'],
    [0.7905, '79.0%'],
    [0.4445, '44.5%'],
    [0.6665, '66.6%'],
    [-0.1, '-10.0%'],
  ])('R52, R53, T3: similarity %d is %s', async (similarity, shown) => {
    judge.answers(json({ results: [{ ...TWO, similarity }] }));
    const { text } = await oj.told('find_similar_problems', { query: 'pairs' });
    expect(text).toContain(`| Medium | ${shown} |`);
  });
});
