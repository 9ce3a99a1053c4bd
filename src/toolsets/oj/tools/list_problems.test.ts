import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { Dispatcher } from '../../../kernel/dispatch.ts';
import { keepingLog, origin } from '../../../kernel/testing/toolsets.ts';
import { oj } from '../index.ts';
import type { Reply } from '../judge.ts';
import { TWO_SUM } from '../testing/samples.ts';
import { ask, refusedWith } from './testing/call.ts';

const SUMMARY = { ...TWO_SUM, content: undefined, content_cn: undefined };

/** A page as the judge sends it. */
const page = (data: object[], total = data.length, number = 1) => ({
  data,
  meta: { total, page: number, per_page: 25, total_pages: Math.ceil(total / 25) },
});

const row = (source: string, id: number, more = {}) => ({
  source,
  id: String(id),
  title: `Problem ${id}`,
  tags: [],
  ...more,
});

interface Held {
  readonly [source: string]: number;
}

/** A judge that holds so many problems of each platform and lists them by its rules; it notes what it is asked. */
function judgeWith(held: Held) {
  const paths: string[] = [];
  const get = async (path: string): Promise<Reply> => {
    paths.push(path);
    const url = new URL(path, 'http://judge');
    const source = url.pathname.split('/').at(-1) ?? '';
    const [number, perPage] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name)));
    const all = Array.from({ length: held[source] ?? 0 }, (_, at) => row(source, at + 1));
    const start = ((number ?? 1) - 1) * (perPage ?? 20);
    const platforms = Object.entries(held).map(([name, total]) => ({
      source: name,
      total,
      missing_content: 0,
      not_embedded: 0,
    }));
    const body =
      path === '/status'
        ? { version: '1', platforms }
        : page(all.slice(start, start + (perPage ?? 20)), all.length, number);
    return { status: 200, contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
  };
  const world = { judge: { hasToken: true, get, close: async () => {} }, now: () => new Date(0) };
  const dispatcher = new Dispatcher([{ toolset: oj, world }], { log: keepingLog().log });
  const list = async (args: object) =>
    (await dispatcher.call('list_problems', args, origin())).structuredContent as Listing | undefined;
  return { list, paths };
}

interface Listing {
  readonly results: readonly { source: string; id: string }[];
  readonly total: number;
  readonly next_cursor?: string;
}

/** All pages of a list. */
async function allPages(list: (args: object) => Promise<Listing | undefined>, args: object): Promise<Listing[]> {
  const pages: Listing[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; cursor = pages.at(-1)?.next_cursor)
    pages.push((await list({ ...args, ...(cursor !== undefined && { cursor }) })) as Listing);
  return pages;
}

describe('list_problems', () => {
  it('gives lean rows, and a table without what nobody has', async () => {
    const bare = { source: 'leetcode', id: '2', title: null, difficulty: null, tags: null, link: null };
    const { result, paths } = await ask('list_problems', { source: 'leetcode' }, { body: page([SUMMARY, bare]) });
    expect(paths).toEqual(['/api/v1/problems/leetcode?page=1&per_page=25']);
    const { title, difficulty, tags, link, ac_rate } = SUMMARY;
    expect(result.structuredContent).toEqual({
      results: [
        { source: 'leetcode', id: '1', title, difficulty, tags, ac_rate, link },
        { source: 'leetcode', id: '2' },
      ],
      total: 2,
    });
    expect(result.content[0]?.text).toBe(`# 2 of 2 problems

| Source | ID | Title | Difficulty | AC | Tags | Link |
|---|---|---|---|---|---|---|
| leetcode | 1 | Two Sum | Easy | 57.0% | Array, Hash Table | https://leetcode.com/problems/two-sum/ |
| leetcode | 2 |  |  |  |  |  |
`);
    expect(result.content).toHaveLength(1);
  });

  it('asks for what is wanted, encoded, and leaves out what is blank', async () => {
    const args = { source: ' leetcode ', difficulty: 'hard', tag: 'dp,a b', query: '50% & <more>', limit: 100 };
    expect((await ask('list_problems', args, { body: page([]) })).paths).toEqual([
      '/api/v1/problems/leetcode?page=1&per_page=100&difficulty=hard&tags=dp%2Ca%20b&search=50%25%20%26%20%3Cmore%3E',
    ]);
    const blank = { source: 'leetcode', difficulty: ' ', tag: '', query: '\t', cursor: null };
    const { result, paths } = await ask('list_problems', blank, { body: page([]) });
    expect(paths).toEqual(['/api/v1/problems/leetcode?page=1&per_page=25']);
    expect(result).toMatchObject({ structuredContent: { results: [], total: 0 } });
    expect(result.content).toEqual([{ type: 'text', text: 'No problem is like that.\n' }]);
  });

  it('lists all platforms one after the other, each problem once, whatever the pages are', async () => {
    const held = { atcoder: 7, codeforces: 0, leetcode: 3, luogu: 12 };
    const every = Object.entries(held).flatMap(([source, total]) =>
      Array.from({ length: total }, (_, at) => `${source} ${at + 1}`),
    );
    for (const limit of [1, 2, 3, 5, 7, 21, 22, 23, 100]) {
      const { list } = judgeWith(held);
      const pages = await allPages(list, { limit });
      expect(pages.flatMap(({ results }) => results.map(({ source, id }) => `${source} ${id}`))).toEqual(every);
      expect(pages.slice(0, -1).every(({ results }) => results.length === limit)).toBe(true);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([22]));
    }
  });

  it('may change the limit on the way, and lists one platform likewise', async () => {
    const { list, paths } = judgeWith({ luogu: 30 });
    const first = await list({ source: 'luogu', limit: 4 });
    const second = await list({ source: 'luogu', limit: 7, cursor: first?.next_cursor });
    expect(second?.results.map(({ id }) => id)).toEqual(['5', '6', '7', '8', '9', '10', '11']);
    expect(second).toMatchObject({ total: 30 });
    expect(paths).not.toContain('/status');
  });

  it('says that nothing is there', async () => {
    expect(await judgeWith({}).list({})).toEqual({ results: [], total: 0 });
  });

  it.each([
    [{ limit: 0 }, /"limit"/],
    [{ limit: 101 }, /"limit"/],
    [{ query: 'x'.repeat(201) }, /"query"/],
    [{ cursor: 'nonsense' }, /"cursor" does not belong to this call/],
  ])('refuses %j without a request', async (args, why) => {
    const { result, paths } = await ask('list_problems', args);
    expect(paths).toEqual([]);
    expect(result).toMatchObject({ isError: true });
    expect(result.content[0]?.text).toMatch(why);
  });

  it('refuses ways out of the list, and cursors of another call', async () => {
    expect(await ask('list_problems', { source: '..' })).toEqual(refusedWith('Argument "source" cannot be "..".'));
    const { list } = judgeWith({ luogu: 30 });
    const cursor = (await list({ source: 'luogu' }))?.next_cursor;
    expect(await list({ source: 'leetcode', cursor })).toBeUndefined();
    expect(await list({ source: 'luogu', tag: 'dp', cursor })).toBeUndefined();
  });

  it.each([404, 405, 501])('says that a judge without a list (%i) has none', async (status) => {
    const { result } = await ask('list_problems', { source: 'leetcode' }, { status, body: '' });
    expect(result).toMatchObject({ isError: true });
    expect(result.content[0]?.text).toMatch(
      /^This judge does not list its problems \(status \d+\)\. Use resolve_problem/,
    );
  });

  it('tells what the judge has against the platform', async () => {
    const body = { title: 'Bad Request', status: 400, detail: 'invalid source: x' };
    const { result } = await ask('list_problems', { source: 'x' }, { status: 400, body });
    expect(result.content[0]?.text).toBe('[400] Bad Request: invalid source: x');
  });

  it.each<[object, object[], string]>([
    [
      { difficulty: 'hard' },
      [row('leetcode', 1, { difficulty: 'Hard' }), row('leetcode', 2, { difficulty: 'Easy' })],
      'difficulty',
    ],
    [{ tag: 'DP, math' }, [row('leetcode', 1, { tags: ['dp'] }), row('leetcode', 2, { tags: ['greedy'] })], 'tag'],
    [{ query: 'sum' }, [row('leetcode', 1), row('leetcode', 2)], 'query'],
  ])('notices that a judge ignores %j', async (args, rows, argument) => {
    const { result } = await ask('list_problems', { source: 'leetcode', ...args }, { body: page(rows) });
    expect(result).toMatchObject({ isError: true });
    expect(result.content[0]?.text).toMatch(`This judge takes no notice of "${argument}"`);
    const [first] = rows;
    const fitting = page([{ ...first, title: 'SUM it up' }]);
    const fine = await ask('list_problems', { source: 'leetcode', ...args }, { body: fitting });
    expect(fine.result.isError).toBeUndefined();
  });

  it.each([page([SUMMARY], 100, 2), page(Array.from({ length: 26 }, (_, at) => row('leetcode', at)))])(
    'notices that a judge ignores pages',
    async (body) => {
      const { result } = await ask('list_problems', { source: 'leetcode' }, { body });
      expect(result.content[0]?.text).toMatch('does not give its list of problems page by page');
    },
  );

  it('asks for a platform when the judge does not tell its own, or tells too many', async () => {
    const body = { title: 'Unauthorized', status: 401, detail: 'missing or invalid token' };
    const { result } = await ask('list_problems', {}, { status: 401, body, hasToken: false });
    expect(result.content[0]?.text).toBe(
      'Name a platform as "source": the judge does not tell which it has. [401] Unauthorized: missing or invalid token',
    );
    const platforms = Array.from({ length: 17 }, (_, at) => ({
      source: `p${at}`,
      total: 1,
      missing_content: 0,
      not_embedded: 0,
    }));
    const many = await ask('list_problems', {}, { body: { version: '1', platforms } });
    expect(many.paths).toEqual(['/status']);
    expect(many.result.content[0]?.text).toMatch('the judge has 17, too many to list at once');
  });

  it('a list that is broken is the fault of nobody who calls', async () => {
    await expect(
      ask('list_problems', { source: 'leetcode' }, { body: { data: [{ id: 1 }], meta: {} } }),
    ).rejects.toThrow(/The judge's answer cannot be used: field/);
  });

  it('by default takes few tokens, also of a platform with long names', async () => {
    const rows = Array.from({ length: 25 }, (_, at) =>
      row('codeforces', 1900 + at, {
        id: `${1900 + at}C2`,
        title: 'Partitioning the Array into Permutations (Hard Version)',
        rating: 2300 + at,
        tags: ['brute force', 'data structures', 'number theory', 'constructive algorithms', 'two pointers'],
        link: `https://codeforces.com/problemset/problem/${1900 + at}/C2`,
      }),
    );
    const { result } = await ask('list_problems', { source: 'codeforces' }, { body: page(rows, 11_000) });
    expect(countTokens(result.content.map(({ text }) => text).join('\n'))).toBeLessThanOrEqual(1500);
    expect(result.content[0]?.text).toMatch(/^# 25 of 11,000 problems\n/);
    expect(result.content[1]?.text).toContain(`cursor=${String(result.structuredContent?.next_cursor)}`);
    expect(result.content[0]?.text).toContain('| brute force, data structures, number theory, … |');
  });
});
