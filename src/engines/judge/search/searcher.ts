import type { Problem, SimilarProblem } from '../store/problem.ts';

export interface SearchFilter {
  /** The sources to search; all of them when empty. */
  readonly sources: readonly string[];
  readonly limit: number;
  /** Problems below this similarity are left out. */
  readonly threshold: number;
}

export interface SearchAnswer {
  /** What was searched in place of the text that was given, if it was changed. */
  readonly rewritten_query: string | null;
  readonly results: readonly SimilarProblem[];
}

/** Finds problems that resemble a text or another problem, the most similar first. */
export interface Searcher {
  byText(text: string, filter: SearchFilter): Promise<SearchAnswer>;
  byProblem(seed: Problem, filter: SearchFilter): Promise<SearchAnswer>;
}
