import type { IncomingMessage } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NOON, problem } from '../store/testing/problems.ts';
import { type Fixture, startMirror } from '../sync/testing/platforms.ts';
import { Web } from '../sync/web.ts';
import { temporaryJudge } from '../testing/judge.ts';
import { leetcodeDaily } from './leetcode.ts';

interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const challenge = (date: string, id: string, acRate: number) => ({
  date,
  link: `/problems/slug-${id}/`,
  question: {
    questionFrontendId: id,
    title: `Title ${id}`,
    titleSlug: `slug-${id}`,
    acRate,
    difficulty: id === '3' ? 'MEDIUM' : 'Easy',
    topicTags: [{ name: 'Array' }],
  },
});

const detail = (slug: string, acRate: number) => ({
  questionFrontendId: slug.slice(5),
  title: `Title ${slug.slice(5)}`,
  translatedTitle: '题',
  difficulty: 'Easy',
  acRate,
  isPaidOnly: false,
  content: `<p>Statement of ${slug}</p>`,
  translatedContent: '<p>题目</p>',
  similarQuestions: '[{"titleSlug":"3sum"}]',
  topicTags: [{ name: 'Array' }, { name: 'Hash Table' }],
  categoryTitle: 'Algorithms',
});

const COM = {
  activeDailyCodingChallengeQuestion: challenge('2026-11-16', '1', 57.5),
  dailyCodingChallengeV2: {
    challenges: [challenge('2026-10-01', '2', 40), challenge('2026-10-02', '3', 50), challenge('2026-10-03', '4', 60)],
    weeklyChallenges: [],
  },
};
const CN = {
  todayRecord: [challenge('2026-11-16', '1', 0.575)],
  dailyQuestionRecords: [challenge('2026-10-02', '3', 0.5)],
};

/** A site that answers GraphQL from these members, and remembers what it was asked. */
function site(members: Readonly<Record<string, unknown>>, acRate = 57.5) {
  const asked: Asked[] = [];
  const fixtures: Record<string, Fixture> = {
    '/graphql': (_: IncomingMessage, body: string) => {
      const { query, variables } = JSON.parse(body) as Asked;
      asked.push({ query, variables });
      if (query.includes('question(titleSlug'))
        return { data: { question: detail(String(variables.titleSlug), acRate) } };
      return { data: Object.fromEntries(Object.entries(members).filter(([name]) => query.includes(name))) };
    },
  };
  return { asked, fixtures };
}

async function judgeOn(fixtures: Record<string, Fixture>, problems = [] as Parameters<typeof temporaryJudge>[0]) {
  const mirror = await startMirror(fixtures);
  onTestFinished(mirror.close);
  const clock = { now: NOON };
  const failures: Error[] = [];
  const now = () => clock.now;
  const web = new Web({ gapMs: 0, tries: 1, timeLimitMs: 5000, now, sleep: async () => {} });
  const judge = await temporaryJudge(problems, {
    now,
    fetchDaily: leetcodeDaily(web, now, { com: mirror.origin, cn: mirror.origin }),
    onFailure: (failure) => failures.push(failure as Error),
  });
  const pass = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
  };
  return { ...judge, mirror, failures, pass };
}

describe("LeetCode's challenge of the day", () => {
  test('B2.5, B6 today: its own query and the statement, then from the store', async () => {
    const { asked, fixtures } = site(COM);
    const { get } = await judgeOn(fixtures);
    const first = await get('/api/v1/daily');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      date: '2026-11-16',
      domain: 'com',
      id: '1',
      slug: 'slug-1',
      title: 'Title 1',
      difficulty: 'Easy',
      ac_rate: 57.5,
      tags: ['Array', 'Hash Table'],
      link: 'https://leetcode.com/problems/slug-1/',
      content: '<p>Statement of slug-1</p>',
      similar_questions: ['3sum'],
    });
    expect(first.body).not.toHaveProperty('source');
    expect((await get('/api/v1/daily')).body).toEqual(first.body);
    expect(asked.map(({ variables }) => variables)).toEqual([{}, { titleSlug: 'slug-1' }]);
  });

  test('B2.5, B6 another day: by its month, of which the days with known statements are stored too', async () => {
    const { asked, fixtures } = site(COM);
    const known = problem({ id: '4', slug: 'slug-4', content: '<p>Known</p>', rating: 1500 });
    const { get } = await judgeOn(fixtures, [known]);
    const { body } = await get('/api/v1/daily?date=2026-10-02');
    expect(body).toMatchObject({ id: '3', difficulty: 'Easy', content: '<p>Statement of slug-3</p>' });
    expect(asked.map(({ variables }) => variables)).toEqual([{ year: 2026, month: 10 }, { titleSlug: 'slug-3' }]);
    const other = await get('/api/v1/daily?date=2026-10-03');
    expect(other.body).toMatchObject({ id: '4', content: '<p>Known</p>', rating: 1500, ac_rate: 60 });
    expect(asked).toHaveLength(2);
  });

  test('B6 the Chinese site: other names, fractions for rates, its own links', async () => {
    const { asked, fixtures } = site(CN, 0.575);
    const { get } = await judgeOn(fixtures);
    const today = await get('/api/v1/daily?domain=cn');
    expect(today.body).toMatchObject({
      domain: 'cn',
      id: '1',
      title_cn: '题',
      content_cn: '<p>题目</p>',
      link: 'https://leetcode.cn/problems/slug-1/',
    });
    expect(today.body.ac_rate).toBeCloseTo(57.5);
    expect((await get('/api/v1/daily?domain=cn&date=2026-10-02')).body).toMatchObject({ id: '3' });
    expect(asked.map(({ query }) => /todayRecord|dailyQuestionRecords|titleSlug: String/.exec(query)?.[0])).toEqual([
      'todayRecord',
      'titleSlug: String',
      'dailyQuestionRecords',
      'titleSlug: String',
    ]);
  });

  test('B6 a site that is a day behind is asked for the month', async () => {
    const month = { challenges: [challenge('2026-11-16', '9', 50)] };
    const { fixtures } = site({
      activeDailyCodingChallengeQuestion: challenge('2026-11-15', '8', 1),
      dailyCodingChallengeV2: month,
    });
    const { get } = await judgeOn(fixtures);
    expect((await get('/api/v1/daily')).body.id).toBe('9');
  });

  const { titleSlug: _, ...slugless } = challenge('2026-11-16', '1', 1).question;
  test.each([
    ['', { activeDailyCodingChallengeQuestion: { date: '2026-11-16', question: slugless } }, 'question.titleSlug'],
    ['?date=2026-10-02', { dailyCodingChallengeV2: {} }, 'data.dailyCodingChallengeV2.challenges'],
    ['?domain=cn', { todayRecord: { ...challenge('2026-11-16', '1', 1), date: 7 } }, 'data.todayRecord[0].date'],
    ['?domain=cn&date=2026-10-02', { dailyQuestionRecords: null }, 'data.dailyQuestionRecords'],
  ])('B6 an answer of another shape is refused by its field: %s', async (query, members, field) => {
    const { get, failures, store } = await judgeOn(site(members).fixtures);
    expect((await get(`/api/v1/daily${query}`)).status).toBe(202);
    expect(failures[0]?.message).toContain(field);
    expect(store.daily('com', '2026-11-16')).toBeUndefined();
  });

  test('B2.5 a site that refuses is a 202, and rests for 30 s', async () => {
    const { get, mirror, failures } = await judgeOn({ '/graphql': 403 });
    expect((await get('/api/v1/daily')).body).toEqual({ status: 'fetching', retry_after: 30 });
    expect((await get('/api/v1/daily')).status).toBe(202);
    expect(mirror.requests).toHaveLength(1);
    expect(failures[0]?.message).toContain('answered 403');
  });

  test('without a network the catalogue has a problem at once, until there is one', async () => {
    const { fixtures } = site(COM);
    const { get, mirror, pass, failures } = await judgeOn(fixtures);
    const { port } = new URL(mirror.origin);
    mirror.close();
    const first = await get('/api/v1/daily');
    expect([first.status, first.body.source]).toEqual([200, 'quartet']);
    expect((await get('/api/v1/daily')).body).toEqual(first.body);
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('could not be reached')]);
    const back = await startMirror(fixtures, Number(port));
    onTestFinished(back.close);
    pass(31);
    expect((await get('/api/v1/daily')).body).toMatchObject({ id: '1', title: 'Title 1' });
  });
});
