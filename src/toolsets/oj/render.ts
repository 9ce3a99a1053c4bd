import type { ListedProblem } from './problem-list.ts';
import type { Problem, Similar, Status } from './shapes.ts';

const NOTHING = 'N/A';

/** A problem: title, facts, rule, statement. */
export function renderProblem(problem: Problem & { source: string }, statement: string): string {
  return [
    `# ${oneLine(problem.title ?? NOTHING)}`,
    '',
    oneLine(`- Source: ${problem.source} | ID: ${problem.id} | Difficulty: ${problem.difficulty ?? NOTHING}`),
    oneLine(`- Tags: ${problem.tags?.length ? problem.tags.join(', ') : NOTHING}`),
    oneLine(`- Link: ${problem.link ?? NOTHING}`),
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
    oneLine(`Query: ${rewritten_query ?? NOTHING}`),
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

const COLUMNS: readonly (readonly [name: string, cell: (problem: ListedProblem) => string])[] = [
  ['Source', ({ source }) => source],
  ['ID', ({ id }) => id],
  ['Title', ({ title }) => title ?? ''],
  ['Difficulty', ({ difficulty }) => difficulty ?? ''],
  ['Rating', ({ rating }) => (typeof rating === 'number' ? oneDecimal(rating) : '')],
  ['AC', ({ ac_rate }) => (typeof ac_rate === 'number' ? percent(ac_rate) : '')],
  ['Tags', ({ tags }) => shortList(tags ?? [])],
  ['Link', ({ link }) => link ?? ''],
];

const MOST_TAGS = 3;

function shortList(tags: readonly string[]): string {
  return [...tags.slice(0, MOST_TAGS), ...(tags.length > MOST_TAGS ? ['…'] : [])].join(', ');
}

/** Some of so many problems as a table; what none of them has takes no column. */
export function renderList(problems: readonly ListedProblem[], total: number): string {
  if (problems.length === 0) return total === 0 ? 'No problem is like that.\n' : 'There are no more problems.\n';
  const used = COLUMNS.map(([name, cell]) => ({ name, cells: problems.map(cell) })).filter(({ cells }) =>
    cells.some(Boolean),
  );
  return lines([
    `# ${problems.length} of ${grouped(String(total))} problems`,
    '',
    tableRow(used.map(({ name }) => name)),
    `|${'---|'.repeat(used.length)}`,
    ...problems.map((_, at) => tableRow(used.map(({ cells }) => cells[at] ?? ''))),
  ]);
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => escapePipes(oneLine(cell))).join(' | ')} |`;
}

/** Backslashes before a pipe are doubled, or they would take away its escape. */
function escapePipes(text: string): string {
  return text.replace(/(\\*)\|/g, '$1$1\\|');
}

function oneLine(text: string): string {
  return text.replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, ' ');
}

/** One decimal, rounded on the exact binary value with ties to even; `toFixed` rounds ties up. */
export function oneDecimal(value: number): string {
  const quarters = value * 4;
  const isTie = Number.isInteger(quarters) && !Number.isInteger(value * 2);
  if (!isTie) return value.toFixed(1);
  const below = Math.floor(value * 10);
  return ((below % 2 === 0 ? below : below + 1) / 10).toFixed(1);
}

export function percent(value: number): string {
  return `${oneDecimal(value)}%`;
}

/** An unsigned count with a comma every three digits, whatever the locale. Takes the digits as text, so none are lost. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
