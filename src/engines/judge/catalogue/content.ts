import type { CatalogueProblem, CatalogueSample } from './catalogue.ts';

/** The whole text of a problem as one Markdown document, from the story to the hints. */
export function problemContent(problem: CatalogueProblem): string {
  const { statement, input, output, constraints, samples, hints = [] } = problem;
  const limits = `Time limit: ${problem.timeLimitMs / 1000} s. Memory limit: ${problem.memoryLimitMb} MB.`;
  return [
    statement,
    `## Input\n\n${input}`,
    `## Output\n\n${output}`,
    `## Constraints\n\n${bullets(constraints)}\n\n${limits}`,
    ...samples.map(sample),
    ...(hints.length > 0 ? [`## Hints\n\n${bullets(hints)}`] : []),
  ].join('\n\n');
}

function sample({ input, output, explanation }: CatalogueSample, index: number): string {
  const blocks = [`Input:\n\n${fenced(input)}`, `Output:\n\n${fenced(output)}`];
  if (explanation !== undefined) blocks.push(explanation);
  return `## Example ${index + 1}\n\n${blocks.join('\n\n')}`;
}

const fenced = (text: string) => `\`\`\`\n${text}\n\`\`\``;

const bullets = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
