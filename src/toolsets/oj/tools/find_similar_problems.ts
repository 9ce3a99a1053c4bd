import * as z from 'zod';
import { ToolFailure } from '../../../kernel/errors.ts';
import { defineTool } from '../../../kernel/tool.ts';
import { encode, optional, plainDecimal, segment } from '../arguments.ts';
import { percent, renderSimilar } from '../render.ts';
import { readReply } from '../replies.ts';
import { type Similar, similarShape } from '../shapes.ts';
import { lookup, type OjCall } from '../world.ts';

const SHORTEST_QUERY = 3;
const LONGEST_QUERY = 2000;
const LEAST_SIMILARITY = 0.25;

const input = z.object({
  query: optional(
    z.string(),
    'What the problem is about, in English, 3 to 2000 characters; if given, source and id are ignored',
  ),
  source: optional(z.string(), 'Platform of the problem to compare with'),
  id: optional(z.string(), 'Its id there'),
  limit: optional(z.int().min(1).max(50), 'How many to return (default 10)'),
  threshold: optional(z.number().min(0).max(1), 'Least similarity (default 0)'),
  source_filter: optional(z.string(), 'Only these platforms, with commas'),
});

export const findSimilarProblems = defineTool({
  name: 'find_similar_problems',
  title: 'Find similar problems',
  description:
    'Finds problems similar to a description (query) or to a known problem (source and id), across all platforms, best match first. ' +
    'Returns a table with links; fetch a statement with get_problem.',
  input,
  output: z.object({
    rewritten_query: z.string().optional().describe('What was searched for'),
    note: z.string().optional().describe('That nothing similar was found'),
    results: z.array(
      z.object({
        source: z.string(),
        id: z.string(),
        title: z.string().optional(),
        difficulty: z.string().optional(),
        similarity: z.number().describe('1 is the same'),
        link: z.string().optional(),
      }),
    ),
  }),
  annotations: lookup,
  run: async (args, { world, signal }: OjCall) => {
    const similar = readReply(await world.judge.get(pathFor(args), signal), similarShape);
    const note = nothingSimilar(similar);
    if (note === undefined) return { text: renderSimilar(similar), data: withoutNulls(similar) };
    return { text: `${renderSimilar(similar)}\n${note}\n`, data: { note, ...withoutNulls(similar) } };
  },
});

function pathFor({ query, source, id, limit = 10, threshold = 0, source_filter }: z.output<typeof input>): string {
  const filter = source_filter?.trim();
  const parameters = `limit=${limit}&threshold=${plainDecimal(threshold)}${filter ? `&source=${encode(filter)}` : ''}`;
  const wanted = query?.trim();
  if (wanted) return `/api/v1/similar?q=${encode(checkedQuery(wanted))}&${parameters}`;
  if (!source?.trim() || !id?.trim()) {
    throw new ToolFailure('Give either "query", or both "source" and "id" of a known problem.');
  }
  return `/api/v1/similar/${segment('source', source)}/${segment('id', id)}?${parameters}`;
}

function checkedQuery(query: string): string {
  const length = Array.from(query.slice(0, 2 * LONGEST_QUERY + 2)).length;
  if (length >= SHORTEST_QUERY && length <= LONGEST_QUERY) return query;
  const problem = length < SHORTEST_QUERY ? 'too short' : 'too long';
  throw new ToolFailure(`Argument "query" is ${problem}: expected ${SHORTEST_QUERY} to ${LONGEST_QUERY} characters.`);
}

/** Something is always nearest; a model should not take it for a match. */
function nothingSimilar({ results }: Similar): string | undefined {
  const best = Math.max(...results.map(({ similarity }) => similarity));
  if (results.length === 0 || best >= LEAST_SIMILARITY) return undefined;
  return `Nothing similar was found: the best of these has a similarity of only ${percent(best * 100)}. Describe the task itself, in English.`;
}

/** Leaves out what the judge does not know. */
function withoutNulls({ rewritten_query, results }: Similar) {
  return {
    ...(rewritten_query != null && { rewritten_query }),
    results: results.map(({ title, difficulty, link, ...known }) => ({
      ...known,
      ...(title != null && { title }),
      ...(difficulty != null && { difficulty }),
      ...(link != null && { link }),
    })),
  };
}
