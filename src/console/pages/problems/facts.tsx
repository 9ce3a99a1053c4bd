import { hrefTo } from '../../router.ts';
import type { ProblemRow } from './types.ts';

/** The place of a problem in this page. */
export function hrefOfProblem({ source, id }: ProblemRow): string {
  return hrefTo('problems', [source, id]);
}

export function titleOf({ title, source, id }: ProblemRow): string {
  return title?.trim() || `${source} ${id}`;
}

const KNOWN: Readonly<Record<string, string>> = { easy: 'badge-ok', medium: 'badge-warning', hard: 'badge-error' };

export function Difficulty({ of }: { of: string | undefined }) {
  if (of === undefined || of === '') return null;
  return <span class={`badge difficulty ${KNOWN[of.toLowerCase()] ?? ''}`}>{of}</span>;
}

/** Where a problem comes from, and its name there. */
export function Origin({ source, id }: ProblemRow) {
  return (
    <span class="problem-origin">
      <bdi>{source}</bdi> <bdi>{id}</bdi>
    </span>
  );
}

/** How alike two problems are: the bar for a glance, the figure for those who want it. */
export function Similarity({ value }: { value: number }) {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100);
  return (
    <span class="similarity" title={`Similarity ${percent} %`}>
      <progress max={100} value={percent} aria-label="Similarity" />
      <span class="similarity-figure">{percent} %</span>
    </span>
  );
}
