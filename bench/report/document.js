import { CORES_NOTE } from '../cores.js';
import { table } from './table.js';

/** The section of one group: what it is, a table for each measurement, its targets and its notes. */
export function groupSection(group, results, load) {
  const tables = group.measurements.map(({ id, title, report }) => {
    const { about, columns, lines } = report(group.rows, results[id]);
    return `### ${title}\n\n${about}\n\n${table(columns, lines)}`;
  });
  const parts = [
    `## ${group.title}`,
    group.about,
    load,
    ...tables,
    ...targetTable(group.targets(results)),
    ...(group.notes ?? []),
  ];
  return parts.join('\n\n');
}

function targetTable(targets) {
  if (targets.length === 0) return [];
  const lines = targets.map(({ what, wanted, measured, met }) => [what, wanted, measured, met ? 'met' : '**missed**']);
  return [`### Targets\n\n${table(['target', 'wanted', 'measured', ''], lines)}`];
}

/** The sections of a document by their titles. */
export function sectionsOf(document) {
  const [, ...sections] = document.split(/^(?=## )/m);
  return new Map(sections.map((section) => [/^## (.*)$/m.exec(section)?.[1], section.trimEnd()]));
}

export function wholeDocument(machine, sections) {
  return `${[INTRODUCTION, machine, ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# Bench results

Written by \`npm run bench\`; do not edit.

- Rows are measured in interleaved rounds: each round measures every row once, in turning order, so a busy neighbour hits
  all rows alike. Figures are medians over the rounds. A ratio is the median of the ratios within each round.
- Every server is a process of its own with an almost empty environment, talked to by the same lean client on the same
  machine. ${CORES_NOTE}
- The result text of every call is checked. A server that dies, errs or answers wrongly stops the bench.

Machine:`;
