import { describe, expect, test } from 'vitest';
import { problem } from '../store/testing/problems.ts';
import { temporaryJudge } from '../testing/judge.ts';

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe('B1 /api/v1/problems/{source}/{id}', () => {
  test('B1 gives the whole problem', async () => {
    const stored = problem({ id: '1', slug: 'two-sum', tags: ['array'], ac_rate: 55.5, similar_questions: ['15'] });
    const judge = await temporaryJudge([stored]);
    const { status, headers, body } = await judge.get('/api/v1/problems/leetcode/1');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body).toEqual(stored);
  });

  test('B1 an unknown problem is a 404, an unknown source a 400; sources differ by case', async () => {
    const judge = await temporaryJudge();
    expect((await judge.get('/api/v1/problems/leetcode/1')).body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'problem not found',
    });
    const { status, body } = await judge.get('/api/v1/problems/LeetCode/1');
    expect([status, body.detail]).toEqual([
      400,
      'invalid source: LeetCode; use one of atcoder, codeforces, leetcode, luogu, quartet, spoj',
    ]);
    expect((await judge.get('/api/v1/tags/uva')).status).toBe(400);
  });

  test('B3 gap: a slug and other ways to write an id find the problem too', async () => {
    const judge = await temporaryJudge([
      problem({ id: '1', slug: 'two-sum' }),
      problem({ source: 'codeforces', id: '1920A', slug: '1920A' }),
      problem({ source: 'spoj', id: 'SP1', slug: 'TEST' }),
    ]);
    for (const path of ['leetcode/two-sum', 'codeforces/1920%2FA', 'codeforces/1920A', 'spoj/TEST', 'quartet/odd-sock'])
      expect((await judge.get(`/api/v1/problems/${path}`)).status, path).toBe(200);
  });
});

describe('B1 /api/v1/problems/{source}', () => {
  const listed = [
    problem({ id: '10', title: 'Ten', difficulty: 'Hard', rating: 2000, tags: ['Graph', 'DP'], ac_rate: 10 }),
    problem({ id: '9', title: 'Nine', difficulty: 'Easy', rating: 1000, tags: ['dp'], ac_rate: 30 }),
    problem({ id: '2', title: '100% _sure_', difficulty: 'Medium', rating: null, tags: ['math'], title_cn: '二' }),
    problem({ id: '33', title: 'Three\\three', difficulty: null, rating: 1500, tags: [], ac_rate: 20 }),
    problem({ source: 'luogu', id: 'P1', difficulty: 'easy' }),
  ];
  const list = async (query: string) => (await temporaryJudge(listed)).get(`/api/v1/problems/leetcode${query}`);

  test('B1 lists summaries in natural order with a count', async () => {
    const { body } = await list('');
    expect(idsOf(body)).toEqual(['2', '9', '10', '33']);
    expect(body.meta).toEqual({ total: 4, page: 1, per_page: 20, total_pages: 1 });
    expect(Object.keys(body.data[0])).toEqual([
      'source',
      'id',
      'slug',
      'title',
      'title_cn',
      'difficulty',
      'ac_rate',
      'rating',
      'contest',
      'problem_index',
      'tags',
      'link',
    ]);
  });

  test('B1 pages; a page past the end is empty', async () => {
    const second = await list('?page=2&per_page=3');
    expect(idsOf(second.body)).toEqual(['33']);
    expect(second.body.meta).toEqual({ total: 4, page: 2, per_page: 3, total_pages: 2 });
    const past = await list('?page=99&per_page=3');
    expect([past.status, past.body.data]).toEqual([200, []]);
    expect((await list('?search=nothing')).body.meta.total_pages).toBe(0);
  });

  test('B1 per_page is kept within 1 to 100', async () => {
    expect((await list('?per_page=0')).body.meta.per_page).toBe(1);
    expect((await list('?per_page=1000')).body.meta.per_page).toBe(100);
    expect((await list('?page=0')).body.meta.page).toBe(1);
  });

  test('B1 difficulty and tags compare without case; tags any is or, all is and', async () => {
    expect(idsOf((await list('?difficulty=hARD')).body)).toEqual(['10']);
    expect(idsOf((await list('?tags=DP,Math')).body)).toEqual(['2', '9', '10']);
    expect(idsOf((await list('?tags=dp,%20GRAPH,dp&tag_mode=all')).body)).toEqual(['10']);
    expect(idsOf((await list('?tags=,%20,')).body)).toHaveLength(4);
  });

  test.each([
    ['100%25', ['2']],
    ['%25', ['2']],
    ['_sure', ['2']],
    ['_', ['2']],
    ['\\', ['33']],
    ['NINE', ['9']],
    ['%E4%BA%8C', ['2']],
    ['3', ['33']],
    ['%20%20', ['2', '9', '10', '33']],
  ])('B1 search takes %s literally', async (query, ids) => {
    expect(idsOf((await list(`?search=${query}`)).body)).toEqual(ids);
  });

  test('B1 rating bounds leave out what has no rating', async () => {
    expect(idsOf((await list('?rating_min=1200')).body)).toEqual(['10', '33']);
    expect(idsOf((await list('?rating_max=1500')).body)).toEqual(['9', '33']);
    expect(idsOf((await list('?rating_min=-5&rating_max=1e4')).body)).toEqual(['9', '10', '33']);
  });

  test.each([
    ['?sort_order=desc', ['2', '9', '10', '33']],
    ['?sort_by=id&sort_order=desc', ['33', '10', '9', '2']],
    ['?sort_by=difficulty', ['9', '2', '10', '33']],
    ['?sort_by=difficulty&sort_order=desc', ['33', '10', '2', '9']],
    ['?sort_by=rating', ['9', '33', '10', '2']],
    ['?sort_by=rating&sort_order=desc', ['10', '33', '9', '2']],
    ['?sort_by=ac_rate', ['10', '33', '9', '2']],
  ])('B1 order %s', async (query, ids) => {
    expect(idsOf((await list(query)).body)).toEqual(ids);
  });

  test.each([
    ['?sort_by=title', 'sort_by', 'invalid sort_by: title; use id or difficulty or rating or ac_rate'],
    ['?sort_order=up', 'sort_order', 'invalid sort_order: up; use asc or desc'],
    ['?tag_mode=some', 'tag_mode', 'invalid tag_mode: some; use any or all'],
    ['?rating_min=5&rating_max=4', 'rating_min', 'rating_min must not exceed rating_max'],
    ['?rating_min=high', 'rating_min', 'invalid rating_min: high; use a number'],
    ['?page=-1', 'page', 'invalid page: -1; use a whole number'],
    ['?per_page=ten', 'per_page', 'invalid per_page: ten; use a whole number'],
  ])('B1 %s is a 400 that names the parameter', async (query, field, message) => {
    const { status, headers, body } = await list(query);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: message,
      errors: [{ field, message }],
    });
  });
});

test('B1 tags are distinct, trimmed, small and sorted', async () => {
  const judge = await temporaryJudge([
    problem({ id: '1', tags: ['Graph ', 'dp', ''] }),
    problem({ id: '2', tags: ['graph', 'DP', 'Array', 'DP'] }),
    problem({ source: 'luogu', id: 'P1', tags: ['other'] }),
  ]);
  expect((await judge.get('/api/v1/tags/leetcode')).body).toEqual(['array', 'dp', 'graph']);
  judge.store.write([problem({ id: '2', tags: ['new'] })], 'overwrite');
  expect((await judge.get('/api/v1/tags/leetcode')).body).toEqual(['dp', 'graph', 'new']);
});

test('B1 status counts each source, ordered by name', async () => {
  const judge = await temporaryJudge([
    problem({ id: '1', content: 'text' }),
    problem({ id: '2', content: ' ' }),
    problem({ source: 'atcoder', id: 'abc_a', content_cn: '文' }),
  ]);
  const { body } = await judge.get('/status');
  expect(body).toEqual({
    version: '1.2.3',
    platforms: [
      { source: 'atcoder', total: 1, missing_content: 0, not_embedded: 1 },
      { source: 'leetcode', total: 2, missing_content: 1, not_embedded: 2 },
      { source: 'quartet', total: 174, missing_content: 0, not_embedded: 174 },
    ],
  });
});

test('B1 health is well on a fresh install, and 503 without a database', async () => {
  const judge = await temporaryJudge();
  const well = await judge.get('/health');
  expect([well.status, well.body]).toEqual([
    200,
    { status: 'ok', db: true, sqlite_vec: true, vec_dimension: null, version: '1.2.3' },
  ]);
  await judge.close();
  const ill = await judge.get('/health');
  expect([ill.status, ill.body.status, ill.body.db]).toEqual([503, 'unhealthy', false]);
});
