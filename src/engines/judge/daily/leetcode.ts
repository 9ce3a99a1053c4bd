import * as z from 'zod';
import type { Daily, Problem } from '../store/problem.ts';
import { shaped } from '../sync/failure.ts';
import { askGraphql, withDetail } from '../sync/leetcode.ts';
import { bare } from '../sync/platform.ts';
import type { Web } from '../sync/web.ts';
import type { DailyFetcher } from './challenges.ts';
import { type Domain, todayOf } from './domains.ts';

const record = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'no date'),
  question: z.object({
    questionFrontendId: z.string(),
    title: z.string(),
    translatedTitle: z.string().nullish(),
    titleSlug: z.string(),
    acRate: z.number(),
    difficulty: z.string(),
    topicTags: z.array(z.object({ name: z.string() })),
  }),
});
type Challenge = z.output<typeof record>;

const RECORD = 'date question { questionFrontendId title titleSlug acRate difficulty topicTags { name } }';
const MONTH = '$year: Int!, $month: Int!';

// Each site has its own names for the challenge of today and for those of a month.
const QUERIES = {
  com: {
    today: `query { activeDailyCodingChallengeQuestion { ${RECORD} } }`,
    todayShape: z.object({ data: z.object({ activeDailyCodingChallengeQuestion: record }) }),
    month: `query month(${MONTH}) { dailyCodingChallengeV2(year: $year, month: $month) { challenges { ${RECORD} } } }`,
    monthShape: z.object({ data: z.object({ dailyCodingChallengeV2: z.object({ challenges: z.array(record) }) }) }),
  },
  cn: {
    today: `query { todayRecord { ${RECORD.replace('title ', 'title translatedTitle ')} } }`,
    todayShape: z.object({ data: z.object({ todayRecord: z.preprocess(asList, z.array(record)) }) }),
    month: `query month(${MONTH}) { dailyQuestionRecords(year: $year, month: $month) { ${RECORD.replace('title ', 'title translatedTitle ')} } }`,
    monthShape: z.object({ data: z.object({ dailyQuestionRecords: z.array(record) }) }),
  },
} as const;

/** Where the two sites are. */
type LeetcodeSites = Readonly<Record<Domain, string>>;

const USUAL: LeetcodeSites = { com: 'https://leetcode.com', cn: 'https://leetcode.cn' };

/**
 * Fetches LeetCode's challenges: today's by a query of its own, any other by its month. The day that was asked for gets its statement; of the
 * others those are stored whose statements are known already.
 */
export function leetcodeDaily(web: Web, now: () => Date, sites: LeetcodeSites = USUAL): DailyFetcher {
  return async (domain, date, store) => {
    const site = sites[domain];
    const found = await challengesAround(web, site, domain, date, todayOf(domain, now()));
    const known = (slug: string) => store.bySlug('leetcode', slug);
    const days: Daily[] = [];
    for (const challenge of found) {
      const stored = known(challenge.question.titleSlug);
      const problem = problemOf(challenge, domain, stored);
      if (hasStatement(problem, domain)) days.push(dailyOf(challenge, domain, problem));
      else if (challenge.date === date) {
        const detailed = (await withDetail(web, site, problem, percentOf(domain))) ?? problem;
        days.push(dailyOf(challenge, domain, detailed));
      }
    }
    store.putDaily(days);
  };
}

async function challengesAround(
  web: Web,
  site: string,
  domain: Domain,
  date: string,
  today: string,
): Promise<readonly Challenge[]> {
  if (date === today) {
    const current = await todays(web, site, domain);
    // At midnight a site may be a moment behind.
    if (current.some((challenge) => challenge.date === date)) return current;
  }
  const [year, month] = date.split('-').map(Number);
  const answer = await askGraphql(web, site, QUERIES[domain].month, { year, month });
  if (domain === 'com') {
    return shaped(QUERIES.com.monthShape, answer, 'graphql dailyCodingChallengeV2').data.dailyCodingChallengeV2
      .challenges;
  }
  return shaped(QUERIES.cn.monthShape, answer, 'graphql dailyQuestionRecords').data.dailyQuestionRecords;
}

async function todays(web: Web, site: string, domain: Domain): Promise<readonly Challenge[]> {
  const answer = await askGraphql(web, site, QUERIES[domain].today, {});
  if (domain === 'com') {
    const { data } = shaped(QUERIES.com.todayShape, answer, 'graphql activeDailyCodingChallengeQuestion');
    return [data.activeDailyCodingChallengeQuestion];
  }
  return shaped(QUERIES.cn.todayShape, answer, 'graphql todayRecord').data.todayRecord;
}

function problemOf({ question }: Challenge, domain: Domain, stored: Problem | undefined): Problem {
  const { questionFrontendId: id, titleSlug: slug, title, translatedTitle, acRate, topicTags } = question;
  const known = stored ?? bare({ source: 'leetcode', id, slug, title, link: null });
  return {
    ...known,
    id,
    title,
    title_cn: translatedTitle ?? known.title_cn,
    difficulty: capitalised(question.difficulty),
    ac_rate: acRate * percentOf(domain),
    tags: topicTags.map(({ name }) => name),
    link: `${USUAL[domain]}/problems/${slug}/`,
  };
}

function dailyOf({ date }: Challenge, domain: Domain, problem: Problem): Daily {
  const { source: _, ...fields } = problem;
  return { date, domain, ...fields };
}

const hasStatement = ({ content, content_cn }: Problem, domain: Domain) =>
  (domain === 'com' ? content : content_cn) !== null;

/** The rate of acceptance is in percent at one site and a fraction at the other. */
const percentOf = (domain: Domain) => (domain === 'com' ? 1 : 100);

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();

function asList(value: unknown): unknown {
  return Array.isArray(value) ? value : [value];
}
