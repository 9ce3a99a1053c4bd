import type { Problem } from '../store/problem.ts';

/** A problem that was found. The similarity lies between 0 and 1. */
export interface Similar extends Pick<Problem, 'source' | 'id' | 'title' | 'difficulty' | 'link'> {
  readonly similarity: number;
}

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
  readonly results: readonly Similar[];
}

/** Finds problems that resemble a text or another problem, the most similar first. */
export interface Searcher {
  byText(text: string, filter: SearchFilter): Promise<SearchAnswer>;
  byProblem(seed: Problem, filter: SearchFilter): Promise<SearchAnswer>;
}
