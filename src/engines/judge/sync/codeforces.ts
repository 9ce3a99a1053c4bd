import * as z from 'zod';
import { SyncFailure, shaped } from './failure.ts';
import { innerHtml } from './html.ts';
import { bare, type Platform } from './platform.ts';
import type { Web } from './web.ts';

const envelope = z.object({ status: z.string(), comment: z.string().optional(), result: z.unknown() });

const problemset = z.object({
  problems: z.array(
    z.object({
      contestId: z.int().optional(),
      index: z.string(),
      name: z.string(),
      type: z.string(),
      rating: z.number().optional(),
      tags: z.array(z.string()),
    }),
  ),
});

const contests = z.array(z.object({ id: z.int(), name: z.string() }));

/** Codeforces: its list comes in one answer, the names of contests in another. */
export function codeforces(origin = 'https://codeforces.com'): Platform {
  return {
    source: 'codeforces',
    gapMs: 2000,
    async *list(web) {
      const { problems } = shaped(problemset, await ask(web, origin, 'problemset.problems'), 'problemset.problems');
      const named = shaped(contests, await ask(web, origin, 'contest.list?gym=false'), 'contest.list');
      const names = new Map(named.map(({ id, name }) => [id, name]));
      // Problems of other sets, such as those of ACM contests, have no contest and so no id.
      const known = problems.filter(({ contestId }) => contestId !== undefined);
      yield {
        problems: known.map(({ contestId = 0, index, name, type, rating = null, tags }) =>
          bare({
            source: 'codeforces',
            id: `${contestId}${index}`,
            slug: `${contestId}${index}`.toLowerCase(),
            title: name,
            link: `https://codeforces.com/contest/${contestId}/problem/${index}`,
            rating,
            tags,
            contest: names.get(contestId) ?? String(contestId),
            problem_index: index,
            category: type,
          }),
        ),
        next: undefined,
        done: known.length,
        total: known.length,
      };
    },
    async statement(web, problem) {
      const contest = problem.id.slice(0, problem.id.length - (problem.problem_index ?? '').length);
      const page = await web.text(`${origin}/contest/${contest}/problem/${problem.problem_index}?locale=en`);
      const statement = innerHtml(page, ({ name, classes }) => name === 'div' && classes.includes('problem-statement'));
      return statement === undefined ? undefined : { ...problem, content: plainMath(statement) };
    },
  };
}

async function ask(web: Web, origin: string, method: string): Promise<unknown> {
  const { status, comment, result } = shaped(envelope, await web.json(`${origin}/api/${method}`), method);
  if (status === 'OK') return result;
  throw new SyncFailure(`Codeforces refused ${method}: ${comment ?? status}`);
}

/** Formulas stand between three dollar signs there, or in scripts. */
function plainMath(html: string): string {
  return html
    .replace(/<script type="math\/tex[^"]*">([\s\S]*?)<\/script>/g, (_, tex: string) => `$${tex}$`)
    .replace(/\$\$\$\$\$\$([\s\S]*?)\$\$\$\$\$\$/g, (_, tex: string) => `$$${tex}$$`)
    .replace(/\$\$\$([\s\S]*?)\$\$\$/g, (_, tex: string) => `$${tex}$`);
}
