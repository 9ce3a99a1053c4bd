import { json, redirect } from '../../harness/oj/judge-answers.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';
import type { Attack } from './attack.ts';
import { flood } from './floods.ts';

const SECRET = 'what only this machine may see';
/** A service of this machine that the judge would like to read. */
let inner: JudgeServer;

export const redirectingJudge: Attack = {
  over: 'http',
  rule: 'a judge that redirects to another origin gets nothing from there',
  async prepare() {
    const judge = await JudgeServer.start();
    inner = await JudgeServer.start();
    inner.answers(json({ title: SECRET, error: SECRET }));
    const places = [inner.origin, inner.origin.replace('127.0.0.1', 'localhost'), 'file:///etc/passwd'];
    let turn = 0;
    judge.answers((response, request) =>
      redirect(`${places[turn++ % places.length]}${request.url}`)(response, request),
    );
    const end = async () => void (await Promise.all([judge.close(), inner.close()]));
    return { options: ['--base-url', judge.origin, '--token', 'judge-token'], end };
  },
  async run({ call, times }) {
    const problem = { source: 'leetcode', id: '1' };
    const questions: [string, object][] = [
      ['get_problem', problem],
      ['find_similar_problems', problem],
      ['get_daily_challenge', {}],
      ['resolve_problem', { query: 'two sum' }],
      ['get_platform_status', {}],
    ];
    await flood(Math.max(15, times(200)), 4, async (index) => {
      const [tool, args] = questions[index % questions.length] ?? ['get_problem', problem];
      const { text } = await call(tool, args);
      if (text.includes(SECRET) || text.includes('root:')) throw new Error(`${tool} showed what is elsewhere: ${text}`);
    });
    if (inner.requests.length > 0) throw new Error(`${inner.requests.length} requests were sent elsewhere`);
  },
};
