import * as z from 'zod';
import type { ToolOutput } from '../../kernel/tool.ts';
import { renderProblem } from './render.ts';
import type { Problem } from './shapes.ts';

/** A problem as programs get it. What the judge does not know is left out. */
export const problemFields = z.object({
  source: z.string().describe('The platform'),
  id: z.string().describe('The id on that platform'),
  title: z.string().optional(),
  difficulty: z.string().optional(),
  tags: z.array(z.string()).optional(),
  link: z.string().optional(),
  ac_rate: z.number().optional().describe('Accepted submissions in percent'),
  statement: z.string().describe('The statement as Markdown'),
});

type ProblemFields = z.input<typeof problemFields>;

/** A problem told twice: as Markdown and as fields. A judge may leave out the source that it was asked for. */
export async function presentProblem(given: Problem, askedSource: string): Promise<ToolOutput<ProblemFields>> {
  const { statementToMarkdown } = await import('../../engines/html-to-markdown/index.ts');
  const problem = { ...given, source: given.source ?? Buffer.from(askedSource).toString() };
  const statement = statementToMarkdown(problem.content, problem.content_cn);
  const { source, id, title, difficulty, tags, link, ac_rate } = problem;
  return {
    text: renderProblem(problem, statement),
    data: {
      source,
      id,
      ...(title != null && { title }),
      ...(difficulty != null && { difficulty }),
      ...(tags?.length && { tags }),
      ...(link != null && { link }),
      ...(ac_rate != null && { ac_rate }),
      statement,
    },
  };
}
