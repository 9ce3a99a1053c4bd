import { Difficulty, hrefOfProblem, Origin, Similarity, titleOf } from './facts.tsx';
import type { SimilarProblems } from './types.ts';

/** Problems, the most similar first. */
export function SimilarList({ results }: { results: SimilarProblems['results'] }) {
  return (
    <ol class="similar-list">
      {results.map((row) => (
        <li key={`${row.source} ${row.id}`}>
          <a href={hrefOfProblem(row)}>
            <bdi>{titleOf(row)}</bdi>
          </a>
          <Similarity value={row.similarity} />
          <span class="problem-facts">
            <Difficulty of={row.difficulty} />
            <Origin {...row} />
          </span>
        </li>
      ))}
    </ol>
  );
}
