import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { rotationIndex } from '../catalogue/rotation.ts';
import type { DailyFetcher } from '../daily/challenges.ts';
import { daily, NOON } from '../store/testing/problems.ts';
import { temporaryJudge } from '../testing/judge.ts';

const PATH = '/api/v1/daily';

/** A platform that answers when the test lets it, and counts how often it was asked. */
function platform() {
  const asked: string[] = [];
  const waiting: { give: () => void; fail: () => void }[] = [];
  const fetcher: DailyFetcher = (domain, date) =>
    new Promise((resolve, reject) => {
      asked.push(`${domain}:${date}`);
      waiting.push({ give: resolve, fail: () => reject(new Error('the platform is down')) });
    });
  return { asked, waiting, fetcher };
}

/** Lets everything that is ready to go on do so. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function judgeWith(fetchDaily: DailyFetcher, waitMs = 10_000) {
  const clock = { now: NOON };
  const failures: unknown[] = [];
  const judge = await temporaryJudge([], {
    fetchDaily,
    dailyWaitMs: waitMs,
    now: () => clock.now,
    onFailure: (failure) => failures.push(failure),
  });
  const pass = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
  };
  return { ...judge, pass, failures };
}

describe('B2 which day is meant', () => {
  test('B2.1 the default domain is com; the source is another name for it', async () => {
    const { get } = await temporaryJudge();
    expect((await get(PATH)).body.domain).toBe('com');
    expect((await get(`${PATH}?source=leetcode.cn`)).body.domain).toBe('cn');
    expect((await get(`${PATH}?source=leetcode.cn&domain=cn`)).body.domain).toBe('cn');
  });

  test.each([
    ['?domain=org', 'invalid domain: org; use com or cn'],
    ['?domain=COM', 'invalid domain: COM; use com or cn'],
    ['?source=codeforces', 'invalid source: codeforces; use leetcode.com or leetcode.cn or quartet'],
    ['?source=leetcode.cn&domain=com', 'source leetcode.cn and domain com disagree; give one of them'],
    ['?async=perhaps', 'invalid async: perhaps; use true or false'],
  ])('B2.1 %s is a 400', async (query, detail) => {
    const { get } = await temporaryJudge();
    const { status, body } = await get(PATH + query);
    expect([status, body.detail]).toEqual([400, detail]);
  });

  test('B2.2 today is by UTC for com and by UTC+8 for cn', async () => {
    const { get } = await temporaryJudge([], { now: () => new Date('2026-11-16T16:30:00Z') });
    expect((await get(PATH)).body.date).toBe('2026-11-16');
    expect((await get(`${PATH}?domain=cn`)).body.date).toBe('2026-11-17');
    expect((await get(`${PATH}?domain=cn&date=2026-11-17`)).status).toBe(200);
    expect((await get(`${PATH}?domain=com&date=2026-11-17`)).status).toBe(400);
  });

  test.each([
    ['2026-1-5', 'invalid date: 2026-1-5; use YYYY-MM-DD'],
    ['today', 'invalid date: today; use YYYY-MM-DD'],
    ['2026-02-29', 'invalid date: 2026-02-29; the calendar has no such day'],
    ['2026-13-01', 'invalid date: 2026-13-01; the calendar has no such day'],
    ['2020-03-31', 'invalid date: 2020-03-31; daily challenges begin on 2020-04-01'],
    ['2026-11-17', 'invalid date: 2026-11-17; today is 2026-11-16 in UTC'],
  ])('B2.3 the date %s is a 400 with a text of its own', async (date, detail) => {
    const { get } = await temporaryJudge();
    const { status, body } = await get(`${PATH}?date=${date}`);
    expect([status, body.detail, body.errors[0].field]).toEqual([400, detail, 'date']);
  });

  test('B2.3 the first day and today can be had, and the leap day', async () => {
    const { get } = await temporaryJudge();
    for (const date of ['2020-04-01', '2024-02-29', '2026-11-16'])
      expect((await get(`${PATH}?date=${date}`)).status).toBe(200);
  });
});

describe('B2 fetching', () => {
  test('B2.4 a stored row is given at once, with an id that is a text and without a source', async () => {
    const { asked, fetcher } = platform();
    const { get, store } = await judgeWith(fetcher);
    store.putDaily([daily('2026-11-16', 'com', { id: '42', tags: ['dp'] })]);
    const { status, body } = await get(PATH);
    expect(status).toBe(200);
    expect(body).toMatchObject({ date: '2026-11-16', domain: 'com', id: '42', tags: ['dp'], similar_questions: [] });
    expect(body).not.toHaveProperty('source');
    expect(asked).toEqual([]);
  });

  test('B2.5 however many ask, one fetch runs for a day', async () => {
    const { asked, waiting, fetcher } = platform();
    const { get, store } = await judgeWith(fetcher);
    const answers = [get(PATH), get(PATH), get(`${PATH}?domain=com`), get(`${PATH}?domain=cn`)];
    await turn();
    expect(asked).toEqual(['com:2026-11-16', 'cn:2026-11-16']);
    store.putDaily([daily('2026-11-16', 'com', { id: '7' }), daily('2026-11-16', 'cn', { id: '8' })]);
    for (const { give } of waiting) give();
    expect((await Promise.all(answers)).map(({ body }) => body.id)).toEqual(['7', '7', '7', '8']);
  });

  test('B2.5 a failure keeps the day from being fetched again for 30 s', async () => {
    const { asked, waiting, fetcher } = platform();
    const { get, pass, failures } = await judgeWith(fetcher);
    const first = get(PATH);
    await turn();
    waiting[0]?.fail();
    expect((await first).body).toEqual({ status: 'fetching', retry_after: 30 });
    expect(failures).toHaveLength(1);
    pass(12.5);
    const second = await get(PATH);
    expect([second.status, second.body.retry_after, second.headers.get('retry-after')]).toEqual([202, 18, '18']);
    expect(asked).toHaveLength(1);
    pass(18);
    await get(`${PATH}?async=true`);
    expect(asked).toHaveLength(2);
  });

  test('B2.5 a fetch that brings nothing counts as failed', async () => {
    const { get } = await judgeWith(async () => {});
    expect((await get(PATH)).status).toBe(202);
    expect((await get(PATH)).body.retry_after).toBe(30);
  });

  test('B2.6 with async=true nobody waits', async () => {
    const { asked, fetcher } = platform();
    const { get } = await judgeWith(fetcher);
    const { status, body } = await get(`${PATH}?async=true`);
    expect([status, body]).toEqual([202, { status: 'fetching', retry_after: 30 }]);
    expect(asked).toHaveLength(1);
  });

  test('B2.6 the wait has a limit; the fetch goes on behind it', async () => {
    const { waiting, fetcher } = platform();
    const { get, store } = await judgeWith(fetcher, 5);
    expect((await get(PATH)).status).toBe(202);
    store.putDaily([daily('2026-11-16', 'com')]);
    waiting[0]?.give();
    expect((await get(PATH)).status).toBe(200);
  });

  test('B2.6 a job that hangs is forgotten after 60 s', async () => {
    const { asked, fetcher } = platform();
    const { get, pass } = await judgeWith(fetcher);
    await get(`${PATH}?async=true`);
    pass(59);
    await get(`${PATH}?async=true`);
    expect(asked).toHaveLength(1);
    pass(1);
    await get(`${PATH}?async=true`);
    expect(asked).toHaveLength(2);
  });
});

describe('the daily problem of the catalogue', () => {
  test('is given when there is nothing to fetch from, and says its source', async () => {
    const { get } = await temporaryJudge();
    const problems = await loadCatalogue();
    const { body } = await get(`${PATH}?date=2026-11-15`);
    const expected = problems[rotationIndex('2026-11-15', problems.length)];
    expect(body).toMatchObject({ source: 'quartet', date: '2026-11-15', slug: expected?.slug });
  });

  test('can be asked for by name beside a platform', async () => {
    const { asked, fetcher } = platform();
    const { get } = await judgeWith(fetcher);
    expect((await get(`${PATH}?source=quartet`)).body.source).toBe('quartet');
    expect(asked).toEqual([]);
  });
});
