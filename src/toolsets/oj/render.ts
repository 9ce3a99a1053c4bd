import { grouped, percent } from './figures.ts';
import type { Problem, Similar, Status } from './shapes.ts';

const NOTHING = 'N/A';

/** A problem: title, facts, rule, statement. */
export function renderProblem(problem: Problem, statement: string): string {
  return [
    `# ${oneLine(problem.title ?? NOTHING)}`,
    '',
    `- Source: ${problem.source} | ID: ${problem.id} | Difficulty: ${problem.difficulty ?? NOTHING}`,
    `- Tags: ${problem.tags?.length ? problem.tags.join(', ') : NOTHING}`,
    `- Link: ${problem.link ?? NOTHING}`,
    `- AC Rate: ${typeof problem.ac_rate === 'number' ? percent(problem.ac_rate) : NOTHING}`,
    '',
    '---',
    '',
    statement,
  ].join('\n');
}

/** Similar problems as a table, best first. */
export function renderSimilar({ rewritten_query, results }: Similar): string {
  const rows = results.map((result, index) => [
    String(index + 1),
    result.source,
    result.id,
    result.title ?? NOTHING,
    result.difficulty ?? NOTHING,
    percent(result.similarity * 100),
    result.link ?? NOTHING,
  ]);
  return lines([
    '# Similar Problems',
    '',
    `Query: ${rewritten_query ?? NOTHING}`,
    '',
    '| # | Source | ID | Title | Difficulty | Similarity | Link |',
    '|---|--------|----|-------|------------|------------|------|',
    ...rows.map(tableRow),
  ]);
}

/** What the judge holds, a row a platform. */
export function renderStatus({ version, platforms }: Status): string {
  const rows = platforms.map(({ source, total, missing_content, not_embedded }) => [
    source,
    ...[total, missing_content, not_embedded].map(grouped),
  ]);
  return lines([
    `# OJ Platform Status (v${oneLine(version)})`,
    '',
    '| Platform | Problems | Missing Content | Not Embedded |',
    '|----------|----------|-----------------|--------------|',
    ...rows.map(tableRow),
  ]);
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

function oneLine(text: string): string {
  return text.replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, ' ');
}
