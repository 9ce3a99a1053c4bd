import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { segment } from '../arguments.ts';
import { presentProblem, problemFields } from '../problem.ts';
import { readReply } from '../replies.ts';
import { problemShape } from '../shapes.ts';
import { lookup, type OjCall } from '../world.ts';

export const getProblem = defineTool({
  name: 'get_problem',
  title: 'Get a problem',
  description:
    'Fetches one programming problem by platform and id: title, difficulty, tags, acceptance rate, link and the statement as Markdown. ' +
    'If you only have a URL, a slug or a name like CF1920A, use resolve_problem.',
  input: z.object({
    source: z.string().describe('Platform: leetcode, codeforces, atcoder, luogu, spoj or quartet'),
    id: z.string().describe('Its id there, such as 1 or 1920A'),
  }),
  output: problemFields,
  annotations: lookup,
  run: async ({ source, id }, { world, signal }: OjCall) => {
    const path = `/api/v1/problems/${segment('source', source)}/${segment('id', id)}`;
    return presentProblem(readReply(await world.judge.get(path, signal), problemShape), source.trim());
  },
});
