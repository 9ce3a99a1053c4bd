import * as z from 'zod';
import { ToolFailure } from '../../../kernel/errors.ts';
import { defineTool } from '../../../kernel/tool.ts';
import { segment } from '../arguments.ts';
import { presentProblem, problemFields } from '../problem.ts';
import { readReply } from '../replies.ts';
import { resolvedShape } from '../shapes.ts';
import { lookup, type OjCall } from '../world.ts';

export const resolveProblem = defineTool({
  name: 'resolve_problem',
  title: 'Resolve a problem',
  description:
    'Finds the problem behind a URL, a slug or an id in any common spelling (https://leetcode.com/problems/two-sum/, two-sum, CF1920A, ' +
    'abc300_a, leetcode:1) and returns it like get_problem.',
  input: z.object({ query: z.string().describe('URL, slug or id of a problem') }),
  output: problemFields,
  annotations: lookup,
  run: async ({ query }, { world, signal }: OjCall) => {
    const path = `/api/v1/resolve/${segment('query', query)}`;
    const { source, id, problem } = readReply(await world.judge.get(path, signal), resolvedShape);
    if (problem) return presentProblem(problem, source ?? 'N/A');
    throw new ToolFailure(
      `The judge takes this for problem ${id ?? 'unknown'} of ${source ?? 'unknown'}, but does not have it. Check the spelling, or try find_similar_problems.`,
    );
  },
});
