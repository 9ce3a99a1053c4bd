import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { optional } from '../arguments.ts';
import { cursorAt, placeIn } from '../cursor.ts';
import { type ListedProblem, type Place, ProblemList, placeShape } from '../problem-list.ts';
import { renderList } from '../render.ts';
import { lookup, type OjCall } from '../world.ts';

const text = z.string().max(200);

const row = z.object({
  source: z.string(),
  id: z.string(),
  title: z.string().optional(),
  difficulty: z.string().optional(),
  tags: z.array(z.string()).optional(),
  rating: z.number().optional(),
  ac_rate: z.number().optional().describe('Accepted submissions in percent'),
  link: z.string().optional(),
});

export const listProblems = defineTool({
  name: 'list_problems',
  title: 'List problems',
  description:
    'Lists the problems that the judge holds, of one platform or of all, by id; difficulty, tag and a word of the title choose among them. ' +
    'Fetch a statement with get_problem; for what a problem is about use find_similar_problems.',
  extra: true,
  input: z.object({
    source: optional(text, 'Only this platform, such as leetcode'),
    difficulty: optional(text, 'As the platform names it, such as Easy'),
    tag: optional(text, 'Such as dp; several with commas: any of them'),
    query: optional(text, 'Part of an id or a title'),
    limit: optional(z.int().min(1).max(100), 'How many to return, 1 to 100 (default 25)'),
    cursor: optional(z.string(), 'next_cursor of the last answer'),
  }),
  output: z.object({
    results: z.array(row),
    total: z.int().describe('How many there are on all pages'),
    next_cursor: z.string().optional(),
  }),
  annotations: lookup,
  run: async ({ limit = 25, cursor, ...wanted }, { world, signal }: OjCall) => {
    const [source, difficulty, tag, query] = [wanted.source, wanted.difficulty, wanted.tag, wanted.query].map(given);
    const asked = ['list_problems', source, difficulty, tag, query];
    const list = new ProblemList(world.judge, { difficulty, tag, query }, signal);
    const place: Place | undefined =
      cursor !== undefined
        ? placeIn(cursor, asked, placeShape)
        : source === undefined
          ? await list.start()
          : { sources: [source], offset: 0 };
    const { problems, total, next } = place ? await list.from(place, limit) : { problems: [], total: 0 };
    const next_cursor = next && cursorAt(asked, next);
    return {
      text: renderList(problems, total),
      data: { results: problems.map(known), total, ...(next_cursor !== undefined && { next_cursor }) },
      ...(next_cursor !== undefined && {
        remark: `There are more: call again with the same arguments and cursor=${next_cursor}`,
      }),
    };
  },
});

/** What is blank is not given. */
function given(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}

/** Leaves out what the judge does not know. */
function known({ source, id, title, difficulty, tags, rating, ac_rate, link }: ListedProblem): z.input<typeof row> {
  return {
    source,
    id,
    ...(title != null && { title }),
    ...(difficulty != null && { difficulty }),
    ...(tags?.length && { tags }),
    ...(rating != null && { rating }),
    ...(ac_rate != null && { ac_rate }),
    ...(link != null && { link }),
  };
}
