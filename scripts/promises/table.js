// The tables of docs/promises.md: the runs of list.js with their last figures, and the targets of bench/RESULTS.md.
import { readFileSync } from 'node:fs';
import { PROMISES } from './list.js';

const FIGURES = new URL('figures.json', import.meta.url);
const RESULTS = new URL('../../bench/RESULTS.md', import.meta.url);

/** What each command said last, by command. */
export function lastFigures() {
  return JSON.parse(readFileSync(FIGURES, 'utf8'));
}

export function promiseTable(kind) {
  return kind === 'bench' ? benchRows(readFileSync(RESULTS, 'utf8')) : runRows(lastFigures());
}

function runRows(figures) {
  const rows = PROMISES.map(({ promise, command, wanted }) => {
    const last = figures[command];
    const verdict = last === undefined ? 'not run yet' : last.met ? 'met' : '**missed**';
    return [promise, `\`${command}\``, wanted, last?.figure ?? '', last?.date ?? '', verdict];
  });
  return table(['promise', 'command', 'wanted', 'last figure', 'date', ''], rows);
}

/** One row a target, below the title of its group and the day of its measurement. */
export function benchRows(results) {
  const groups = results.split(/^## /m).slice(1);
  const rows = groups.flatMap((group) => {
    const [title = ''] = group.split('\n', 1);
    const [, date = ''] = /^Measured on (\S+)\./m.exec(group) ?? [];
    const [, targets = ''] = /^### Targets\n\n(?:.*\n){2}((?:\|.*\n?)*)/m.exec(group) ?? [];
    return targets
      .split('\n')
      .filter(Boolean)
      .map((line) => [
        title,
        ...line.slice(2, -2).split(' | ').slice(0, 3),
        date,
        line.slice(2, -2).split(' | ').at(-1),
      ]);
  });
  return table(['group', 'target', 'wanted', 'measured', 'date', ''], rows);
}

function table(columns, rows) {
  return [columns, columns.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((text) => String(text).replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`,
  );
}
