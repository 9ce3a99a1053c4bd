import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a path answers: a status, a text, or something that becomes JSON. */
export type Fixture = number | string | object | ((request: IncomingMessage, body: string) => unknown);

interface Mirror {
  readonly origin: string;
  readonly requests: string[];
  close(): void;
}

/** A copy of a platform on loopback; what it does not have is a 404. */
export async function startMirror(fixtures: Readonly<Record<string, Fixture>>, fixedPort = 0): Promise<Mirror> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const url = request.url ?? '';
      requests.push(url);
      const fixture = fixtures[url] ?? fixtures[url.split('?')[0] ?? ''] ?? 404;
      const answer: unknown = typeof fixture === 'function' ? fixture(request, body) : fixture;
      if (typeof answer === 'number') response.writeHead(answer).end('no');
      else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  }).listen(fixedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const CODEFORCES: Record<string, Fixture> = {
  '/api/problemset.problems': {
    status: 'OK',
    result: {
      problems: [
        {
          contestId: 1920,
          index: 'A',
          name: 'Satisfying Constraints',
          type: 'PROGRAMMING',
          points: 500,
          rating: 800,
          tags: ['greedy', 'math'],
        },
        { contestId: 1920, index: 'F2', name: 'Smooth Sailing', type: 'PROGRAMMING', tags: [] },
        { problemsetName: 'acmsguru', index: '100', name: 'A+B', type: 'PROGRAMMING', tags: [] },
      ],
      problemStatistics: [{ contestId: 1920, index: 'A', solvedCount: 30000 }],
    },
  },
  '/api/contest.list': { status: 'OK', result: [{ id: 1920, name: 'Codeforces Round 919', phase: 'FINISHED' }] },
  '/contest/1920/problem/A':
    '<html><div class="problemindexholder"><div class="ttypography"><div class="problem-statement"><div class="header"><div class="title">A. Satisfying Constraints</div></div><div><p>Given $$$n$$$ constraints<br>on $$$k \\ge 1$$$.</p></div></div></div><p>after</p></div></html>',
  '/contest/1920/problem/F2': '<html>no statement here</html>',
};

export const ATCODER: Record<string, Fixture> = {
  '/atcoder/resources/problems.json': [
    {
      id: 'abc300_a',
      contest_id: 'abc300',
      problem_index: 'A',
      name: 'N-choice question',
      title: 'A. N-choice question',
    },
    { id: 'agc001_f', contest_id: 'agc001', problem_index: 'F', name: 'Wide Swap', title: 'F. Wide Swap' },
    { id: 'old_1', contest_id: 'old', problem_index: '1', name: 'Old', title: '1. Old' },
  ],
  '/atcoder/resources/problem-models.json': {
    abc300_a: { difficulty: -847, is_experimental: false },
    agc001_f: { difficulty: 3387, is_experimental: true },
    other_z: { is_experimental: true },
  },
  '/contests/abc300/tasks/abc300_a?lang=en':
    '<div id="task-statement"><span class="lang"><span class="lang-ja"><p>問題</p></span><span class="lang-en"><h3>Problem Statement</h3><p>Find <var>A+B</var>.</p></span></span></div>',
  '/contests/agc001/tasks/agc001_f?lang=en':
    '<div id="task-statement"><span class="lang"><span class="lang-ja">x</span></span></div>',
  '/contests/agc001/tasks/agc001_f?lang=ja':
    '<div id="task-statement"><span class="lang"><span class="lang-ja"><p><var>N</var> 個</p></span></span></div>',
  '/contests/old/tasks/old_1?lang=en': '<p>nothing</p>',
  '/contests/old/tasks/old_1?lang=ja': '<div id="task-statement"><p>古い</p></div>',
};

const pair = (id: number | string, slug: string, level: number, more: { hide?: boolean; paid?: boolean } = {}) => ({
  stat: {
    question_id: 9,
    frontend_question_id: id,
    question__title: slug.toUpperCase(),
    question__title_slug: slug,
    question__hide: more.hide ?? false,
    total_acs: 50,
    total_submitted: 200,
  },
  difficulty: { level },
  paid_only: more.paid ?? false,
});

const QUESTIONS: Record<string, object | null> = {
  'two-sum': {
    questionFrontendId: '1',
    title: 'Two Sum',
    translatedTitle: '两数之和',
    difficulty: 'Easy',
    acRate: 57.5,
    isPaidOnly: false,
    content: '<p>Add two.</p>',
    translatedContent: '<p>两个</p>',
    similarQuestions: '[{"title":"3Sum","titleSlug":"3sum","difficulty":"Medium"}]',
    topicTags: [{ name: 'Array' }],
    categoryTitle: 'Algorithms',
  },
  locked: {
    questionFrontendId: '2',
    title: 'Locked',
    difficulty: 'Hard',
    acRate: 10,
    isPaidOnly: true,
    content: null,
    similarQuestions: '[]',
    topicTags: [],
    categoryTitle: 'Algorithms',
  },
  tables: null,
};

export const LEETCODE: Record<string, Fixture> = {
  '/api/problems/algorithms/': {
    stat_status_pairs: [
      pair(1, 'two-sum', 1),
      pair(2, 'locked', 3, { paid: true }),
      pair(3, 'secret', 2, { hide: true }),
    ],
  },
  '/api/problems/database/': { stat_status_pairs: [pair(175, 'tables', 1)] },
  '/api/problems/shell/': { stat_status_pairs: [] },
  '/zerotrac/leetcode_problem_rating/main/ratings.txt':
    'Rating\tID\tTitle\tTitle ZH\tTitle Slug\tContest Slug\tProblem Index\n1234.5\t1\tTwo Sum\t两数之和\ttwo-sum\tweekly-contest-1\tQ1\n2000\t9\tElse\t别\telse\tweekly-contest-2\tQ4\n',
  '/graphql': (_: IncomingMessage, body: string) => ({
    data: { question: QUESTIONS[(JSON.parse(body) as { variables: { titleSlug: string } }).variables.titleSlug] },
  }),
};

/** Luogu with this many problems. */
export function luoguWith(count: number): Record<string, Fixture> {
  const problems = Array.from({ length: count }, (_, i) => ({
    pid: `P${1000 + i}`,
    title: `第 ${i} 题`,
    difficulty: i % 8,
    tags: i % 2 ? [1] : [1, 42],
    totalSubmit: i * 3,
    totalAccepted: i,
  }));
  return {
    '/_lfe/tags/zh-CN': { tags: [{ id: 1, name: '模拟', type: 2, parent: null }], types: [], version: 1 },
    '/problem/list': (request) => {
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'));
      const context = { data: { problems: { count, result: problems.slice((page - 1) * 50, page * 50) } } };
      // As JSON to a client that asks for it, and inside of the page to others.
      return page % 2
        ? context
        : `<html><script id="lentille-context" type="application/json">${JSON.stringify(context)}</script></html>`;
    },
    ...Object.fromEntries(
      problems.map(({ pid }) => [
        `/problem/${pid}`,
        {
          data: {
            problem: {
              pid,
              content: { background: '', description: `描述 ${pid}`, formatI: '两个数', formatO: '和', hint: null },
              samples: [['1 2\n', '3\n']],
            },
          },
        },
      ]),
    ),
  };
}
