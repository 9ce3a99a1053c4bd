import { Difficulty, hrefOfProblem, titleOf } from './facts.tsx';
import type { ProblemRow } from './types.ts';

interface ProblemTableProps {
  readonly rows: readonly ProblemRow[];
  readonly busy: boolean;
  readonly onTag: (tag: string) => void;
}

const MOST_TAGS = 4;

/** A page of problems. */
export function ProblemTable({ rows, busy, onTag }: ProblemTableProps) {
  const hasRate = rows.some(({ ac_rate, rating }) => ac_rate !== undefined || rating !== undefined);
  return (
    <div class="table-scroll">
      <table class="problem-table" aria-busy={busy}>
        <thead>
          <tr>
            <th scope="col">Problem</th>
            <th scope="col">Platform</th>
            <th scope="col">Difficulty</th>
            {hasRate && (
              <th scope="col" class="number">
                Rate
              </th>
            )}
            <th scope="col">Tags</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.source} ${row.id}`}>
              <td class="problem-title">
                <a href={hrefOfProblem(row)}>
                  <bdi>{titleOf(row)}</bdi>
                </a>
              </td>
              <td class="problem-origin">
                <bdi>{row.source}</bdi> <bdi>{row.id}</bdi>
              </td>
              <td>
                <Difficulty of={row.difficulty} />
              </td>
              {hasRate && <td class="number">{rateOf(row)}</td>}
              <td>
                <Tags tags={row.tags ?? []} onTag={onTag} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Tags({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  return (
    <span class="tag-row">
      {tags.slice(0, MOST_TAGS).map((tag) => (
        <button key={tag} type="button" class="chip" title={`Only ${tag}`} onClick={() => onTag(tag)}>
          <bdi>{tag}</bdi>
        </button>
      ))}
      {tags.length > MOST_TAGS && <span class="muted small">+{tags.length - MOST_TAGS}</span>}
    </span>
  );
}

/** How many get it right, or how hard the platform reckons it to be. */
function rateOf({ ac_rate, rating }: ProblemRow): string {
  if (ac_rate !== undefined) return `${ac_rate.toFixed(1)} %`;
  return rating === undefined ? '' : String(Math.round(rating));
}
