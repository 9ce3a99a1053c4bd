import { HttpProblem, shown } from './http-problem.ts';

/** The platforms whose problems are served. */
export const SOURCES = ['atcoder', 'codeforces', 'leetcode', 'luogu', 'quartet', 'spoj'] as const;

/** The source of a path, if it is one that is served; small and capital letters differ. */
export function servedSource(source: string): string {
  if ((SOURCES as readonly string[]).includes(source)) return source;
  throw new HttpProblem(400, `invalid source: ${shown(source)}; use one of ${SOURCES.join(', ')}`);
}
