import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { NOON, temporaryStore } from '../store/testing/problems.ts';
import { atcoder } from './atcoder.ts';
import { codeforces } from './codeforces.ts';
import { leetcode } from './leetcode.ts';
import { luogu, spoj } from './luogu.ts';
import type { Platform } from './platform.ts';
import { type SyncOptions, sync } from './sync.ts';
import { ATCODER, CODEFORCES, type Fixture, LEETCODE, luoguWith, startMirror } from './testing/platforms.ts';

const MAKERS: Record<string, (mirror: string) => Platform> = {
  codeforces,
  atcoder: (mirror) => atcoder({ lists: mirror, tasks: mirror }),
  leetcode: (mirror) => leetcode({ site: mirror, ratings: mirror }),
  luogu,
  spoj,
};

async function syncFrom(
  source: string,
  fixtures: Record<string, Fixture>,
  options: Partial<SyncOptions> & { store?: Store } = {},
) {
  const mirror = await startMirror(fixtures);
  onTestFinished(mirror.close);
  const store = options.store ?? (await temporaryStore());
  const waits: number[] = [];
  let clock = NOON.getTime();
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
    clock += milliseconds;
  };
  const platform = MAKERS[source]?.(mirror.origin) ?? expect.fail();
  const run = () =>
    sync(store, platform, {
      statements: false,
      update: false,
      gapMs: 0,
      now: () => new Date(clock),
      sleep,
      ...options,
    });
  return { store, run, waits, requests: mirror.requests };
}

/** The fixtures with one value in the JSON of a path changed, or taken away. */
function drifted(fixtures: Record<string, Fixture>, path: string, keys: (string | number)[], value?: unknown) {
  const copy = structuredClone(fixtures[path]) as Record<string | number, unknown>;
  const last = keys.at(-1) ?? '';
  const parent = keys.slice(0, -1).reduce<Record<string | number, unknown>>((at, key) => at[key] as typeof at, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return { ...fixtures, [path]: copy };
}

describe('B6 codeforces', () => {
  test('B6 the list gives id, name, rating, tags and the name of the contest', async () => {
    const { store, run } = await syncFrom('codeforces', CODEFORCES);
    expect(await run()).toEqual({ added: 2, statements: 0, without: 0 });
    expect(store.find('codeforces', '1920A')).toMatchObject({
      title: 'Satisfying Constraints',
      rating: 800,
      tags: ['greedy', 'math'],
      contest: 'Codeforces Round 919',
      problem_index: 'A',
      link: 'https://codeforces.com/contest/1920/problem/A',
      content: null,
    });
    expect(store.find('codeforces', '1920F2')).toMatchObject({ rating: null, problem_index: 'F2' });
  });

  test('B6 statements are cut out of the page, with plain maths', async () => {
    const { store, run } = await syncFrom('codeforces', CODEFORCES, { statements: true });
    expect(await run()).toEqual({ added: 2, statements: 1, without: 1 });
    const content = store.find('codeforces', '1920A')?.content ?? '';
    expect(content).toContain('Given $n$ constraints<br>on $k \\ge 1$.');
    expect(content).not.toMatch(/after|\$\$\$/);
  });

  test('B6 a refusal in the envelope is told with its comment', async () => {
    const failed = { '/api/problemset.problems': { status: 'FAILED', comment: 'Call limit exceeded', result: null } };
    await expect((await syncFrom('codeforces', failed)).run()).rejects.toThrow('Call limit exceeded');
  });

  test('B6 pages for people only: three tries, then explicit, and the list stays', async () => {
    const many = structuredClone(CODEFORCES['/api/problemset.problems']) as { result: { problems: object[] } };
    for (const index of ['B', 'C', 'D'])
      many.result.problems.push({ contestId: 1, index, name: index, type: 'PROGRAMMING', tags: [] });
    const challenge = '<title>Just a moment...</title>';
    const pages = ['1920/problem/A', '1920/problem/F2', '1/problem/B', '1/problem/C'].map((page) => [
      `/contest/${page}`,
      challenge,
    ]);
    const fixtures = { ...CODEFORCES, '/api/problemset.problems': many, ...Object.fromEntries(pages) };
    const { store, run, waits } = await syncFrom('codeforces', fixtures, { statements: true, gapMs: 2000 });
    const done = await run();
    expect(done).toMatchObject({
      added: 5,
      statements: 0,
      refused: expect.stringContaining('answered with a bot challenge, 3 times'),
    });
    expect(store.count('codeforces')).toBe(5);
    // Every request keeps its distance, and tries that failed are repeated after 5 and then 10 seconds.
    expect(waits).toEqual([2000, ...[1, 2, 3].flatMap(() => [2000, 5000, 10_000])]);
  });
});

describe('B6 atcoder', () => {
  test('B6 the list has ratings from the models, drawn towards 0 below 400', async () => {
    const { store, run } = await syncFrom('atcoder', ATCODER);
    expect(await run()).toMatchObject({ added: 3 });
    expect(store.find('atcoder', 'abc300_a')).toMatchObject({
      title: 'N-choice question',
      contest: 'abc300',
      rating: 18,
    });
    expect(store.find('atcoder', 'agc001_f')?.rating).toBe(3387);
    expect(store.find('atcoder', 'old_1')).toMatchObject({
      rating: null,
      link: 'https://atcoder.jp/contests/old/tasks/old_1',
    });
  });

  test('B6 statements: English, else Japanese, else all there is', async () => {
    const { store, run } = await syncFrom('atcoder', ATCODER, { statements: true });
    expect(await run()).toMatchObject({ statements: 3, without: 0 });
    expect(store.find('atcoder', 'abc300_a')?.content).toBe('<h3>Problem Statement</h3><p>Find $A+B$.</p>');
    expect(store.find('atcoder', 'agc001_f')?.content).toBe('<p>$N$ 個</p>');
    expect(store.find('atcoder', 'old_1')?.content).toBe('<p>古い</p>');
  });
});

describe('B6 leetcode', () => {
  test('B6 lists of three categories without hidden problems, then ratings', async () => {
    const { store, run } = await syncFrom('leetcode', LEETCODE);
    expect(await run()).toMatchObject({ added: 3 });
    expect(store.find('leetcode', '1')).toMatchObject({
      slug: 'two-sum',
      difficulty: 'Easy',
      ac_rate: 25,
      paid_only: 0,
      rating: 1234.5,
      contest: 'weekly-contest-1',
      problem_index: 'Q1',
      title_cn: '两数之和',
      link: 'https://leetcode.com/problems/two-sum/',
    });
    expect(store.find('leetcode', '2')).toMatchObject({ paid_only: 1, difficulty: 'Hard' });
    expect(store.find('leetcode', '175')?.category).toBe('Database');
  });

  test('B6 details bring statement, tags and similar problems; premium ones keep none', async () => {
    const { store, run } = await syncFrom('leetcode', LEETCODE, { statements: true });
    expect(await run()).toMatchObject({ statements: 1, without: 2 });
    expect(store.find('leetcode', '1')).toMatchObject({
      content: '<p>Add two.</p>',
      content_cn: '<p>两个</p>',
      tags: ['Array'],
      similar_questions: ['3sum'],
      ac_rate: 57.5,
      rating: 1234.5,
    });
    expect(store.find('leetcode', '2')?.content).toBeNull();
  });
});

/** The fixtures, for those alone who say that they come from a page of the site itself. */
function refererNeeded(fixtures: Record<string, Fixture>): Record<string, Fixture> {
  const guarded = Object.entries(fixtures).map(([path, fixture]): [string, Fixture] => [
    path,
    (request, body) => {
      const { host, referer } = request.headers;
      if (path.startsWith('/zerotrac/') || referer === `http://${host}/problemset/`)
        return typeof fixture === 'function' ? fixture(request, body) : fixture;
      return 403;
    },
  ]);
  return Object.fromEntries(guarded);
}

test('B6 leetcode is told where the request comes from, as its own pages tell it', async () => {
  const { run } = await syncFrom('leetcode', refererNeeded(LEETCODE), { statements: true });
  expect(await run()).toMatchObject({ added: 3, statements: 1 });
});

describe('B6 luogu', () => {
  test('B6 pages of 50, as JSON or inside of a page, with names for difficulties and tags', async () => {
    const { store, run, requests } = await syncFrom('luogu', luoguWith(120));
    expect(await run()).toMatchObject({ added: 120 });
    expect(requests).toEqual(['/_lfe/tags/zh-CN', ...[1, 2, 3].map((page) => `/problem/list?page=${page}`)]);
    expect(store.find('luogu', 'P1002')).toMatchObject({
      title: '第 2 题',
      difficulty: '普及−',
      tags: ['模拟'],
      ac_rate: 200 / 6,
    });
    expect(store.find('luogu', 'P1000')?.ac_rate).toBeNull();
  });

  test('B6 statements become Markdown sections', async () => {
    const { store, run } = await syncFrom('luogu', luoguWith(2), { statements: true });
    expect(await run()).toMatchObject({ statements: 2 });
    expect(store.find('luogu', 'P1001')?.content_cn).toBe(
      '## 题目描述\n\n描述 P1001\n\n## 输入格式\n\n两个数\n\n## 输出格式\n\n和\n\n## 样例 1\n\n输入:\n\n```\n1 2\n```\n\n输出:\n\n```\n3\n```',
    );
  });
});

describe('B6 spoj', () => {
  const listed = (pid: string, title: string) => ({
    pid,
    title,
    difficulty: 2,
    tags: [1],
    totalSubmit: 4,
    totalAccepted: 1,
  });
  const fixtures = {
    ...luoguWith(0),
    '/problem/list?page=1&type=SP': {
      data: {
        problems: {
          count: 2,
          result: [listed('SP1', 'TEST - Life, the Universe, and Everything'), listed('SP9', 'Odd')],
        },
      },
    },
  };

  test('B6 is listed by Luogu, with the code as the slug and the difficulties of Luogu', async () => {
    const { store, run } = await syncFrom('spoj', fixtures);
    expect(await run()).toMatchObject({ added: 2 });
    expect(store.find('spoj', 'SP1')).toMatchObject({
      slug: 'TEST',
      title: 'Life, the Universe, and Everything',
      difficulty: '普及−',
      ac_rate: 25,
      tags: ['模拟'],
      link: 'https://www.spoj.com/problems/TEST/',
    });
    expect(store.bySlug('spoj', 'TEST')?.id).toBe('SP1');
  });

  test('B6 a name without a code stays whole', async () => {
    const { store, run } = await syncFrom('spoj', fixtures);
    await run();
    expect(store.find('spoj', 'SP9')).toMatchObject({ slug: 'SP9', title: 'Odd' });
  });
});

describe('B6 a platform that has changed', () => {
  const luogu3 = luoguWith(3);
  test.each<[string, Record<string, Fixture>, string]>([
    [
      'codeforces',
      drifted(CODEFORCES, '/api/problemset.problems', ['result', 'problems', 1, 'name']),
      ': problems[1].name',
    ],
    ['codeforces', drifted(CODEFORCES, '/api/contest.list', ['result', 0, 'name'], 7), '[0].name'],
    ['codeforces', drifted(CODEFORCES, '/api/problemset.problems', ['status']), 'status'],
    ['atcoder', drifted(ATCODER, '/atcoder/resources/problems.json', [2, 'contest_id']), '[2].contest_id'],
    [
      'atcoder',
      drifted(ATCODER, '/atcoder/resources/problem-models.json', ['agc001_f', 'difficulty'], 'hard'),
      'agc001_f.difficulty',
    ],
    [
      'leetcode',
      drifted(LEETCODE, '/api/problems/algorithms/', ['stat_status_pairs', 0, 'stat', 'total_acs']),
      'stat_status_pairs[0].stat.total_acs',
    ],
    [
      'leetcode',
      drifted(LEETCODE, '/api/problems/database/', ['stat_status_pairs', 0, 'difficulty', 'level'], 4),
      'stat_status_pairs[0].difficulty.level',
    ],
    [
      'leetcode',
      { ...LEETCODE, '/zerotrac/leetcode_problem_rating/main/ratings.txt': 'a\tb\n' },
      'the head of ratings.txt',
    ],
    [
      'luogu',
      { ...luogu3, '/problem/list': { data: { problems: { count: 1, result: [{ pid: 'P1' }] } } } },
      'data.problems.result[0].title',
    ],
    ['luogu', { ...luogu3, '/problem/list': '<html></html>' }, 'lentille-context'],
    ['luogu', drifted(luogu3, '/_lfe/tags/zh-CN', ['tags', 0, 'name']), 'tags[0].name'],
    ['luogu', drifted(luogu3, '/problem/P1000', ['data', 'problem', 'samples'], 'x'), 'data.problem.samples'],
  ])('B6 %s names the field that is wrong', async (source, fixtures, field) => {
    const { run } = await syncFrom(source, fixtures, { statements: true });
    const message = await run().catch((error: Error) => error.message);
    expect(message).toContain(field);
  });
});

describe('B6 a sync that is interrupted', () => {
  test('B6 goes on at the page it was at', async () => {
    const fixtures = luoguWith(200);
    const list = fixtures['/problem/list'] as (request: unknown, body: string) => unknown;
    let broken = true;
    fixtures['/problem/list'] = (request, body) =>
      broken && request.url?.endsWith('page=3') ? 404 : list(request, body);
    const { store, run, requests } = await syncFrom('luogu', fixtures);
    await expect(run()).rejects.toThrow('/problem/list answered 404');
    expect(store.count('luogu')).toBe(100);
    broken = false;
    requests.length = 0;
    expect(await run()).toMatchObject({ added: 100 });
    expect(requests).toEqual(['/_lfe/tags/zh-CN', '/problem/list?page=3', '/problem/list?page=4']);
    requests.length = 0;
    expect(await run()).toMatchObject({ added: 0 });
    expect(requests).toHaveLength(5);
  });

  test('B6 known problems stay as they are unless an update is asked for', async () => {
    const { store, run } = await syncFrom('codeforces', CODEFORCES);
    await run();
    const changed = drifted(CODEFORCES, '/api/problemset.problems', ['result', 'problems', 0, 'rating'], 900);
    await (await syncFrom('codeforces', changed, { store })).run();
    expect(store.find('codeforces', '1920A')?.rating).toBe(800);
    await (await syncFrom('codeforces', changed, { store, update: true })).run();
    expect(store.find('codeforces', '1920A')?.rating).toBe(900);
  });
});

test('B6 an answer of 429 is tried again after a while', async () => {
  let asked = 0;
  const fixtures = { ...CODEFORCES };
  const first = fixtures['/api/problemset.problems'] ?? expect.fail();
  fixtures['/api/problemset.problems'] = () => (asked++ === 0 ? 429 : first);
  const { run, waits } = await syncFrom('codeforces', fixtures, { gapMs: 2000 });
  expect(await run()).toMatchObject({ added: 2 });
  expect(waits).toContain(5000);
});
