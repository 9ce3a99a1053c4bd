import * as z from 'zod';
import type { Problem } from '../store/problem.ts';
import { shaped } from './failure.ts';
import { acceptance, bare, type FindStored, type ListedProblems, type Platform } from './platform.ts';
import type { Web } from './web.ts';

const CATEGORIES = ['algorithms', 'database', 'shell'] as const;
const NAMES = { algorithms: 'Algorithms', database: 'Database', shell: 'Shell' };
const DIFFICULTIES = ['Easy', 'Medium', 'Hard'];

const listed = z.object({
  stat_status_pairs: z.array(
    z.object({
      stat: z.object({
        frontend_question_id: z.union([z.int(), z.string()]),
        question__title: z.string(),
        question__title_slug: z.string(),
        question__hide: z.boolean(),
        total_acs: z.number(),
        total_submitted: z.number(),
      }),
      difficulty: z.object({ level: z.int().min(1).max(3) }),
      paid_only: z.boolean(),
    }),
  ),
});

const detail = z.object({
  data: z.object({
    question: z
      .object({
        questionFrontendId: z.string(),
        title: z.string(),
        translatedTitle: z.string().nullish(),
        difficulty: z.string(),
        acRate: z.number(),
        isPaidOnly: z.boolean(),
        content: z.string().nullable(),
        translatedContent: z.string().nullish(),
        similarQuestions: z.string().nullish(),
        topicTags: z.array(z.object({ name: z.string() })),
        categoryTitle: z.string(),
      })
      .nullable(),
  }),
});
const similar = z.array(z.object({ titleSlug: z.string() }));

const QUERY = `query question($titleSlug: String!) { question(titleSlug: $titleSlug) { questionFrontendId title
  translatedTitle difficulty acRate isPaidOnly content translatedContent similarQuestions topicTags { name } categoryTitle } }`;

interface LeetcodeOrigins {
  readonly site: string;
  /** Where zerotrac's estimates of ratings are. */
  readonly ratings: string;
}

const USUAL: LeetcodeOrigins = { site: 'https://leetcode.com', ratings: 'https://raw.githubusercontent.com' };

/** LeetCode: a list for each category, then the ratings that others have estimated. */
export function leetcode(origins: LeetcodeOrigins = USUAL): Platform {
  return {
    source: 'leetcode',
    gapMs: 1000,
    async *list(web, cursor, known) {
      const parts = [...CATEGORIES, 'ratings'] as const;
      const first = Math.max(
        0,
        parts.findIndex((part) => part === cursor),
      );
      for (const [at, part] of [...parts.entries()].slice(first)) {
        const progress = { next: parts[at + 1], done: at + 1, total: parts.length };
        if (part === 'ratings') yield { ...progress, adds: true, problems: await ratings(web, origins.ratings, known) };
        else yield { ...progress, problems: await category(web, origins.site, part) };
      }
    },
    statement: (web, problem) => withDetail(web, origins.site, problem),
  };
}

/** A problem with what its page tells, statement included; undefined when the site does not know it. */
export async function withDetail(web: Web, site: string, problem: Problem, percent = 1): Promise<Problem | undefined> {
  const answer = await askGraphql(web, site, QUERY, { titleSlug: problem.slug });
  const { question } = shaped(detail, answer, 'graphql question').data;
  if (question === null) return undefined;
  return {
    ...problem,
    title_cn: question.translatedTitle ?? null,
    difficulty: question.difficulty,
    ac_rate: question.acRate * percent,
    paid_only: question.isPaidOnly ? 1 : 0,
    tags: question.topicTags.map(({ name }) => name),
    category: question.categoryTitle,
    content: question.content,
    content_cn: question.translatedContent ?? null,
    similar_questions: similarTo(question.similarQuestions),
  };
}

/** Asks a site of LeetCode by GraphQL, as its own pages do: without a referer it refuses. */
export function askGraphql(web: Web, site: string, query: string, variables: object): Promise<unknown> {
  return web.json(`${site}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', referer: `${site}/problemset/` },
    body: JSON.stringify({ query, variables }),
  });
}

async function category(
  web: Web,
  site: string,
  name: (typeof CATEGORIES)[number],
): Promise<ListedProblems['problems']> {
  const headers = { 'x-requested-with': 'XMLHttpRequest', referer: `${site}/problemset/` };
  const answer = await web.json(`${site}/api/problems/${name}/`, { headers });
  const { stat_status_pairs } = shaped(listed, answer, `api/problems/${name}`);
  const visible = stat_status_pairs.filter(({ stat }) => !stat.question__hide);
  return visible.map(({ stat, difficulty, paid_only }) =>
    bare({
      source: 'leetcode',
      id: String(stat.frontend_question_id),
      slug: stat.question__title_slug,
      title: stat.question__title,
      link: `https://leetcode.com/problems/${stat.question__title_slug}/`,
      difficulty: DIFFICULTIES[difficulty.level - 1] ?? null,
      ac_rate: acceptance(stat.total_acs, stat.total_submitted),
      paid_only: paid_only ? 1 : 0,
      category: NAMES[name],
    }),
  );
}

async function ratings(web: Web, origin: string, known: FindStored): Promise<Problem[]> {
  const text = await web.text(`${origin}/zerotrac/leetcode_problem_rating/main/ratings.txt`);
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  shaped(z.tuple([z.literal('Rating'), z.literal('ID')], z.string()), head.split('\t'), 'the head of ratings.txt');
  const row = z.tuple(
    [z.string().regex(/^\d+(\.\d+)?$/, 'no number'), z.string(), z.string(), z.string(), z.string()],
    z.string(),
  );
  return lines.flatMap((line, at) => {
    const [rating, , , titleCn, slug, contest, index] = shaped(row, line.split('\t'), `line ${at + 2} of ratings.txt`);
    const problem = known(slug);
    if (problem === undefined) return [];
    const estimate = { rating: Number(rating), contest: contest ?? null, problem_index: index ?? null };
    return [{ ...problem, ...estimate, title_cn: problem.title_cn ?? titleCn }];
  });
}

function similarTo(text: string | null | undefined): string[] {
  if (!text) return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    list = text;
  }
  return shaped(similar, list, 'similarQuestions').map(({ titleSlug }) => titleSlug);
}
